import {hash} from 'node:crypto';
import type {JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import type {CallFailure} from '../failure.ts';
import type {Tell} from '../route/tell.ts';
import type {Inbound} from '../translate/protocol.ts';
import {objectsOf, textOf} from '../translate/request-reading.ts';

/**
 * Stops a client that asks the same again and again: after each answer, it sends a conversation
 * with nothing new in it, and every answer costs money. It is slowed first, then refused with an
 * explanation. Equal requests at the same time are no loop, so only those after an answer count.
 */
export type LoopGuard = {
	/**
	 * Call this for each request. `keyOf` returns a key that is equal for requests with nothing new;
	 * null if the request is not counted.
	 */
	readonly begin: (keyOf: () => string | null) => AskedRound;
};

export type AskedRound = {
	/** How long the request has to wait before it is passed on. */
	readonly delayMs: number;
	readonly refusal: CallFailure | null;
	/** Call this when the request has ended; `spent` is null if it was not answered. */
	readonly end: (spent: Spent | null) => void;
};

export type Spent = {readonly tokens: number; readonly costUsd: number | null};

export const loopWindowMs = 300_000;
/** Requests are slowed from this share of the limit on. */
const slowedFrom = 0.4;
const delayMsMax = 8000;
const keysMax = 500;

type Circle = {
	answeredAt: readonly number[];
	open: number;
	tokens: number;
	costUsd: number | null;
	stoppedAt: number | null;
};

export function createLoopGuard({
	clock,
	tell,
	timesMax,
}: {
	readonly clock: Clock;
	readonly tell: Tell;
	/** The most answers within the window; 0 for no limit. */
	readonly timesMax: number;
}): LoopGuard {
	const circles = new Map<string, Circle>();
	const circleOf = (key: string): Circle => {
		const known = circles.get(key) ?? newCircle();
		circles.delete(key);
		circles.set(key, known);
		if (circles.size > keysMax) {
			circles.delete(circles.keys().next().value ?? '');
		}
		return known;
	};
	return {
		begin(keyOf) {
			const key = timesMax === 0 ? null : keyOf();
			if (key === null) {
				return unguarded;
			}
			const now = clock.elapsed();
			const circle = circleOf(key);
			circle.answeredAt = circle.answeredAt.filter(at => now - at < loopWindowMs);
			const refusal = refuse(circle, {now, timesMax, tell});
			const isAlone = circle.open === 0;
			circle.open += refusal ? 0 : 1;
			return {
				refusal,
				delayMs: isAlone ? delayOf(circle.answeredAt.length, timesMax) : 0,
				end(spent) {
					circle.open -= refusal ? 0 : 1;
					if (spent && isAlone) {
						circle.answeredAt = [...circle.answeredAt, clock.elapsed()];
						circle.tokens += spent.tokens;
						circle.costUsd = sum(circle.costUsd, spent.costUsd);
					}
				},
			};
		},
	};
}

const unguarded: AskedRound = {delayMs: 0, refusal: null, end() {}};

function newCircle(): Circle {
	return {answeredAt: [], open: 0, tokens: 0, costUsd: null, stoppedAt: null};
}

function sum(one: number | null, other: number | null): number | null {
	return other === null ? one : (one ?? 0) + other;
}

function refuse(
	circle: Circle,
	{now, timesMax, tell}: {readonly now: number; readonly timesMax: number; readonly tell: Tell},
): CallFailure | null {
	const wasStopped = circle.stoppedAt !== null && now - circle.stoppedAt < loopWindowMs;
	if (!wasStopped && circle.answeredAt.length < timesMax) {
		circle.stoppedAt = null;
		return null;
	}
	if (!wasStopped) {
		tell.now('client.looping', {code: 'stopped', note: `${timesMax} answers, ${costOf(circle)}`});
	}
	// Each further request prolongs the stop.
	circle.stoppedAt = now;
	return {
		kind: 'limit',
		message: `The same was asked ${timesMax} times within ${loopWindowMs / 60_000} minutes, with nothing new in the conversation: the program that asks goes round in circles, and was stopped. That took ${costOf(circle)}. Say something new to go on; proxy.sameAskedMax changes this limit, and 0 ends it.`,
		status: 400,
		code: 'same_asked_again',
		retry: 'never',
	};
}

function costOf({tokens, costUsd}: Circle): string {
	const price = costUsd === null ? '' : ` ($${costUsd.toFixed(2)})`;
	return `about ${tokens.toLocaleString('en')} tokens${price}`;
}

function delayOf(times: number, timesMax: number): number {
	const over = times - Math.floor(timesMax * slowedFrom);
	return over < 0 ? 0 : Math.min(delayMsMax, 1000 * 2 ** over);
}

/**
 * Returns a hash of everything in the conversation that the model did not write. If it is equal,
 * the client has said nothing new. Returns null if that can't be known.
 */
export function tailOf(body: JsonObject, {kind}: Inbound): string | null {
	const {input, messages, contents, model} = body;
	// The provider stores the earlier turns, so it is unknown here whether they are the same.
	if (typeof body['previous_response_id'] === 'string') {
		return null;
	}
	const items = objectsOf(
		{responses: input, gemini: contents, chat: messages, anthropic: messages}[kind],
	);
	const told = items.filter(isTold);
	const last = typeof input === 'string' && kind === 'responses' ? input : told.at(-1);
	if (last === undefined) {
		return null;
	}
	const {instructions, system, systemInstruction} = body;
	const prompt = textOf(instructions ?? system) || JSON.stringify(systemInstruction ?? '');
	const around = [kind, textOf(model), told.length, prompt];
	return hash('sha1', JSON.stringify([...around, objectsOf(body['tools']).length, last]));
}

function isTold({role, type}: JsonObject): boolean {
	const isUser = role === 'user' || role === 'tool' || role === 'function';
	return isUser || textOf(type).endsWith('_output');
}
