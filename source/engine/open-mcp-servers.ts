import {join} from 'node:path';
import type {Settings} from '../events/settings.ts';
import {parseTarget} from '../hop/names.ts';
import {createMcpServers} from '../mcp-client/create-servers.ts';
import type {McpServers} from '../mcp-client/mcp-servers.ts';
import type {McpPorts} from '../mcp-client/ports.ts';
import {readServerEntries, type ServerEntry} from '../mcp-client/server-entry.ts';
import {openTokenBook, type TokenBook} from '../mcp-client/sign-in/token-book.ts';
import {tokensOf} from '../mcp-client/sign-in/tokens.ts';
import type {Clock} from '../platform/clock.ts';
import {runBriefly} from '../platform/exec.ts';
import {type Environment, foldersOf} from '../platform/folders.ts';
import {openTrustBook} from '../storage/trust.ts';
import {readFolderServers} from './folder-servers.ts';
import {markPrograms} from './mark-programs.ts';

/**
 * The MCP servers of the settings and of the folder, with the real system as ports. No server is
 * started yet, and a folder's server can't be started before the folder is trusted.
 */
export function openMcpServers({
	settings,
	...ports
}: Pick<McpPorts, 'cwd' | 'version' | 'redact'> & {
	readonly settings: Pick<Settings, 'mcpServers'>;
	readonly env: Environment;
	readonly clock: Clock;
}): McpServers {
	const {env, cwd} = ports;
	const trustBook = openTrustBook(foldersOf(env, process.platform).state);
	const own = readServerEntries(settings.mcpServers, 'settings').map(withHost);
	const brought = readFolderServers(cwd, trustBook)?.entries ?? [];
	return createMcpServers({
		...ports,
		mark: () => markPrograms(ports.clock),
		runCommand: command => secretPrintedBy(command, env),
		servers: [...own, ...brought.filter(({name}) => !own.some(one => one.name === name))],
		cacheFolder: join(foldersOf(env, process.platform).cache, 'mcp'),
		tokensFor: url => tokensOf(url, {book: tokenBookOf(env), clock: ports.clock}),
	});
}

/** Replaces the host from the settings by the name that `/hop` uses for the same machine. */
function withHost(entry: ServerEntry): ServerEntry {
	const target = entry.host === null ? null : parseTarget(entry.host);
	if (target === null) {
		return entry;
	}
	return target.ok
		? {...entry, host: target.value.host}
		: {...entry, place: null, problem: target.failure.message};
}

export function tokenBookOf(env: Environment): TokenBook {
	return openTokenBook(join(foldersOf(env, process.platform).state, 'mcp-tokens.json'));
}

const commandMsMax = 10_000;

/**
 * Runs a command of the settings and returns its output, which is a secret. Returns null if the
 * command fails.
 */
export async function secretPrintedBy(command: string, env: Environment): Promise<string | null> {
	const ran = await (process.platform === 'win32'
		? runBriefly('cmd.exe', ['/d', '/s', '/c', command], {env, timeoutMs: commandMsMax})
		: runBriefly('/bin/sh', ['-c', command], {env, timeoutMs: commandMsMax}));
	return ran.status === 'ended' && ran.exitCode === 0 ? ran.output : null;
}
