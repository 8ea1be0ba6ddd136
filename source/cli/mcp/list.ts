import type {McpTool} from '../../events/mcp.ts';
import {isSwitchedOff, leftOutWords} from '../../state/mcp-words.ts';
import type {CliCall, CliContext} from '../context.ts';
import {alignColumns, strangersLine} from '../format.ts';
import {createPaint, type PlainPaint} from '../paint.ts';
import {flagText, hasFlag} from '../parsed.ts';
import {isKnown, type OpenedServers, withServers} from './servers.ts';

type Listed = {
	readonly name: string;
	readonly place: string;
	/** The machine on which the server runs, if not this one. Only a session can start it there. */
	readonly host: string | null;
	readonly state: string;
	/** Why the server is switched off; null if it is not. */
	readonly why: string | null;
	readonly problem: string | null;
	readonly tools: readonly McpTool[];
	readonly leftOut: readonly string[];
};

/** `agent-tui mcp list [--server S] [--json]`: starts the servers, and lists their tools. */
export function listServers(call: CliCall, cli: CliContext): Promise<number> {
	return withServers(cli, async opened => {
		const wanted = flagText(call.flags, 'server');
		if (wanted !== undefined && !isKnown(cli, opened, wanted)) {
			return 2;
		}
		const states = opened.servers.states.snapshot();
		const names = states.map(({name}) => name).filter(name => (wanted ?? name) === name);
		const listed = await Promise.all(names.map(name => look(name, opened)));
		if (hasFlag(call.flags, 'json')) {
			cli.print(`${JSON.stringify({servers: opened.redactor.value(listed)}, null, '\t')}\n`);
		} else {
			print(listed, {call, cli, opened});
		}
		return listed.every(({problem}) => problem === null) ? 0 : 1;
	});
}

async function look(name: string, {servers, signal}: OpenedServers): Promise<Listed> {
	const before = servers.states.snapshot().find(state => state.name === name);
	// Don't start a server that is switched off, or that runs on another machine.
	const isOff = before !== undefined && (isSwitchedOff(before) || before.host !== null);
	const found = isOff ? null : await Promise.race([servers.restart(name), aborted(signal)]);
	const now = servers.states.snapshot().find(state => state.name === name);
	return {
		name,
		place: now?.place ?? '',
		host: now?.host ?? null,
		state: now?.state ?? 'off',
		why: isOff ? before.why : null,
		problem: found === null || found.ok ? null : found.failure.message,
		tools: found?.ok ? found.value : [],
		leftOut: found?.ok ? (now?.leftOut ?? []) : [],
	};
}

function aborted(signal: AbortSignal): Promise<null> {
	return new Promise(resolve => {
		signal.addEventListener('abort', () => resolve(null), {once: true});
	});
}

function print(
	listed: readonly Listed[],
	{call, cli, opened}: {call: CliCall; cli: CliContext; opened: OpenedServers},
): void {
	const paint = createPaint(call, cli);
	if (listed.length === 0) {
		cli.complain('agent-tui: no MCP server is set. Add one: agent-tui mcp add NAME -- COMMAND\n');
	}
	for (const server of listed) {
		cli.print(opened.redactor.text(serverLines(server, paint)));
		if (server.problem !== null) {
			cli.complain(`agent-tui: ${strangersLine(server.problem)}\n`);
		}
		if (server.leftOut.length > 0) {
			const words = `${server.name}: ${leftOutWords(server.leftOut)}`;
			cli.complain(`agent-tui: ${strangersLine(words)}\n`);
		}
	}
}

const descriptionLengthMax = 90;

function serverLines({name, place, host, state, why, tools}: Listed, paint: PlainPaint): string {
	const rows = tools.map(tool => {
		const description = strangersLine(tool.description);
		const isLong = description.length > descriptionLengthMax;
		return [
			`  ${strangersLine(tool.name)}`,
			isLong ? `${description.slice(0, descriptionLengthMax - 1)}…` : description,
		];
	});
	const where =
		host === null ? '' : ` on ${strangersLine(host)}, started by a session that is connected to it`;
	const head = `${strangersLine(name)}  ${state}  ${paint.dim(why === null ? `${strangersLine(place)}${where}` : strangersLine(why))}`;
	return [head, ...alignColumns(rows)].map(line => `${line}\n`).join('');
}
