import type {Failure} from '../events/failure.ts';
import type {ToolCall} from './state.ts';

/**
 * What a person is told of a failed call. What is wrong with a call as the model wrote it is worded
 * for the model, which has to write it anew; a person is told that, and reads the rest below.
 */
export function failureWords(
	{tool, scope}: Pick<ToolCall, 'tool' | 'scope'>,
	{kind, message, detail = ''}: Failure,
): {readonly message: string; readonly detail: string} {
	const told = [message, detail].filter(part => part !== '').join('\n');
	if (kind === 'bad-input') {
		return {message: `The model wrote this call wrong, and was told so:`, detail: told};
	}
	return kind === 'not-found' && scope === null && message.startsWith('There is no tool ')
		? {
				message: `The model asked for a tool "${tool}" that there is not, and was told so.`,
				detail: '',
			}
		: {message, detail};
}

/** The same in one line, for where nothing stands below. */
export function failureLine(call: Pick<ToolCall, 'tool' | 'scope'>, failure: Failure): string {
	const {message, detail} = failureWords(call, failure);
	return failure.kind === 'bad-input' ? `${message} ${detail.split('\n')[0]}` : message;
}
