import {failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {McpTool} from '../events/mcp.ts';
import type {OfferedMcpTool} from '../events/offered-mcp-tool.ts';
import type {Outcome} from '../events/outcome.ts';
import type {McpProgress, McpServers} from '../mcp-client/mcp-servers.ts';
import {fail, type Tool, type ToolContext} from '../tools/tool.ts';
import {callOutcome, type HideText} from './call-outcome.ts';
import {cleanText, cutText} from './clean-text.ts';
import {pinOf, type ToolPin} from './definition.ts';
import {describeTool} from './offer.ts';
import {factsOf, type Pins, previewOf, standingOf} from './standing.ts';

export type ServerToolPorts = {
	readonly servers: Pick<McpServers, 'call' | 'states'>;
	/** Returns the tool as its server describes it now; null if the server no longer has it. */
	readonly current: (tool: McpTool, signal: AbortSignal) => Promise<Result<McpTool | null>>;
	readonly pins: Pins;
	readonly hide: HideText;
	readonly keepImage: (base64: string) => string | null;
};

/**
 * Makes one of our tools from a server's tool: its calls pass the same gate, and ask unless a rule
 * or a grant allows them.
 */
export function serverTool(offered: OfferedMcpTool, ports: ServerToolPorts): Tool {
	const {server, name, modelName} = offered;
	const pin = pinOf(offered);
	const state = ports.servers.states.snapshot().find(one => one.name === server);
	const host = (state?.host ?? localHost) as HostId;
	const standing = () => standingOf(offered, pin, ports.pins.all(server));
	return {
		...describeTool(offered),
		name: modelName,
		isCheckedElsewhere: true,
		scope: () => `mcp:${server}`,
		host: () => host,
		// A server on another machine can't be called while that machine is not connected, so then the
		// person is not even asked.
		...(host === localHost && {isDoneHere: true as const}),
		summary: input => `${name} ${JSON.stringify(input)}`,
		exposure: () => factsOf(offered, pin, standing()),
		preview: async () => ({ok: true, value: previewOf(offered, pin, standing())}),
		hindrance: (_, {signal}) => whyGone({offered, pin}, ports, signal),
		run: (input, context) => run({offered, pin}, {input, context, ports}),
	};
}

type Pinned = {readonly offered: OfferedMcpTool; readonly pin: ToolPin};

/** Returns why the tool is no longer the one that the model called; null if it still is. */
async function whyGone(
	{offered, pin}: Pinned,
	{current}: ServerToolPorts,
	signal: AbortSignal,
): Promise<Outcome | null> {
	const found = await current(offered, signal);
	const {server, name} = offered;
	if (!found.ok) {
		return fail(found.failure);
	}
	const {value: now} = found;
	if (now === null) {
		return fail(
			failed('not-found', `${server} has no tool "${name}" any more. Look with find_tools.`),
		);
	}
	return pinOf(now).digest === pin.digest
		? null
		: fail(
				failed(
					'conflict',
					`${server} describes "${name}" differently now, so it was not called. Read its description again, and make the call anew.`,
				),
			);
}

async function run(
	pinned: Pinned,
	{input, context, ports}: {input: JsonObject; context: ToolContext; ports: ServerToolPorts},
): Promise<Outcome> {
	const {server, name} = pinned.offered;
	const gone = await whyGone(pinned, ports, context.signal);
	if (gone) {
		return gone;
	}
	ports.pins.pin(server, name, pinned.pin);
	const end = await ports.servers.call({
		server,
		tool: name,
		arguments: input,
		isMeant: tool => pinOf(tool).digest === pinned.pin.digest,
		signal: context.signal,
		onProgress: progress => context.progress(ports.hide(progressWords(progress))),
	});
	const {outputSchema} = pinned.offered;
	return callOutcome(end, {...ports, server, outputSchema});
}

const noteLengthMax = 200;

export function progressWords({done, total, note}: McpProgress): string {
	const share = total === null ? String(done) : `${done} of ${total}`;
	const words = cutText(cleanText(note).replace(/\s+/g, ' ').trim(), noteLengthMax);
	return words === '' ? share : `${share}: ${words}`;
}
