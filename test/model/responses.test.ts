import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, it} from 'vitest';
import type {Part} from '../../source/events/part.ts';
import {responsesModel} from '../../source/model/responses.ts';

const servers: Server[] = [];

afterEach(() => {
	for (const server of servers.splice(0)) {
		server.closeAllConnections();
		server.close();
	}
});

/** A proxy that answers every request with these events and then closes. */
async function answerWith(
	events: readonly object[],
	status = 200,
): Promise<{url: string; token: string}> {
	const server = createServer((_, response) => {
		response.writeHead(status, {
			'content-type': status === 200 ? 'text/event-stream' : 'application/json',
		});
		if (status === 200) {
			for (const event of events) {
				response.write(
					`event: ${(event as {type: string}).type}\ndata: ${JSON.stringify(event)}\n\n`,
				);
			}
			response.end();
		} else {
			response.end(JSON.stringify(events[0]));
		}
	});
	servers.push(server);
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, token: 'secret'};
}

async function partsOf(
	address: {url: string; token: string},
	signal = new AbortController().signal,
): Promise<readonly Part[]> {
	const parts: Part[] = [];
	const request = {
		model: 'default',
		instructions: '',
		input: [{type: 'user', text: 'hi'}],
		tools: [],
		signal,
	} as const;
	for await (const part of responsesModel(async () => address).stream(request)) {
		parts.push(part);
	}
	return parts;
}

const text = (delta: string) => ({type: 'response.output_text.delta', delta, sequence_number: 1});
const completed = {
	type: 'response.completed',
	response: {usage: {input_tokens: 5, output_tokens: 2, input_tokens_details: {cached_tokens: 3}}},
};

describe('the model', () => {
	it('yields text, usage and the end', async () => {
		const parts = await partsOf(await answerWith([text('Hel'), text('lo'), completed]));
		expect(parts).toEqual([
			{type: 'text', text: 'Hel'},
			{type: 'text', text: 'lo'},
			{type: 'usage', usage: {inputTokens: 5, outputTokens: 2, cachedTokens: 3}},
			{type: 'end', finish: 'stop'},
		]);
	});

	it('yields a call whole, and says that calls were the end', async () => {
		const item = {
			type: 'function_call',
			call_id: 'c1',
			name: 'unified_exec',
			arguments: '{"cmd":"ls"}',
		};
		const parts = await partsOf(
			await answerWith([{type: 'response.output_item.done', item}, completed]),
		);
		expect(parts[0]).toEqual({
			type: 'call',
			id: 'c1',
			name: 'unified_exec',
			arguments: '{"cmd":"ls"}',
		});
		expect(parts.at(-1)).toEqual({type: 'end', finish: 'calls'});
	});

	it('calls an answer that just stops incomplete, never done', async () => {
		const parts = await partsOf(await answerWith([text('Hel')]));
		expect(parts.at(-1)).toMatchObject({type: 'failure', failure: {kind: 'incomplete'}});
	});

	it('reports a failed response with the reason that the proxy gave', async () => {
		const failedEvent = {
			type: 'response.failed',
			response: {error: {code: 'server_error', message: 'it broke'}},
		};
		const parts = await partsOf(await answerWith([text('Hel'), failedEvent]));
		expect(parts.at(-1)).toEqual({
			type: 'failure',
			failure: {kind: 'upstream', message: 'it broke'},
		});
	});

	it('reports a refused request with its status', async () => {
		const parts = await partsOf(await answerWith([{error: {message: 'bad key'}}], 401));
		expect(parts).toMatchObject([{type: 'failure', failure: {kind: 'unauthorized'}}]);
	});

	it('ends as interrupted when the turn is', async () => {
		const abort = new AbortController();
		abort.abort();
		expect(await partsOf(await answerWith([text('x'), completed]), abort.signal)).toEqual([
			{type: 'end', finish: 'interrupted'},
		]);
	});
});
