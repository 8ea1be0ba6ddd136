import {assertNever} from '../events/assert-never.ts';
import {failed, type Result} from '../events/failure.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {ListedTool} from '../events/query.ts';
import {toolsWords} from '../state/mcp-words.ts';
import type {EngineParts} from './engine-parts.ts';

type ServerIntent = Extract<EngineIntent, {type: 'restart-server' | 'switch-server'}>;

/** Restarts a server or switches it on or off, and shows the result as a notice. */
export async function performOnServer(parts: EngineParts, intent: ServerIntent): Promise<void> {
	const {ports, append} = parts;
	const {mcpServers: servers} = ports;
	const {server} = intent;
	const say = (level: 'info' | 'warn', text: string) => append({type: 'notice.shown', level, text});
	if (!servers) {
		return say('warn', 'This session has no MCP server.');
	}
	switch (intent.type) {
		case 'restart-server': {
			const done = await servers.restart(server);
			return done.ok
				? say('info', `${server} is ready, with ${toolsWords(done.value.length)}.`)
				: say('warn', done.failure.message);
		}
		case 'switch-server':
			if (intent.isOn) {
				servers.switchOn(server);
				return say('info', `${server} is on; it starts when it is needed.`);
			}
			await servers.switchOff(server);
			return say('info', `${server} is off for this session. /mcp on ${server} takes that back.`);
		default:
			return assertNever(intent);
	}
}

/** How long a person waits for the tools of a server that is starting. */
const listMsMax = 15_000;

export async function listServerTools(
	{serverTools}: EngineParts,
	server: string,
): Promise<Result<readonly ListedTool[]>> {
	return serverTools === null
		? {ok: false, failure: failed('not-found', 'This session has no MCP server.')}
		: serverTools.list(server, AbortSignal.timeout(listMsMax));
}
