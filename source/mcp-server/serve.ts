import type {Duplex} from 'node:stream';
import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/server';
import type {ToolHello} from '../wire/message.ts';
import {type ClientLink, openClientLink} from './client-link.ts';
import {deliveredMethod} from './identity.ts';
import {makeServer, type ServerSdk} from './make-server.ts';
import type {Service} from './service.ts';

export {serveHttp} from './serve-http.ts';

export type ServedClient = {readonly close: () => void};

/** A longer line of a client ends its connection. */
const lineBytesMax = 16 * 1024 * 1024;

/** Serves the client of one connection until it disconnects. */
export async function serveClient(
	service: Service,
	{socket, hello, onClose}: {socket: Duplex; hello: ToolHello; onClose: () => void},
): Promise<ServedClient> {
	let isClosed = false;
	const link = openClientLink(service, {from: hello.from, sessionName: hello.session});
	const close = (why: string) => {
		if (!isClosed) {
			isClosed = true;
			link.leave(why);
			onClose();
		}
	};
	// Handles errors also before the SDK is loaded and after it has closed; unhandled, an error would
	// end the process.
	socket.on('error', error => close(`its connection broke: ${error.message}`));
	socket.on('close', () => close('it closed the connection'));
	socket.on('end', () => {
		close('it closed the connection');
		socket.end();
	});
	const [sdk, {serveStdio, StdioServerTransport}] = await Promise.all([
		import('@modelcontextprotocol/server'),
		import('@modelcontextprotocol/server/stdio'),
	]);
	const lines = new StdioServerTransport(socket, socket, {maxBufferSize: lineBytesMax});
	const handle = serveStdio(({era}) => makeServer(service, facts({sdk, link, era})), {
		transport: hearDelivered(lines, link),
	});
	socket.resume();
	return {
		close() {
			close('the session ended');
			void handle.close().finally(() => socket.end());
		},
	};
}

function facts({sdk, link, era}: {sdk: ServerSdk; link: ClientLink; era: 'legacy' | 'modern'}) {
	return {sdk, link, era, exchange: null} as const;
}

/**
 * Takes out the messages by which the client's side of the connection reports deliveries. They are
 * not part of the protocol. They are needed because a write to the socket succeeds even if nobody
 * will read it.
 */
function hearDelivered(lines: Transport, link: ClientLink): Transport {
	const outer: Transport = {
		start: () => {
			lines.onmessage = (message: JSONRPCMessage, extra) => {
				if ('method' in message && message.method === deliveredMethod) {
					const request = message.params?.['id'];
					if (typeof request === 'string' || typeof request === 'number') {
						link.delivered(request);
					}
				} else {
					outer.onmessage?.(message, extra);
				}
			};
			lines.onclose = () => outer.onclose?.();
			lines.onerror = error => outer.onerror?.(error);
			return lines.start();
		},
		send: (message, options) => lines.send(message, options),
		close: () => lines.close(),
	};
	return outer;
}
