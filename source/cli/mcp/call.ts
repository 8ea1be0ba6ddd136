import {localHost} from '../../events/ids.ts';
import {isJsonObject, type JsonObject, parseJson} from '../../events/json.ts';
import type {McpContent} from '../../events/mcp.ts';
import {decide} from '../../gate/decide.ts';
import type {McpCallEnd, McpProgress} from '../../mcp-client/mcp-servers.ts';
import {toolTarget} from '../../state/risks.ts';
import {neutralise} from '../../text/neutralise.ts';
import type {CliCall, CliContext} from '../context.ts';
import {strangersLine} from '../format.ts';
import {hasFlag} from '../parsed.ts';
import {isKnown, type OpenedServers, withServers} from './servers.ts';

type NamedTool = {readonly server: string; readonly tool: string};

/**
 * `agent-tui mcp call SERVER TOOL [JSON]`. The person typed the call, so no question is asked; a
 * rule that denies the call still holds.
 */
export async function callServer(call: CliCall, cli: CliContext): Promise<number> {
	const [, server = '', tool = '', text = '{}'] = call.words;
	const given = text === '-' ? await cli.readStdin() : ({ok: true, value: text} as const);
	const input = given.ok ? parseJson(given.value) : undefined;
	if (!isJsonObject(input)) {
		const example = `agent-tui mcp call ${server} ${tool} '{"key": "value"}'`;
		cli.complain(`agent-tui: the arguments must be a JSON object, as in: ${example}\n`);
		return 2;
	}
	return withServers(cli, async opened => {
		if (!isKnown(cli, opened, server)) {
			return 2;
		}
		const denied = whyDenied({server, tool}, input, opened);
		if (denied !== null) {
			cli.complain(`agent-tui: ${strangersLine(denied)}\n`);
			return 3;
		}
		const onProgress = (progress: McpProgress) => cli.complain(progressLine(progress, opened));
		const {signal} = opened;
		const end = await opened.servers.call({server, tool, arguments: input, signal, onProgress});
		return tell(end, {cli, opened, asJson: hasFlag(call.flags, 'json')});
	});
}

function whyDenied(
	{server, tool}: NamedTool,
	input: JsonObject,
	{settings}: OpenedServers,
): string | null {
	const decision = decide(
		{
			scope: `mcp:${server}`,
			host: localHost,
			tool,
			summary: `${tool} ${JSON.stringify(input)}`,
			exposure: {targets: [toolTarget(tool)]},
		},
		{rules: settings.permissions.rules, grants: [], now: 0},
	);
	return decision.type === 'deny' ? decision.reason : null;
}

function progressLine({done, total, note}: McpProgress, {redactor}: OpenedServers): string {
	const share = total === null ? `${done}` : `${done} of ${total}`;
	return `${strangersLine(redactor.text(note === '' ? share : `${share}: ${note}`))}\n`;
}

function tell(
	end: McpCallEnd,
	{cli, opened, asJson}: {cli: CliContext; opened: OpenedServers; asJson: boolean},
): number {
	const {redactor} = opened;
	if (asJson) {
		cli.print(`${JSON.stringify(redactor.value(end))}\n`);
		return end.status === 'ok' ? 0 : 1;
	}
	if ('failure' in end) {
		cli.complain(`agent-tui: ${strangersLine(end.failure.message)}\n`);
		return 1;
	}
	if (end.status === 'cancelled') {
		return 1;
	}
	for (const block of end.content) {
		// In a terminal, the result is neutralised. A program that reads our output gets every byte,
		// except secrets.
		const words = redactor.text(wordsOf(block));
		cli.print(`${cli.terminal.stdout ? neutralise(words) : words}\n`);
	}
	return end.status === 'ok' ? 0 : 1;
}

function wordsOf(block: McpContent): string {
	switch (block.type) {
		case 'text':
			return block.text;
		case 'resource':
			return block.text ?? `[${block.uri}: ${block.mimeType ?? 'data'}; --json has it]`;
		case 'link':
			return `[${block.name}: ${block.uri}]`;
		default:
			return `[${block.mimeType}; --json has it]`;
	}
}
