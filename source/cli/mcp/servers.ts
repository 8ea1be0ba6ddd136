import {openMcpServers} from '../../engine/open-mcp-servers.ts';
import type {Settings} from '../../events/settings.ts';
import type {McpServers} from '../../mcp-client/mcp-servers.ts';
import {didYouMean} from '../../platform/nearest.ts';
import {installedRedactor, type Redactor} from '../../storage/redact.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliContext} from '../context.ts';
import {version} from '../version.ts';

/** The MCP servers of the settings, for the duration of one command. */
export type OpenedServers = {
	readonly servers: McpServers;
	readonly settings: Settings;
	readonly redactor: Redactor;
	/** Aborts at Ctrl+C, or when the program that reads our output has ended. */
	readonly signal: AbortSignal;
};

/**
 * Runs the action and ends the servers, even if the action throws. Returns 130 if the person
 * interrupted it.
 */
export async function withServers(
	cli: CliContext,
	action: (opened: OpenedServers) => Promise<number>,
): Promise<number> {
	const {settings, warnings} = readSettings(cli.folders.config);
	for (const warning of warnings) {
		cli.complain(`agent-tui: ${warning}\n`);
	}
	const {env, clock, cwd, folders} = cli;
	const redactor = installedRedactor({folder: folders.state, env, providers: settings.providers});
	const servers = openMcpServers({settings, env, clock, cwd, version, redact: redactor.text});
	const ending = new AbortController();
	const forget = cli.onEnding(() => ending.abort(new Error('interrupted')));
	try {
		const exitCode = await action({servers, settings, redactor, signal: ending.signal});
		return ending.signal.aborted ? interrupted : exitCode;
	} finally {
		forget();
		await servers.close();
	}
}

const interrupted = 130;

/**
 * Returns whether there is a server of this name; if not, prints a message with the known names.
 */
export function isKnown(cli: CliContext, {servers}: OpenedServers, name: string): boolean {
	const names = servers.states.snapshot().map(state => state.name);
	if (names.includes(name)) {
		return true;
	}
	const hint =
		names.length === 0
			? ' None is set: agent-tui mcp add NAME -- COMMAND'
			: `${didYouMean(name, names)} There are ${names.join(', ')}.`;
	cli.complain(`agent-tui: there is no MCP server "${name}".${hint}\n`);
	return false;
}
