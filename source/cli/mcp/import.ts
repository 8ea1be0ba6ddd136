import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {isDeepStrictEqual} from 'node:util';
import {failed, type Result} from '../../events/failure.ts';
import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {readServerEntries} from '../../mcp-client/server-entry.ts';
import {codeOf} from '../../platform/atomic-file.ts';
import {readSettings, settingsPath} from '../../storage/settings.ts';
import {neutralise} from '../../text/neutralise.ts';
import type {CliCall, CliContext} from '../context.ts';
import {hasFlag} from '../parsed.ts';
import {Unreadable} from '../use/edit.ts';
import {editJson} from '../use/edit-json.ts';
import {
	type Change,
	isWanted,
	readWhole,
	showChanges,
	shownPath,
	writeChange,
} from '../use/write-changes.ts';
import {secretsIn, warnOfSecrets, wrongName} from './change.ts';
import {type OtherClient, otherClients} from './other-clients.ts';

/**
 * `agent-tui mcp import [CLIENT] [--write] [--yes]`: copies the MCP servers from the files of other
 * clients into our settings, unchanged. It shows the difference; `--write` writes it.
 */
export async function importServers(call: CliCall, cli: CliContext): Promise<number> {
	const [, wanted] = call.words;
	if (wanted !== undefined && !Object.hasOwn(otherClients, wanted)) {
		const names = Object.keys(otherClients).join(', ');
		cli.complain(`agent-tui: there is no import from "${wanted}". There are ${names}.\n`);
		return 2;
	}
	const clients = wanted === undefined ? Object.values(otherClients) : [otherClients[wanted]!];
	const found = clients.flatMap(client => foundIn(client, cli));
	const taken = takeAll(found, cli);
	if (taken.size === 0) {
		cli.complain('Nothing to take over.\n');
		return 0;
	}
	const change = changeOf(taken, cli);
	if (!change.ok) {
		cli.complain(`agent-tui: ${change.failure.message}\n`);
		return 1;
	}
	showChanges([change.value], cli);
	if (!hasFlag(call.flags, 'write')) {
		cli.complain('Nothing was written. With --write, this is what is written.\n');
		return 0;
	}
	if (!hasFlag(call.flags, 'yes') && !(await isWanted([change.value], cli))) {
		cli.complain('agent-tui: nothing was written. Say yes, or use --yes.\n');
		return 1;
	}
	if (!writeChange(change.value, cli)) {
		return 1;
	}
	for (const entry of taken.values()) {
		warnOfSecrets(entry, cli);
	}
	return 0;
}

type Found = {readonly client: string; readonly name: string; readonly entry: JsonObject};

function foundIn({title, paths, read, servers}: OtherClient, cli: CliContext): readonly Found[] {
	const {env, cwd} = cli;
	const place = {env, home: env['HOME'] || homedir(), platform: process.platform};
	const path = paths(place).find(one => existsSync(one));
	if (path === undefined) {
		return [];
	}
	try {
		const all = Object.entries(servers(read(readWhole(path) ?? ''), cwd));
		const found = all.flatMap(([name, entry]) =>
			isJsonObject(entry) ? [{client: title, name, entry}] : [],
		);
		cli.complain(`${title}: ${found.length} in ${shownPath(path, cli)}\n`);
		return found;
	} catch (error) {
		const why = error instanceof Unreadable ? error.message : `it can't be read (${codeOf(error)})`;
		cli.complain(`agent-tui: ${shownPath(path, cli)} was left out: ${why}.\n`);
		return [];
	}
}

/**
 * Chooses the servers to copy. Of two with the same name the first counts, and a server that the
 * settings already have stays as it is.
 */
function takeAll(found: readonly Found[], cli: CliContext): ReadonlyMap<string, JsonObject> {
	const known = readSettings(cli.folders.config).settings.mcpServers;
	const taken = new Map<string, JsonObject>();
	for (const {client, name, entry} of found) {
		const there = taken.get(name) ?? (Object.hasOwn(known, name) ? known[name] : undefined);
		const why = isDeepStrictEqual(there, entry)
			? 'it is there already'
			: there === undefined
				? whyNot(name, entry)
				: 'another one of that name is there already, and stays';
		if (why === null) {
			taken.set(name, entry);
			sayUnused({client, name, entry}, cli);
		} else {
			cli.complain(`Left out of ${client}: ${neutralise(name)}: ${why}\n`);
		}
	}
	return taken;
}

function whyNot(name: string, entry: JsonObject): string | null {
	const [foreign] = /\$\{(?:input|command):[^}]*\}/.exec(JSON.stringify(entry)) ?? [];
	if (foreign !== undefined) {
		return `${neutralise(foreign)} means something in that client only; agent-tui mcp add takes it with \${env:NAME} in its place`;
	}
	return wrongName(name) ?? readServerEntries({[name]: entry}, 'settings')[0]?.problem ?? null;
}

/**
 * Fields of an entry that have an effect here, or that need no warning because only the other
 * client uses them.
 */
const fieldsUsed: ReadonlySet<string> = new Set(
	// biome-ignore format: a list reads better in rows
	[
		'type', 'command', 'args', 'cwd', 'env', 'environment', 'env_vars', 'url', 'httpUrl', 'headers',
		'http_headers', 'env_http_headers', 'bearer_token_env_var', 'oauth', 'timeout', 'timeoutMs',
		'tool_timeout_sec', 'startTimeoutMs', 'startup_timeout_sec', 'enabled', 'disabled', 'off',
		'alwaysLoad', 'host', 'sandbox', 'description',
	],
);

function sayUnused({client, name, entry}: Found, cli: CliContext): void {
	const unused = Object.keys(entry).filter(field => !fieldsUsed.has(field));
	if (unused.length > 0) {
		cli.complain(
			`${neutralise(name)} of ${client}: ${neutralise(unused.join(', '))} has no effect here.\n`,
		);
	}
}

function changeOf(taken: ReadonlyMap<string, JsonObject>, cli: CliContext): Result<Change> {
	const path = settingsPath(cli.folders.config);
	try {
		const before = readWhole(path);
		const edits = [...taken].map(([name, put]) => ({at: ['mcpServers', name], put}));
		const after = editJson(before ?? '', edits);
		const isPrivate = [...taken.values()].some(entry => secretsIn(entry).length > 0);
		return after.ok ? {ok: true, value: {path, before, after: after.value, isPrivate}} : after;
	} catch (error) {
		const why = error instanceof Unreadable ? error.message : codeOf(error);
		return {ok: false, failure: failed('bad-input', `${shownPath(path, cli)}: ${why}.`)};
	}
}
