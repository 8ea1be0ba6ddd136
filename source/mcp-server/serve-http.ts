import {createHash, timingSafeEqual} from 'node:crypto';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {type Duplex, Readable} from 'node:stream';
import type {ToolHello} from '../wire/message.ts';
import {openClientLink} from './client-link.ts';
import {createHttpExchanges} from './http-exchanges.ts';
import {makeServer, type ServerSdk} from './make-server.ts';
import {createQuestions} from './questions.ts';
import type {ServedClient} from './serve.ts';
import type {Service} from './service.ts';

const address = '127.0.0.1';
const bodyBytesMax = 4 * 1024 * 1024;

/**
 * Serves clients over HTTP, on this machine only, until the program that asked for it disconnects.
 * A client must know the token. Pages in a browser are refused.
 */
export async function serveHttp(
	service: Service,
	{socket, hello, onClose}: {socket: Duplex; hello: ToolHello; onClose: () => void},
): Promise<ServedClient> {
	const {port, token} = hello.http ?? {port: 0, token: ''};
	const sdk = await import('@modelcontextprotocol/server');
	const link = openClientLink(service, {from: hello.from, sessionName: hello.session});
	const questions = createQuestions();
	const exchanges = createHttpExchanges();
	const handler = sdk.createMcpHandler(
		({era, requestInfo}) => {
			const exchange = requestInfo?.headers.get(exchangeHeader) ?? '';
			return makeServer(service, {sdk, link, era, questions, exchanges, exchange});
		},
		{maxRequestBodySize: bodyBytesMax},
	);
	const server = createServer((request, response) => {
		const exchange = service.parts.ports.ids<string>('http');
		answer({sdk, token, handler, exchange}, request, response)
			.catch((error: unknown) => {
				service.log(`HTTP: ${error instanceof Error ? error.stack : String(error)}`);
				response.destroy();
			})
			.finally(() => link.exchangeEnded(exchange, response.writableFinished));
	});
	let isClosed = false;
	const close = (why: string) => {
		if (!isClosed) {
			isClosed = true;
			link.leave(why);
			void handler.close();
			server.close();
			server.closeAllConnections();
			socket.end();
			onClose();
		}
	};
	socket.on('error', () => close('the program that asked for it is gone'));
	socket.on('close', () => close('the program that asked for it is gone'));
	socket.on('end', () => close('the program that asked for it ended'));
	socket.resume();
	server.on('error', error => {
		socket.write(`${JSON.stringify({type: 'failed', why: error.message})}\n`);
		close(error.message);
	});
	server.listen(port, address, () => {
		const {port: chosen} = server.address() as AddressInfo;
		const url = `http://${address}:${chosen}/mcp`;
		socket.write(`${JSON.stringify({type: 'listening', url})}\n`);
	});
	return {close: () => close('the session ended')};
}

type Served = {
	readonly sdk: ServerSdk;
	readonly token: string;
	readonly handler: ReturnType<ServerSdk['createMcpHandler']>;
	readonly exchange: string;
};

async function answer(
	{sdk, token, handler, exchange}: Served,
	incoming: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const refused =
		(incoming.url?.split('?')[0] === '/mcp' ? null : new Response(null, {status: 404})) ??
		whyRefused(sdk, incoming, token);
	if (refused) {
		incoming.resume();
		return send(refused, response);
	}
	const gone = new AbortController();
	response.on('close', () => gone.abort());
	const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
	const request = new Request(`http://${address}${incoming.url}`, {
		method: incoming.method ?? 'GET',
		headers: headersOf(incoming, exchange),
		...(hasBody && {body: Readable.toWeb(incoming) as never, duplex: 'half'}),
		signal: gone.signal,
	});
	await send(await handler.fetch(request), response);
}

/**
 * Returns the refusal for a request; null if it is accepted. A page in a browser can reach a
 * loopback address, but its requests name their origin or host.
 */
function whyRefused(sdk: ServerSdk, incoming: IncomingMessage, token: string): Response | null {
	const host = sdk.validateHostHeader(incoming.headers.host, sdk.localhostAllowedHostnames());
	const origin = sdk.validateOriginHeader(incoming.headers.origin, sdk.localhostAllowedOrigins());
	if (!host.ok || !origin.ok) {
		return new Response('Only programs of this machine may ask.', {status: 403});
	}
	const [, given = ''] = /^Bearer (.+)$/i.exec(incoming.headers.authorization ?? '') ?? [];
	return sameText(given, token)
		? null
		: new Response('The token is wrong.', {
				status: 401,
				headers: {'www-authenticate': 'Bearer'},
			});
}

function sameText(left: string, right: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return right !== '' && timingSafeEqual(digest(left), digest(right));
}

/** We set this header ourselves, and replace it if a client sends it. */
const exchangeHeader = 'x-agent-tui-exchange';

function headersOf({headers}: IncomingMessage, exchange: string): Headers {
	const copy = new Headers();
	for (const [name, value] of Object.entries(headers)) {
		for (const one of [value ?? []].flat()) {
			copy.append(name, one);
		}
	}
	copy.set(exchangeHeader, exchange);
	return copy;
}

async function send(answered: Response, response: ServerResponse): Promise<void> {
	response.writeHead(answered.status, Object.fromEntries(answered.headers));
	if (answered.body === null) {
		await ended(response);
		return;
	}
	for await (const bytes of answered.body) {
		// A closed response emits neither `drain` nor `close` any more, so it is not waited for.
		if (!response.destroyed && !response.write(bytes)) {
			await new Promise<void>(drained => {
				response.once('drain', drained);
				response.once('close', drained);
			});
		}
		if (response.destroyed) {
			return;
		}
	}
	await ended(response);
}

/** Resolves when the system has accepted all bytes, or when the connection is closed. */
function ended(response: ServerResponse): Promise<void> {
	return new Promise(resolve => {
		response.once('close', resolve);
		response.end(resolve);
	});
}
