import {isDeepStrictEqual} from 'node:util';
import type {McpServers} from './mcp-servers.ts';
import {enter, type Server} from './server.ts';
import type {ServerEntry} from './server-entry.ts';
import {endServer} from './server-life.ts';

/** The servers of this session, and the functions that add and remove some. */
export type ServerList = {
	readonly servers: ReadonlyMap<string, Server>;
	readonly states: McpServers['states'];
	/** Added and removed servers are reported to listeners only when `tell` is called. */
	readonly change: {
		readonly add: (entry: ServerEntry) => void;
		readonly remove: (name: string) => void;
		readonly tell: () => void;
	};
};

/**
 * Replaces the brought servers by those of `entries`. A server whose entry is unchanged keeps
 * running. The removal of the others is reported before the additions: a new entry of the same name
 * is another server, and nothing that is known of the old one may count for it.
 */
export function bringServers(
	{servers, change: {add, remove, tell}}: Pick<ServerList, 'servers' | 'change'>,
	{
		isBrought,
		entries,
	}: {
		readonly isBrought: (entry: ServerEntry) => boolean;
		readonly entries: readonly ServerEntry[];
	},
): void {
	const gone = [...servers.values()].filter(
		({entry}) => isBrought(entry) && !entries.some(one => isDeepStrictEqual(one, entry)),
	);
	for (const server of gone) {
		remove(server.entry.name);
		void closeServer(server);
	}
	if (gone.length > 0) {
		tell();
	}
	const added = entries.filter(({name}) => !servers.has(name));
	added.forEach(add);
	if (added.length > 0) {
		tell();
	}
}

export async function closeServer(server: Server): Promise<void> {
	server.isClosed = true;
	enter(server, 'off');
	await endServer(server);
}
