import {isJsonObject, type JsonObject} from '../events/json.ts';
import type {McpServerState} from '../events/mcp.ts';

/**
 * A server from the settings, a folder's file or an editor. Its values may contain references to
 * secrets, which are not resolved here.
 */
export type ServerEntry = {
	readonly name: string;
	readonly origin: McpServerState['origin'];
	readonly host: string | null;
	readonly alwaysLoad: boolean;
	readonly isOff: boolean;
	readonly wantsSandbox: boolean;
	/** How long a call may give no sign of life; null for the default. */
	readonly timeoutMs: number | null;
	readonly startTimeoutMs: number | null;
	/** Null if the server can't be started; `problem` then says why. */
	readonly place: ServerPlace | null;
	readonly problem: string | null;
};

export type ServerPlace =
	| {
			readonly type: 'stdio';
			readonly command: string;
			readonly args: readonly string[];
			readonly cwd: string | null;
			readonly env: Readonly<Record<string, string>>;
	  }
	| {
			readonly type: 'http';
			readonly url: string;
			readonly headers: Readonly<Record<string, string>>;
			/** The OAuth client id for the sign-in, if a client was registered by hand. */
			readonly clientId: string | null;
			readonly clientSecret: string | null;
	  };

/**
 * Reads servers as they are written for Claude Code, Codex, VS Code, Gemini CLI and opencode, or for
 * this program: an entry can be copied from any of their files.
 */
export function readServerEntries(
	servers: Readonly<Record<string, unknown>>,
	origin: ServerEntry['origin'],
): readonly ServerEntry[] {
	return Object.entries(servers).map(([name, value]) => readEntry({name, value, origin}));
}

function readEntry({
	name,
	value,
	origin,
}: {
	name: string;
	value: unknown;
	origin: ServerEntry['origin'];
}): ServerEntry {
	const fields = isJsonObject(value) ? value : {};
	const host = textIn(fields, 'host') ?? null;
	const place = isJsonObject(value) ? placeOf(fields) : 'it must be an object';
	const found = typeof place === 'string' ? place : (problemOfHost(place, {host, origin}) ?? place);
	return {
		name,
		origin,
		host,
		alwaysLoad: fields['alwaysLoad'] === true,
		isOff: fields['off'] === true || fields['enabled'] === false || fields['disabled'] === true,
		wantsSandbox: fields['sandbox'] !== undefined && fields['sandbox'] !== false,
		timeoutMs:
			durationIn(fields, 'timeoutMs') ??
			durationIn(fields, 'timeout') ??
			secondsIn(fields, 'tool_timeout_sec'),
		startTimeoutMs:
			durationIn(fields, 'startTimeoutMs') ?? secondsIn(fields, 'startup_timeout_sec'),
		...(typeof found === 'string' ? {place: null, problem: found} : {place: found, problem: null}),
	};
}

function problemOfHost(
	{type}: ServerPlace,
	{host, origin}: Pick<ServerEntry, 'host' | 'origin'>,
): string | null {
	if (host === null) {
		return null;
	}
	if (type === 'http') {
		return 'an address is reached from this machine: leave out host, or name a command';
	}
	return origin === 'folder'
		? 'a file of the folder may not name another machine; your own settings may'
		: null;
}

/** Returns the place, or a text saying what is wrong with it, to follow `mcpServers.NAME: `. */
function placeOf(fields: JsonObject): ServerPlace | string {
	if (fields['type'] === 'sse') {
		return 'servers of the old kind "sse" are not supported; most of them speak "http" as well';
	}
	if (fields['envFile'] !== undefined) {
		return `envFile is not read: name its variables in env, as \${env:NAME} or \${command:…}`;
	}
	const url = textIn(fields, 'httpUrl') ?? textIn(fields, 'url');
	if (url !== undefined) {
		return httpPlace(fields, url);
	}
	const words = commandWords(fields);
	return typeof words === 'string' ? words : stdioPlace(fields, words);
}

