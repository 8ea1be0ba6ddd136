/**
 * A model provider on loopback that does what a test tells it to, step by step.
 *
 *     const upstream = await startUpstream();
 *     // settings: {name: 'up', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']}
 *     const asked = await upstream.next();      // waits for the next request, its body read
 *     asked.body.messages; asked.headers; asked.path;
 *
 *     asked.say('Hel'); asked.say('lo');        // Chat Completions: text, as chunks of a stream
 *     asked.think('hm');                        // reasoning_content
 *     asked.call({id: 'c1', name: 'read_file', arguments: '{"path":"a"}'});
 *     asked.finish();                           // finish reason, usage, [DONE], end
 *     asked.finish({reason: 'length', usage: null});
 *
 *     asked.chunk({choices: […]});              // any object as one `data:` event
 *     asked.event('response.created', {…});     // with an event name: the Responses API
 *     asked.raw('data: {"cho');                 // any bytes; the stream's head is sent before them
 *     asked.answer({status: 429, headers: {'retry-after': '1'}, body: {error: {message: 'slow down'}}});
 *     asked.end(); asked.reset();               // ends properly, or breaks the connection
 *     await asked.left;                         // settles when the proxy has closed its side
 *
 *     await upstream.close();                   // a test that ends closes what it opened
 *
 * Nothing is sent before the test says so, and everything is sent at once when it does.
 * `upstream.seen()` counts requests but those that ask how far it is, `upstream.always(script)` answers each request by itself.
 */

import {once} from 'node:events';
import type {IncomingHttpHeaders, IncomingMessage, ServerResponse} from 'node:http';

export type Upstream = {
	readonly port: number;
	/** With `/v1`, as a provider's setting has it. */
	readonly baseUrl: string;
	readonly next: () => Promise<Asked>;
	/** From now on each request is answered by the script, and `next` sees none. */
	readonly always: (script: (asked: Asked) => void) => void;
	readonly seen: () => number;
	readonly close: () => Promise<void>;
};

export type Asked = {
	readonly method: string;
	readonly path: string;
	readonly headers: IncomingHttpHeaders;
	/** The parsed body; an empty object when there was none. */
	// biome-ignore lint/suspicious/noExplicitAny: a test reads into it as deep as it likes.
	readonly body: any;
	readonly say: (text: string) => void;
	readonly think: (text: string) => void;
	readonly call: (call: {id: string; name: string; arguments: string; index?: number}) => void;
	readonly finish: (how?: {reason?: string; usage?: object | null}) => void;
	readonly chunk: (chunk: object) => void;
	readonly event: (name: string, data: object) => void;
	readonly raw: (bytes: string | Uint8Array) => void;
	readonly answer: (answer: {
		status?: number;
		headers?: Record<string, string>;
		body?: unknown;
	}) => void;
	/** A bad status with the beginning of a body, and then nothing more. */
	readonly refuseSlowly: (status: number, words: string) => void;
	readonly end: () => void;
	readonly reset: () => void;
	readonly left: Promise<void>;
};

export async function startUpstream(): Promise<Upstream> {
	const waiting: ((asked: Asked) => void)[] = [];
	const arrived: Asked[] = [];
	let script: ((asked: Asked) => void) | null = null;
	let count = 0;
	const server = process.getBuiltinModule('node:http').createServer((request, response) => {
		const asksHowFar = progressPaths.has(request.url ?? '');
		if (!script && asksHowFar) {
			response.writeHead(404).end();
			return;
		}
		void readAsked(request, response).then(asked => {
			count += asksHowFar ? 0 : 1;
			const waiter = waiting.shift();
			if (script) {
				script(asked);
			} else if (waiter) {
				waiter(asked);
			} else {
				arrived.push(asked);
			}
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	return {
		port,
		baseUrl: `http://127.0.0.1:${port}/v1`,
		next: () =>
			new Promise(resolve => {
				const first = arrived.shift();
				if (first) {
					resolve(first);
				} else {
					waiting.push(resolve);
				}
			}),
		always(next) {
			script = next;
		},
		seen: () => count,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

/** Where the proxy asks a server nearby how far it is: no test has to wait for that. */
const progressPaths: ReadonlySet<string> = new Set(['/slots', '/api/ps', '/api/v0/models']);

async function readAsked(request: IncomingMessage, response: ServerResponse): Promise<Asked> {
	let text = '';
	for await (const piece of request.setEncoding('utf8')) {
		text += piece;
	}
	const raw = (bytes: string | Uint8Array) => {
		if (!response.headersSent) {
			response.writeHead(200, {'content-type': 'text/event-stream'});
		}
		response.write(bytes);
	};
	const chunk = (data: object) => raw(`data: ${JSON.stringify(data)}\n\n`);
	let role: object = {role: 'assistant'};
	const delta = (fields: object, reason: string | null = null) => {
		chunk({
			...identity,
			choices: [{index: 0, delta: {...role, ...fields}, finish_reason: reason}],
		});
		role = {};
	};
	return {
		method: request.method ?? '',
		path: request.url ?? '',
		headers: request.headers,
		body: text === '' ? {} : JSON.parse(text),
		say: content => delta({content}),
		think: reasoning_content => delta({reasoning_content}),
		call: ({id, name, arguments: given, index = 0}) =>
			delta({
				tool_calls: [{index, id, type: 'function', function: {name, arguments: given}}],
			}),
		finish({reason = 'stop', usage = usualUsage} = {}) {
			delta({}, reason);
			if (usage) {
				chunk({...identity, choices: [], usage});
			}
			raw('data: [DONE]\n\n');
			response.end();
		},
		chunk,
		event: (name, data) => raw(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
		raw,
		answer({status = 200, headers = {}, body = {}}) {
			const sent = typeof body === 'string' ? body : JSON.stringify(body);
			response.writeHead(status, {'content-type': 'application/json', ...headers});
			response.end(sent);
		},
		refuseSlowly(status, words) {
			response.writeHead(status, {'content-type': 'text/plain'});
			response.write(words);
		},
		end: () => {
			response.end();
		},
		reset: () => {
			request.socket.resetAndDestroy();
		},
		left: new Promise(resolve => {
			response.once('close', resolve);
		}),
	};
}

const identity = {
	id: 'chatcmpl-scripted',
	object: 'chat.completion.chunk',
	created: 1_700_000_000,
	model: 'scripted',
};

const usualUsage = {prompt_tokens: 10, completion_tokens: 5, total_tokens: 15};
