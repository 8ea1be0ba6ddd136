import {workerError} from '../worker-error.ts';

/**
 * One answer of Redis. Binary values stay bytes. A map is a flat list of keys and values, as older
 * servers send it.
 */
export type RedisReply =
	| null
	| number
	| boolean
	| string
	| Buffer
	| RedisRefusal
	| readonly RedisReply[];

/** Redis refused one command; the first word of its text says why: `WRONGTYPE`, `NOPERM`. */
export type RedisRefusal = {readonly refused: string};

/**
 * The most bytes that Redis may answer in one session. A larger queue is more than a person reads.
 */
const answerBytesMax = 16_777_216;
const itemsMax = 200_000;
const depthMax = 8;
const lineBytesMax = 65_536;

/** Reads RESP2 and RESP3 from pieces of any size, and yields each answer once it is whole. */
export function createReplyReader(): {readonly push: (bytes: Uint8Array) => readonly RedisReply[]} {
	const source: Source = {bytes: Buffer.alloc(0), at: 0, left: answerBytesMax, items: itemsMax};
	let reading = readReply(source, 0);
	return {
		push(bytes) {
			source.left -= bytes.length;
			if (source.left < 0) {
				throw workerError('limit', `Redis answered with more than ${answerBytesMax} bytes.`);
			}
			source.bytes = Buffer.concat([source.bytes.subarray(source.at), bytes]);
			source.at = 0;
			const replies: RedisReply[] = [];
			for (let step = reading.next(); step.done === true; step = reading.next()) {
				// Messages that the server sends on its own are no answers to commands.
				if (step.value !== unasked) {
					replies.push(step.value);
				}
				reading = readReply(source, 0);
			}
			return replies;
		},
	};
}

type Source = {bytes: Buffer; at: number; left: number; items: number};

const unasked = Symbol('unasked');

/** Reads one reply. Each `yield` without a value waits for more bytes. */
function* readReply(
	source: Source,
	depth: number,
): Generator<undefined, RedisReply | typeof unasked> {
	const line = yield* readLine(source);
	const rest = line.slice(1);
	switch (line[0]) {
		case '+':
		case '(':
			return rest;
		case '-':
			return {refused: rest};
		case ':':
		case ',':
			return numberOf(rest);
		case '#':
			return rest === 't';
		case '_':
			return null;
		case '$':
		case '=':
			return yield* readBlob(source, rest);
		case '!':
			return {refused: String(yield* readBlob(source, rest))};
		case '*':
		case '~':
			return yield* readList(source, {count: numberOf(rest), depth});
		case '%':
			return yield* readList(source, {count: 2 * numberOf(rest), depth});
		case '>':
			yield* readList(source, {count: numberOf(rest), depth});
			return unasked;
		case '|':
			yield* readList(source, {count: 2 * numberOf(rest), depth});
			return yield* readReply(source, depth + 1);
		default:
			throw workerError('protocol', 'What answers there does not speak as Redis does.');
	}
}

function numberOf(text: string): number {
	const words: Readonly<Record<string, number>> = {inf: Infinity, '-inf': -Infinity};
	const value = words[text] ?? Number(text);
	if (text === '' || Number.isNaN(value)) {
		throw workerError('protocol', 'Redis sent a number that is none.');
	}
	return value;
}

function* readLine(source: Source): Generator<undefined, string> {
	for (;;) {
		const end = source.bytes.indexOf('\r\n', source.at);
		if (end >= 0) {
			const line = source.bytes.toString('utf8', source.at, end);
			source.at = end + 2;
			return line;
		}
		if (source.bytes.length - source.at > lineBytesMax) {
			throw workerError('protocol', 'What answers there does not speak as Redis does.');
		}
		yield;
	}
}

function* readBlob(source: Source, length: string): Generator<undefined, Buffer | null> {
	const bytes = numberOf(length);
	if (bytes < 0) {
		return null;
	}
	if (!(bytes <= answerBytesMax)) {
		throw workerError('limit', `Redis announced a value of ${bytes} bytes.`);
	}
	while (source.bytes.length - source.at < bytes + 2) {
		yield;
	}
	const blob = Buffer.from(source.bytes.subarray(source.at, source.at + bytes));
	source.at += bytes + 2;
	return blob;
}

function* readList(
	source: Source,
	{count, depth}: {count: number; depth: number},
): Generator<undefined, readonly RedisReply[] | null> {
	if (count < 0) {
		return null;
	}
	source.items -= count;
	if (!(source.items >= 0) || depth >= depthMax) {
		throw workerError('limit', 'Redis answered with a list that is too long or too deep.');
	}
	const items: RedisReply[] = [];
	while (items.length < count) {
		const item = yield* readReply(source, depth + 1);
		if (item !== unasked) {
			items.push(item);
		}
	}
	return items;
}

export function isRefusal(reply: RedisReply | undefined): reply is RedisRefusal {
	return typeof reply === 'object' && reply !== null && 'refused' in reply;
}