function commandWords({command, args}: JsonObject): readonly [string, ...string[]] | string {
	const [program, ...own] = Array.isArray(command) ? command : [command];
	if (typeof program !== 'string' || program === '') {
		return 'it needs a command (for a program here) or a url (for a server elsewhere)';
	}
	const more = args ?? [];
	const words = Array.isArray(more) ? [...own, ...more] : null;
	return words?.every(word => typeof word === 'string')
		? [program, ...(words as readonly string[])]
		: 'args must be a list of texts';
}

function stdioPlace(
	fields: JsonObject,
	[command, ...args]: readonly [string, ...string[]],
): ServerPlace | string {
	const env = textsIn(fields['env'] ?? fields['environment']);
	const inherited = fields['env_vars'] ?? [];
	if (env === null || !isTextList(inherited)) {
		return 'env must be an object of texts';
	}
	const named = Object.fromEntries(inherited.map(name => [name, `\${env:${name}}`]));
	const cwd = textIn(fields, 'cwd') ?? null;
	return {type: 'stdio', command, args, cwd, env: {...named, ...env}};
}

function httpPlace(fields: JsonObject, url: string): ServerPlace | string {
	const plain = textsIn(fields['headers'] ?? fields['http_headers']);
	const fromEnv = textsIn(fields['env_http_headers']);
	if (plain === null || fromEnv === null) {
		return 'headers must be an object of texts';
	}
	const wrong = problemOfUrl(url);
	if (wrong !== null) {
		return wrong;
	}
	const bearer = textIn(fields, 'bearer_token_env_var');
	const headers = {
		...plain,
		...Object.fromEntries(
			Object.entries(fromEnv).map(([name, variable]) => [name, `\${env:${variable}}`]),
		),
		...(bearer !== undefined && {Authorization: `Bearer \${env:${bearer}}`}),
	};
	const oauth = isJsonObject(fields['oauth']) ? fields['oauth'] : {};
	return {
		type: 'http',
		url,
		headers,
		clientId: textIn(oauth, 'clientId') ?? null,
		clientSecret: textIn(oauth, 'clientSecret') ?? null,
	};
}

/**
 * Returns what is wrong with the address. If it contains a reference, it is checked only after the
 * reference was resolved.
 */
function problemOfUrl(url: string): string | null {
	if (url.includes('${')) {
		return null;
	}
	if (!URL.canParse(url)) {
		return 'its url is not an address';
	}
	const {protocol, username, password} = new URL(url);
	if (protocol !== 'http:' && protocol !== 'https:') {
		return 'its url must begin with https:// or http://';
	}
	return username === '' && password === ''
		? null
		: `its url holds a password: give it as a header, by \${env:NAME} or \${command:…}`;
}

function textIn(fields: JsonObject, key: string): string | undefined {
	const value = fields[key];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

const durationMsMax = 2_147_483_647;

function durationIn(fields: JsonObject, key: string): number | null {
	const value = fields[key];
	return typeof value === 'number' && value > 0 ? Math.min(value, durationMsMax) : null;
}

function secondsIn(fields: JsonObject, key: string): number | null {
	const value = durationIn(fields, key);
	return value === null ? null : Math.min(value * 1000, durationMsMax);
}

/**
 * Some files write numbers and booleans without quotes, but the value of a variable is always a
 * text.
 */
function textsIn(value: unknown): Readonly<Record<string, string>> | null {
	const fields = value ?? {};
	if (!isJsonObject(fields)) {
		return null;
	}
	const entries = Object.entries(fields);
	return entries.every(([, one]) => ['string', 'number', 'boolean'].includes(typeof one))
		? Object.fromEntries(entries.map(([name, one]) => [name, String(one)]))
		: null;
}

function isTextList(value: unknown): value is readonly string[] {
	return Array.isArray(value) && value.every(one => typeof one === 'string');
}
