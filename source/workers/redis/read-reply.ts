import {isRefusal, type RedisReply} from './reply.ts';

/**
 * Returns the list in a reply. If the command was refused, or the reply has another type, returns
 * an empty list.
 */
export function listFrom(reply: RedisReply | undefined): readonly RedisReply[] {
	return Array.isArray(reply) ? reply : [];
}

/** Returns members and scores of a sorted set as a flat list: RESP3 nests them, RESP2 does not. */
export function flatList(reply: RedisReply | undefined): readonly RedisReply[] {
	return listFrom(reply).flatMap(item => (Array.isArray(item) ? listFrom(item) : [item]));
}

export function textFrom(reply: RedisReply | undefined): string | null {
	if (Buffer.isBuffer(reply)) {
		return reply.toString('utf8');
	}
	return typeof reply === 'string' || typeof reply === 'number' ? String(reply) : null;
}

export function textsFrom(reply: RedisReply | undefined): readonly string[] {
	return listFrom(reply).flatMap(item => textFrom(item) ?? []);
}

export function blobOf(reply: RedisReply | undefined): Buffer | null {
	return Buffer.isBuffer(reply) ? reply : null;
}

export function countOf(reply: RedisReply | undefined): number | null {
	return typeof reply === 'number' ? reply : null;
}

/** Converts the reply to `TIME` to epoch milliseconds. */
export function timeFrom(reply: RedisReply | undefined): number | null {
	const [seconds, micros] = textsFrom(reply).map(Number);
	return seconds === undefined ? null : seconds * 1000 + (micros ?? 0) / 1000;
}

/** Describes why Redis refused to read a key. */
export function refusalWords(reply: RedisReply | undefined, key: string): readonly string[] {
	if (!isRefusal(reply)) {
		return [];
	}
	const code = /^[A-Z]+/.exec(reply.refused)?.[0] ?? 'ERR';
	const why: Readonly<Record<string, string>> = {
		WRONGTYPE: 'it holds another type of value than this kind of queue has there',
		NOPERM: 'this user of Redis may not read it',
	};
	return [`Redis did not give ${key}: ${why[code] ?? code}.`];
}
