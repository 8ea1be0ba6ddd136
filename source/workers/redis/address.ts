import {failed, type Result} from '../../events/failure.ts';

/** The address of a Redis server, with the login. */
export type RedisAddress = {
	readonly place: SocketPlace;
	readonly hasTls: boolean;
	readonly user: string | null;
	readonly password: string | null;
	readonly database: number;
	/** The address as it is shown to people, without the password. */
	readonly words: string;
};

export type SocketPlace =
	| {readonly type: 'port'; readonly host: string; readonly port: number}
	| {readonly type: 'path'; readonly path: string};

export const standardRedis = 'redis://127.0.0.1:6379/0';
const redisPort = 6379;
const databaseMax = 65_535;

/**
 * Reads `redis://host:6379/0`, the same with `rediss:` for TLS, or `unix:///path`. A user, a
 * password or both may come before the host; port and database may be missing.
 */
export function parseRedisAddress(text: string): Result<RedisAddress> {
	if (!URL.canParse(text)) {
		return wrong();
	}
	const url = new URL(text);
	const isPath = url.protocol === 'unix:';
	const word = isPath ? (url.searchParams.get('db') ?? '') : url.pathname.slice(1);
	const database = word === '' ? 0 : Number(word);
	const isKnown = isPath || url.protocol === 'redis:' || url.protocol === 'rediss:';
	if (!isKnown || !Number.isInteger(database) || database < 0 || database > databaseMax) {
		return wrong();
	}
	const host = url.hostname === '' ? '127.0.0.1' : url.hostname.replace(/^\[(.*)\]$/, '$1');
	const port = url.port === '' ? redisPort : Number(url.port);
	return {
		ok: true,
		value: {
			place: isPath ? {type: 'path', path: decoded(url.pathname)} : {type: 'port', host, port},
			hasTls: url.protocol === 'rediss:',
			user: url.username === '' ? null : decoded(url.username),
			password: url.password === '' ? null : decoded(url.password),
			database,
			words: isPath ? `Redis at ${decoded(url.pathname)}` : `Redis at ${host}:${port}`,
		},
	};
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}

/**
 * Returns the failure for a wrong address. Its message does not repeat the address, which may hold
 * a password.
 */
function wrong(): {readonly ok: false; readonly failure: ReturnType<typeof failed>} {
	const message =
		'The `redis` of this worker in config.json is no address: expected redis://host:port/0, rediss://… or unix:///path.';
	return {ok: false, failure: failed('bad-input', message)};
}
