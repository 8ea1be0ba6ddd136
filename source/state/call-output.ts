import {isJsonObject, type JsonObject} from '../events/json.ts';
import {planOf} from '../events/plan.ts';
import type {ToolCall} from './state.ts';

/** The text output of a call. Tools report theirs under different keys of the result. */
export type CallOutput = {
	readonly text: string;
	readonly exitCode: number | null;
	/** The connection was lost, so it is unknown how the call ended. */
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
	// Older journals recorded a lost call as a success, with the loss written in the result.
	return result
		? {
				text: planText(call) ?? textOf(result),
				exitCode: exitCodeOf(result),
				isLost: isLost || result['reason'] === 'lost',
			}
		: {...nothing, isLost};
}

const marks = {completed: 'x', in_progress: '>', pending: ' '} as const;

/** The steps of the plan in a call of `update_plan`; null for any other call. */
export function planText(call: ToolCall): string | null {
	const steps = planOf(call)?.map(({step, status}) => `[${marks[status]}] ${step}`);
	return steps?.join('\n') ?? null;
}

/** The keys of a result under which tools report text. */
export const textKeys = ['output', 'content', 'text', 'stdout', 'diff'];

/** The keys of a result under which tools report a list; each entry becomes a line. */
const listKeys = ['lines', 'entries', 'matches'];

/**
 * Returns the result's text or list; else the whole result as JSON, without the keys that the card
 * shows anyway.
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
