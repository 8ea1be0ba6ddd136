import {createHash} from 'node:crypto';
import type {McpServerState} from '../events/mcp.ts';
import type {PinBook} from '../storage/tool-pins.ts';

/**
 * Ties what the person has allowed of a server's tools to the program or address that the server
 * had then. If the settings later give the same name to another server, its tools ask anew.
 */
export function bindPins(book: PinBook, states: () => readonly McpServerState[]): PinBook {
	const keyOf = (server: string) => {
		const {place, host, origin} = states().find(({name}) => name === server) ?? {};
		const bound = JSON.stringify([place, host, origin]);
		return `${server} ${createHash('sha256').update(bound).digest('hex').slice(0, 16)}`;
	};
	return {
		all: server => book.all(keyOf(server)),
		pin: (server, tool, pin) => book.pin(keyOf(server), tool, pin),
	};
}
