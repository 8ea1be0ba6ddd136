import {isJsonObject, type JsonObject} from '../events/json.ts';
import {planOf} from '../events/plan.ts';
import type {ToolCall} from './state.ts';

/** The output of a call, under whatever key its tool reports it. */
export type CallOutput = {
	readonly text: string;
	readonly exitCode: number | null;
	/** The connection was lost before it was known how the call ended. */
	readonly isLost?: boolean;
};

const nothing: CallOutput = {text: '', exitCode: null};

export function outputOf(call: ToolCall): CallOutput {
	if (call.status.type !== 'ended') {
		return nothing;
	}
	const {outcome} = call.status;
	const isLost = outcome.status === 'lost';
	const result =
		outcome.status === 'ok' || outcome.status === 'failed' || isLost ? outcome.result : undefined;
	// Older journals recorded a lost call as a success whose result says that it was lost.
	return result
		? {
				text: planText(call) ?? textOf(result),
				exitCode: exitCodeOf(result),
				isLost: isLost || result['reason'] === 'lost',
			}
		: {...nothing, isLost};
}

const marks = {completed: 'x', in_progress: '>', pending: ' '} as const;

/** The steps of a plan; null if the call shows no plan. */
export function planText(call: ToolCall): string | null {
	const steps = planOf(call)?.map(({step, status}) => `[${marks[status]}] ${step}`);
	return steps?.join('\n') ?? null;
}

/** The keys under which tools report their text. */
export const textKeys = ['output', 'content', 'text', 'stdout', 'diff'];

/** The keys of answers that are lists; each entry becomes a line. */
const listKeys = ['lines', 'entries', 'matches'];

/**
 * Returns the result of a tool without such a text, without the parts that the card shows anyway.
 */
function textOf(result: JsonObject): string {
	for (const key of textKeys) {
		const text = result[key];
		if (typeof text === 'string') {
			return text;
		}
	}
	for (const key of listKeys) {
		const list = result[key];
		if (Array.isArray(list) && list.every(entry => typeof entry === 'string')) {
			return list.join('\n');
		}
	}
	const rest = Object.entries(result).filter(([key]) => key !== 'success' && key !== 'error');
	return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest), null, 2);
}

function exitCodeOf(result: JsonObject): number | null {
	const direct = result['exit_code'] ?? result['exitCode'];
	if (typeof direct === 'number') {
		return direct;
	}
	const {exit} = result;
	return isJsonObject(exit) && typeof exit['code'] === 'number' ? exit['code'] : null;
}
