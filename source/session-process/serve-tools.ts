import type {Duplex} from 'node:stream';
import type {EngineSession} from '../front-ends/open-engine.ts';
import {keepResults} from '../mcp-server/keep-results.ts';
import type {ServedClient} from '../mcp-server/serve.ts';
import {defaultLimits, type Service, type ToolLimits} from '../mcp-server/service.ts';
import type {ToolHello} from '../wire/message.ts';

export type ToolServing = {
	readonly serve: (socket: Duplex, hello: ToolHello) => void;
	readonly count: () => number;
	readonly close: () => void;
};

/**
 * Lets other agents use the tools of this session. The code for that is loaded with the first
 * agent.
 */
export function serveTools(
	{engine, session}: Pick<EngineSession, 'engine' | 'session'>,
	{
		screens,
		onCount,
		limits = defaultLimits,
	}: {
		readonly screens: Service['screens'];
		readonly onCount: () => void;
		readonly limits?: ToolLimits;
	},
): ToolServing {
	const open = new Set<Duplex>();
	const served = new Set<ServedClient>();
	const service: Service = {
		parts: engine.parts,
		session,
		screens,
		connected: new Set(),
		abandoned: new Set(),
		limits,
		log: line => void process.stderr.write(`${line}\n`),
	};
	const results = keepResults(service);
	const forget = (socket: Duplex) => {
		if (open.delete(socket)) {
			onCount();
		}
	};
	const clients: Clients = {service, open, served, forget};
	return {
		serve(socket, hello) {
			open.add(socket);
			// The socket may fail while the code is still being loaded, and an unhandled `error` would
			// end the process.
			socket.on('error', () => {});
			socket.on('close', () => forget(socket));
			onCount();
			serveOne(clients, socket, hello).catch((error: unknown) => {
				service.log(`A client could not be served: ${String(error)}`);
				socket.destroy();
				forget(socket);
			});
		},
		count: () => open.size,
		close() {
			results.close();
			for (const client of [...served]) {
				client.close();
			}
			for (const socket of open) {
				socket.destroy();
			}
		},
	};
}

type Clients = {
	readonly service: Service;
	/** All connections of clients, including those that still wait to be served. */
	readonly open: ReadonlySet<Duplex>;
	readonly served: Set<ServedClient>;
	readonly forget: (socket: Duplex) => void;
};

async function serveOne(
	{service, open, served, forget}: Clients,
	socket: Duplex,
	hello: ToolHello,
): Promise<void> {
	const {serveClient, serveHttp} = await import('../mcp-server/serve.ts');
	let client: ServedClient | null = null;
	const onClose = () => {
		if (client) {
			served.delete(client);
		}
		forget(socket);
	};
	client = await (hello.http ? serveHttp : serveClient)(service, {socket, hello, onClose});
	if (open.has(socket)) {
		served.add(client);
	} else {
		client.close();
	}
}
