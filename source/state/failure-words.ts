import type {Failure} from '../events/failure.ts';
import type {ToolCall} from './state.ts';

/**
 * Explains a failed call to a person. If the model wrote a wrong call, the failure's message is
 * meant for the model, so the person gets a sentence about that, and the message below it.
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

/** Explains a failed call in one line, for places that have no room for more. */
export function failureLine(call: Pick<ToolCall, 'tool' | 'scope'>, failure: Failure): string {
	const {message, detail} = failureWords(call, failure);
	return failure.kind === 'bad-input' ? `${message} ${detail.split('\n')[0]}` : message;
}
