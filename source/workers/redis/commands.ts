/**
 * The only commands that are ever sent to a queue's Redis. Each of them only reads, or concerns the
 * connection itself. `KEYS` is missing because it blocks the server while it searches all keys;
 * every command that runs a script is missing too.
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

/**
 * Encodes one command. The types allow no command outside of the list; this check holds where types
 * are not checked.
 */
export function commandBytes([name, ...parameters]: RedisCommand): Buffer {
	if (!allowed.has(name)) {
		throw new Error(`${name} is not among the commands that read`);
	}
	const words = [...name.split(' '), ...parameters.map(String)];
	const parts = words.map(word => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
	return Buffer.from(`*${words.length}\r\n${parts.join('')}`);
}
