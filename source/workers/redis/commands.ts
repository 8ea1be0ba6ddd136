/**
 * All that is ever sent to a queue's Redis, and nothing else passes: each of these only reads, or
 * belongs to the connection. `KEYS` is not among them, because it stops the server while it looks
 * through all keys; nor is anything that runs a script.
 */
export const readingCommands = [
	'HELLO',
	'AUTH',
	'SELECT',
	'TIME',
	'TYPE',
	'GET',
	'MGET',
	'STRLEN',
	'PTTL',
	'LLEN',
	'LRANGE',
	'ZCARD',
	'ZCOUNT',
	'ZRANGE',
	'ZREVRANGE',
	'HGETALL',
	'HMGET',
	'HSTRLEN',
	'SCAN',
	'CLIENT LIST',
] as const;

export type ReadingCommand = (typeof readingCommands)[number];
export type RedisCommand = readonly [ReadingCommand, ...(readonly (string | number)[])];

const allowed: ReadonlySet<string> = new Set(readingCommands);

/** The bytes of one command. The types allow no other; this holds where types are not checked. */
export function commandBytes([name, ...parameters]: RedisCommand): Buffer {
	if (!allowed.has(name)) {
		throw new Error(`${name} is not among the commands that read`);
	}
	const words = [...name.split(' '), ...parameters.map(String)];
	const parts = words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
	return Buffer.from(`*${words.length}\r\n${parts.join('')}`);
}
