import {isJsonObject, type Json, parseJson} from '../events/json.ts';
import type {ToolCall} from '../state/state.ts';

/** After this many refusals of the same call, the person is not asked about it again. */
export const refusalsMax = 3;

/** Returns how often the same call was refused before in the same turn. */
export function timesRefused(calls: readonly ToolCall[], call: ToolCall): number {
	const refused = calls.filter(
		({status}) => status.type === 'ended' && status.outcome.status === 'denied',
	);
	return alike(refused, call).length;
}

/**
 * Returns how many other calls of the turn ask for the same action and have been refused. It counts
 * calls that were refused just now.
 */
export function refusedAlike(calls: readonly ToolCall[], call: ToolCall): number {
	const refused = calls.filter(({answer}) => answer?.verdict.type === 'deny');
	return alike(refused, call).length;
}

export function alike(calls: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
	const same = sameness(call);
	return calls.filter(
		other =>
			other.id !== call.id &&
			other.turn === call.turn &&
			other.tool === call.tool &&
			other.host === call.host &&
			sameness(other) === same,
	);
}

/**
 * Returns a key that is equal for calls which a person sees as the same. Blanks, the order of
 * fields and the waiting time make no difference.
 */
function sameness({raw, exposure}: ToolCall): string {
	if (exposure?.command !== undefined) {
		return withoutBlanks(exposure.command);
	}
	const value = parseJson(raw);
	return value === undefined ? withoutBlanks(raw) : JSON.stringify(normalised(value as Json));
}

function normalised(value: Json): Json {
	if (typeof value === 'string') {
		return withoutBlanks(value);
	}
	if (Array.isArray(value)) {
		return value.map(normalised);
	}
	if (!isJsonObject(value)) {
		return value;
	}
	const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
	return Object.fromEntries(entries.map(([name, each]) => [name, normalised(each ?? null)]));
}

function withoutBlanks(text: string): string {
	return text.replace(/\s+/gu, ' ').trim();
}
