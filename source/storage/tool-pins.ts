import {join} from 'node:path';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {writeFileAtomic} from '../platform/atomic-file.ts';
import {readJsonBook} from '../platform/json-book.ts';
import {withLock} from '../platform/with-lock.ts';

/**
 * The definition of each MCP server's tool at the time when the person first allowed it. A server
 * can change what it says about a tool at any time; a tool whose definition has changed asks again.
 */
export type PinBook = {
	/** Returns all tools of the server that were ever allowed, by their own names. */
	readonly all: (server: string) => ReadonlyMap<string, KeptPin>;
	readonly pin: (server: string, tool: string, pin: KeptPin) => void;
};

type KeptPin = {readonly digest: string; readonly text: string};

export function openPinBook(stateFolder: string): PinBook {
	const path = join(stateFolder, 'mcp-pins.json');
	return {
		all: server => pinsIn(readJsonBook(path), server),
		pin(server, tool, {digest, text}) {
			if (pinsIn(readJsonBook(path), server).get(tool)?.digest === digest) {
				return;
			}
			withLock(path, () => {
				const book = readJsonBook(path);
				const pins = pinsIn(book, server).set(tool, {digest, text});
				const changed = {...book, [server]: Object.fromEntries(pins)};
				writeFileAtomic(path, `${JSON.stringify(changed)}\n`);
			});
		},
	};
}

function pinsIn(book: JsonObject, server: string): Map<string, KeptPin> {
	const kept = Object.hasOwn(book, server) ? book[server] : undefined;
	const pins = new Map<string, KeptPin>();
	for (const [tool, pin] of Object.entries(isJsonObject(kept) ? kept : {})) {
		const {digest, text} = isJsonObject(pin) ? pin : {};
		if (typeof digest === 'string' && typeof text === 'string') {
			pins.set(tool, {digest, text});
		}
	}
	return pins;
}
