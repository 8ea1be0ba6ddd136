import {isJsonObject, type Json, parseJson} from '../events/json.ts';
import type {ToolCall} from '../state/state.ts';

/** A person who refused the same so often is not asked about it once more. */
export const refusalsMax = 3;

/** How often the same call was refused before, in the same turn. */
export function timesRefused(calls: readonly ToolCall[], call: ToolCall): number {
	return alike(calls, call).filter(
		({status}) => status.type === 'ended' && status.outcome.status === 'denied',
	).length;
}

/** Those of its turn that ask for the same, the ones that were only just refused included. */
export function refusedAlike(calls: readonly ToolCall[], call: ToolCall): number {
	return alike(calls, call).filter(({answer}) => answer?.verdict.type === 'deny').length;
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
 * What a call comes to for a person: blanks, the order of its fields and how long its result is
 * waited for make no other call of it.
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
