import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {markPrograms} from '../../source/engine/mark-programs.ts';
import {createMcpServers} from '../../source/mcp-client/create-servers.ts';
import type {McpCallEnd, McpProgress, McpServers} from '../../source/mcp-client/mcp-servers.ts';
import type {McpPorts} from '../../source/mcp-client/ports.ts';
import {readServerEntries} from '../../source/mcp-client/server-entry.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

export const fixtures = join(import.meta.dirname, 'fixtures');

/** Waits are ten times as short; what is waited for is real. */
export function hurriedClock(): Clock {
	const system = systemClock();
	return {
		...system,
		elapsed: () => system.elapsed() * 10,
		after: (delayMs, action) => system.after(delayMs / 10, action),
		sleep: (delayMs, signal) => system.sleep(delayMs / 10, signal),
	};
}

/** Servers of a test, which are ended with it. */
export function openServers(
	entries: Readonly<Record<string, unknown>>,
	change: Partial<McpPorts> = {},
): McpServers {
	const servers = createMcpServers({
		clock: systemClock(),
		version: '0.0.0',
		env: {PATH: process.env['PATH'], HOME: temporaryFolder()},
		cwd: temporaryFolder(),
		mark: () => markPrograms(systemClock()),
		runCommand: async () => null,
		servers: readServerEntries(entries, 'settings'),
		redact: text => text,
		cacheFolder: null,
		tokensFor: () => null,
		...change,
	});
	onTestFinished(() => servers.close());
	return servers;
}

/** A server of no SDK, in one of its moods, and what it has noted. */
export function rawServer(mode: string, more: Readonly<Record<string, unknown>> = {}) {
	const record = join(temporaryFolder(), 'record');
	const {env, ...rest} = more as {env?: Readonly<Record<string, string>>};
	return {
		entry: {
			command: process.execPath,
			args: [join(fixtures, 'raw-server.mjs'), mode],
			env: {RECORD: record, ...env},
			...rest,
		},
		notes: (): readonly string[] =>
			existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : [],
	};
}

export const never = new AbortController().signal;

export type CallOptions = {
	readonly arguments?: Readonly<Record<string, string | number | boolean>>;
	readonly signal?: AbortSignal;
	readonly onProgress?: (progress: McpProgress) => void;
	readonly server?: string;
};

export function callTool(
	servers: McpServers,
	tool: string,
	{arguments: given = {}, signal = never, onProgress = () => {}, server = 'one'}: CallOptions = {},
): Promise<McpCallEnd> {
	return servers.call({server, tool, arguments: given, signal, onProgress});
}

/** The text of a call's end, or the words of its failure. */
export function wordsOf(end: McpCallEnd): string {
	if (end.status === 'ok' || end.status === 'tool_error') {
		return end.content.map(block => (block.type === 'text' ? block.text : block.type)).join('');
	}
	return 'failure' in end ? end.failure.message : '';
}

export const stateOf = (servers: McpServers, name = 'one') =>
	servers.states.snapshot().find(state => state.name === name)!;
