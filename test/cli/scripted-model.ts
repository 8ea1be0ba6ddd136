import {once} from 'node:events';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

/**
 * What the model says to one request after the other; the last one is said again and again.
 * `tokens`: so many for the request and for the answer each; without it no usage is told.
 */
export type Script =
	| {readonly type: 'text'; readonly text: string; readonly tokens?: number}
	| {
			readonly type: 'call';
			readonly name: string;
			readonly input: object;
			readonly tokens?: number;
	  }
	| {readonly type: 'status'; readonly status: number; readonly headers?: Record<string, string>}
	/** Begins to answer and never ends. */
	| {readonly type: 'hang'};

export type ScriptedModel = {
	readonly baseUrl: string;
	/** The bodies of the requests so far. */
	readonly requests: readonly {
		readonly model: string;
		readonly messages: readonly {role: string; content: unknown}[];
	}[];
	/** Resolves when so many requests have come. */
	readonly asked: (count: number) => Promise<void>;
};

/** A provider of kind `openai-chat` on loopback. */
export async function scriptedModel(...scripts: readonly Script[]): Promise<ScriptedModel> {
	const requests: ScriptedModel['requests'][number][] = [];
	const waiting: {count: number; resolve: () => void}[] = [];
	const server = createServer(async (request, response) => {
		let body = '';
		for await (const chunk of request) {
			body += String(chunk);
		}
		if (!request.url?.endsWith('/chat/completions')) {
			response.writeHead(404).end('{}');
			return;
		}
		requests.push(JSON.parse(body));
		answer(response, scripts[Math.min(requests.length, scripts.length) - 1]!);
		for (const {resolve} of waiting.filter(({count}) => requests.length >= count)) {
			resolve();
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const {port} = server.address() as AddressInfo;
	return {
		baseUrl: `http://127.0.0.1:${port}/v1`,
		requests,
		asked: count =>
			requests.length >= count
				? Promise.resolve()
				: new Promise(resolve => waiting.push({count, resolve})),
	};
}

function answer(response: ServerResponse, script: Script): void {
	if (script.type === 'status') {
		const headers = {'content-type': 'application/json', ...script.headers};
		response.writeHead(script.status, headers).end('{"error":{"message":"scripted"}}');
		return;
	}
	response.writeHead(200, {'content-type': 'text/event-stream'});
	const write = (also: object) => {
		const chunk = {id: 'scripted', object: 'chat.completion.chunk', model: 'scripted', ...also};
		response.write(`data: ${JSON.stringify(chunk)}\n\n`);
	};
	const send = (delta: object, finish: string | null = null) =>
		write({choices: [{index: 0, delta, finish_reason: finish}]});
	send({role: 'assistant', content: script.type === 'text' ? script.text : 'I start. '});
	if (script.type === 'hang') {
		return;
	}
	if (script.type === 'call') {
		const call = {name: script.name, arguments: JSON.stringify(script.input)};
		send({tool_calls: [{index: 0, id: 'call_scripted', type: 'function', function: call}]});
	}
	send({}, script.type === 'call' ? 'tool_calls' : 'stop');
	if (script.tokens !== undefined) {
		write({choices: [], usage: {prompt_tokens: script.tokens, completion_tokens: script.tokens}});
	}
	response.end('data: [DONE]\n\n');
}
