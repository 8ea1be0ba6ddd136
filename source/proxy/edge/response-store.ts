import type {Json, JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';

/**
 * Answers that a client may continue from with `previous_response_id`. Each entry holds its own
 * turn and the id of the previous answer, so that a long conversation is stored only once. Number,
 * bytes and age are limited; the entries that were not used for longest are dropped first.
 */
export type ResponseStore = {
	readonly put: (id: string, turn: StoredTurn) => void;
	/**
	 * Returns all items of the conversation up to this answer; null if any part of it was dropped.
	 */
	readonly items: (id: string) => readonly Json[] | null;
	/** Returns the answer as it was given; null if it was dropped. */
	readonly response: (id: string) => JsonObject | null;
};

export type StoredTurn = {
	readonly previous: string | null;
	readonly items: readonly Json[];
	readonly response?: JsonObject;
	/** A rough estimate of the memory that the entry takes. */
	readonly bytes: number;
};

const entriesMax = 1000;
const bytesMax = 67_108_864;

export function createResponseStore({clock, ttlMs}: {clock: Clock; ttlMs: number}): ResponseStore {
	const turns = new Map<string, StoredTurn & {usedAt: number}>();
	let bytes = 0;
	const remove = (id: string) => {
		bytes -= turns.get(id)?.bytes ?? 0;
		turns.delete(id);
	};
	const touch = (id: string) => {
		const turn = turns.get(id);
		if (!turn || clock.elapsed() - turn.usedAt > ttlMs) {
			remove(id);
			return null;
		}
		turn.usedAt = clock.elapsed();
		turns.delete(id);
		turns.set(id, turn);
		return turn;
	};
	const tooFull = () => turns.size > entriesMax || bytes > bytesMax;
	return {
		put(id, turn) {
			turns.set(id, {...turn, usedAt: clock.elapsed()});
			bytes += turn.bytes;
			for (const oldest of turns.keys()) {
				const old = turns.get(oldest)!;
				if (!tooFull() && clock.elapsed() - old.usedAt <= ttlMs) {
					break;
				}
				remove(oldest);
			}
		},
		response: id => touch(id)?.response ?? null,
		items(id) {
			const chain: (readonly Json[])[] = [];
			for (let next: string | null = id; next !== null; ) {
				const turn = touch(next);
				if (!turn) {
					return null;
				}
				chain.push(turn.items);
				next = turn.previous;
			}
			return chain.reverse().flat();
		},
	};
}

export function previousNotFound(id: string): CallFailure {
	return {
		kind: 'not-found',
		message: `The previous response “${id}” is not kept here (any more). Send the whole conversation as input instead.`,
		status: 400,
		code: 'previous_response_not_found',
		param: 'previous_response_id',
		retry: 'never',
	};
}
