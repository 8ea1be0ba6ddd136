import type {McpServer} from '@agentclientprotocol/sdk';
import type {JsonObject} from '../../events/json.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import type {AcpEditor} from './editor.ts';

/**
 * The MCP servers that stand in the editor's own settings join those of the session. What the editor
 * names is all that it brings: those of an earlier time which it names no more end. Returns what the
 * person has to know.
 */
export async function bringServers(
	{
		engine,
		mirror,
		editor,
	}: Pick<FrontEndSession, 'engine'> & {readonly mirror: Mirror; readonly editor: AcpEditor},
	servers: readonly McpServer[],
): Promise<readonly string[]> {
	const hasSome = mirror.state().mcpServers.some(({origin}) => origin === 'editor');
	if (servers.length === 0 && !hasSome) {
		return [];
	}
	const brought = await engine.query({
		type: 'bring-servers',
		from: editor.name(),
		servers: asInSettings(servers),
	});
	return brought.ok
		? brought.value.map(words => `MCP server ${words}`)
		: [`The editor's MCP servers are not used: ${brought.failure.message}`];
}

/** Of two with one name the first counts, as in the editor's own list. */
function asInSettings(servers: readonly McpServer[]): JsonObject {
	return Object.fromEntries(servers.toReversed().map(server => [server.name, entryOf(server)]));
}

function entryOf(server: McpServer): JsonObject {
	if ('url' in server) {
		return {type: server.type, url: server.url, headers: valuesOf(server.headers)};
	}
	return {command: server.command, args: server.args, env: valuesOf(server.env)};
}

function valuesOf(list: readonly {readonly name: string; readonly value: string}[]): JsonObject {
	return Object.fromEntries(list.map(({name, value}) => [name, value]));
}
