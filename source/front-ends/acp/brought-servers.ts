import type {McpServer} from '@agentclientprotocol/sdk';
import type {JsonObject} from '../../events/json.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import type {AcpEditor} from './editor.ts';

/**
 * Adds the MCP servers of the editor's own settings to the session. `servers` is the complete list:
 * servers that the editor brought earlier and that are not in it end. Returns notices for the
 * person.
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

/** Of two servers with the same name, the first in the editor's list counts. */
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
