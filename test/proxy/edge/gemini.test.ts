import {describe, expect, onTestFinished, test} from 'vitest';
import type {ProviderSettings} from '../../../source/events/settings.ts';
import {startUpstream} from '../../helpers/scripted-upstream.ts';
import {chatProvider, startProxy} from '../start-proxy.ts';
import {checkedAnswers, checkedList} from '../translate/gemini/grammar.ts';

const body = {contents: [{role: 'user', parts: [{text: 'x'}]}]};
const withTool = {...body, tools: [{functionDeclarations: [{name: 'run'}]}]};
const sseAddress = '/v1beta/models/m:streamGenerateContent?alt=sse';
const key = {'x-goog-api-key': 'secret-token', authorization: ''};

describe('a client of Gemini’s', () => {
	test('is streamed a chat answer as events, with its key in a header', async () => {
		const {up, ask} = await open();
		const answering = ask(sseAddress, {headers: key, body: withTool});
		const asked = await up.next();
		expect(asked.body).toMatchObject({
			model: 'm',
			stream: true,
			messages: [{role: 'user', content: 'x'}],
			tools: [{function: {name: 'run'}}],
		});
		asked.say('so');
		asked.call({id: 'c', name: 'run', arguments: '{"cmd":"ls"}'});
		asked.finish({usage: {prompt_tokens: 3, completion_tokens: 4}});
		const answer = await answering;
		await answer.events();
		expect(answer.headers['content-type']).toContain('text/event-stream');
		expect(checkedAnswers(answer.text())).toMatchObject({
			text: 'so',
			calls: [{id: 'c', name: 'run', args: {cmd: 'ls'}}],
			finish: 'STOP',
			usage: {promptTokenCount: 3, candidatesTokenCount: 4, totalTokenCount: 7},
		});
	});

	test('that does not ask for events is streamed a list of JSON, whatever becomes of it', async () => {
		const {up, ask} = await open();
		const path = '/v1beta/models/m:streamGenerateContent?key=secret-token';
		const whole = ask(path, {headers: {authorization: ''}, body});
		const asked = await up.next();
		asked.say('one');
		asked.say('two');
		asked.finish();
		const answer = await whole;
		expect(answer.headers['content-type']).toContain('application/json');
		expect(checkedList(await answer.json())).toMatchObject({text: 'onetwo', finish: 'STOP'});

		const broken = ask(path, {body: withTool});
		const other = await up.next();
		other.say('one');
		up.always(again => again.answer({status: 400, body: {error: {message: 'no more'}}}));
		const begun = await broken;
		await expect.poll(begun.text).toContain('one');
		other.reset();
		const {text, error} = checkedList(await begun.json());
		expect(text).toBe('one');
		expect(error).toMatchObject({status: expect.any(String)});
	});

	test('is answered in one piece, by a model whose name holds slashes and colons', async () => {
		const {up, ask} = await open('openai-chat', ['qwen3:8b']);
		const answering = ask('/v1beta/models/up/qwen3:8b:generateContent', {body});
		const asked = await up.next();
		expect(asked.body).toMatchObject({model: 'qwen3:8b', stream: false});
		asked.answer({body: {choices: [{message: {content: 'hi'}, finish_reason: 'stop'}]}});
		expect(await (await answering).json()).toMatchObject({
			candidates: [{content: {role: 'model', parts: [{text: 'hi'}]}, finishReason: 'STOP'}],
			modelVersion: 'qwen3:8b',
		});
	});

	test('that asks for a model of Google’s which nobody here has is answered by the default', async () => {
		const {up, ask} = await open();
		const answering = ask('/v1beta/models/gemini-9-flash:generateContent', {body});
		const asked = await up.next();
		expect(asked.body.model).toBe('m');
		asked.answer({body: {choices: [{message: {content: 'hi'}, finish_reason: 'stop'}]}});
		expect((await answering).status).toBe(200);
		const other = await ask('/v1beta/models/gpt-9:generateContent', {body});
		expect(other.status).toBe(404);
		expect((await other.json()).error).toMatchObject({code: 404, status: 'NOT_FOUND'});
	});

	test('that asks for a model of Google’s gets no other one where a provider of Google’s is there', async () => {
		const {up, ask} = await open(
			'gemini',
			['m'],
			[chatProvider('http://127.0.0.1:9/v1', {name: 'other'})],
		);
		const answering = ask('/v1beta/models/gemini-9-flash:generateContent', {body});
		expect((await answering).status).toBe(404);
		expect(up.seen()).toBe(0);
	});

	test.each([
		['a wrong key in a header', '', {...key, 'x-goog-api-key': 'wrong'}, 401, 'UNAUTHENTICATED'],
		['a wrong key in the query', '&key=wrong', {authorization: ''}, 401, 'UNAUTHENTICATED'],
		['no key', '', {authorization: ''}, 401, 'UNAUTHENTICATED'],
		['a web page', '', {...key, origin: 'https://x'}, 403, 'PERMISSION_DENIED'],
		['another name of this host', '', {...key, host: 'x:1'}, 403, 'PERMISSION_DENIED'],
	])('with %s is refused in Google’s shape', async (_, query, headers, status, name) => {
		const {up, ask} = await open();
		const answer = await ask(`${sseAddress}${query}`, {headers, body});
		expect(answer.status).toBe(status);
		expect((await answer.json()).error).toMatchObject({code: status, status: name});
		expect(up.seen()).toBe(0);
	});

	test('gives its key in the query only where Google’s clients do', async () => {
		const {ask} = await open();
		const answer = await ask('/v1/models?key=secret-token', {headers: {authorization: ''}});
		expect(answer.status).toBe(401);
	});

	test('is told which field is wrong', async () => {
		const {up, ask} = await open();
		const answer = await ask(sseAddress, {body: {contents: [{role: 'system', parts: []}]}});
		expect(answer.status).toBe(400);
		expect((await answer.json()).error).toMatchObject({
			status: 'INVALID_ARGUMENT',
			details: [{fieldViolations: [{field: 'contents[0].role'}]}],
		});
		expect(up.seen()).toBe(0);
	});

	test('is given the models, and one of them, in the shape that it reads', async () => {
		const {ask} = await open();
		const known = {name: 'models/up/m', supportedGenerationMethods: expect.any(Array)};
		const list = await (await ask('/v1beta/models?pageSize=50', {headers: key})).json();
		expect(list.models).toContainEqual(expect.objectContaining(known));
		expect(await (await ask('/v1beta/models/up/m', {headers: key})).json()).toMatchObject(known);
		expect((await ask('/v1beta/models/none', {headers: key})).status).toBe(404);
	});

	test.each([body, {generateContentRequest: {...body, model: 'models/m'}}])(
		'is told roughly how many tokens its question has: %#',
		async asked => {
			const {up, ask} = await open();
			const answer = await ask('/v1beta/models/m:countTokens', {body: asked});
			expect(await answer.json()).toEqual({totalTokens: 5});
			expect(up.seen()).toBe(0);
		},
	);
});

describe('a provider that speaks Gemini’s protocol itself', () => {
	test('gets the request as it is, and its events are handed on', async () => {
		const {up, ask} = await open('gemini');
		const more = {generationConfig: {topK: 3}, safetySettings: [{category: 'C'}]};
		const answering = ask(`${sseAddress}&key=secret-token`, {body: {...body, ...more}});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/models/m:streamGenerateContent?alt=sse');
		expect(asked.headers['x-goog-api-key']).toBe('k');
		expect(asked.body).toEqual({...body, ...more});
		const sent = [
			{candidates: [{content: {role: 'model', parts: [{newKind: 1}]}}]},
			{candidates: [{finishReason: 'STOP', groundingMetadata: {}}]},
		];
		sent.forEach(asked.chunk);
		asked.end();
		const events = await (await answering).events();
		expect(events.map(({data}) => data)).toEqual(sent);
	});

	test('that breaks off goes on in the same answer, or ends it with an error', async () => {
		const {up, ask} = await open('gemini');
		const answering = ask(sseAddress, {body});
		const asked = await up.next();
		asked.chunk({candidates: [{content: {role: 'model', parts: [{text: 'one'}]}}]});
		const answer = await answering;
		await answer.next();
		asked.reset();
		const again = await up.next();
		expect(again.body.contents[1]).toMatchObject({role: 'model', parts: [{text: 'one'}]});
		again.chunk({
			candidates: [{content: {role: 'model', parts: [{text: ' two'}]}, finishReason: 'STOP'}],
		});
		again.end();
		const texts = (await answer.events()).map(
			({data}) => data.candidates[0].content.parts[0]?.text ?? '',
		);
		expect(texts.join('')).toBe('one two');
	});

	test('and writes an error into its stream as plain JSON is told of with its words', async () => {
		const {up, ask} = await open('gemini');
		const answering = ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
		const asked = await up.next();
		asked.chunk({candidates: [{content: {role: 'model', parts: [{text: 'one'}]}}]});
		const error = {code: 400, status: 'INVALID_ARGUMENT', message: 'the plain words'};
		asked.raw(JSON.stringify({error}, null, 2));
		asked.end();
		const answer = await answering;
		await answer.events();
		expect(answer.text()).toContain('the plain words');
	});

	test('counts the tokens itself', async () => {
		const {up, ask} = await open('gemini');
		const answering = ask('/v1beta/models/m:countTokens', {body});
		const asked = await up.next();
		expect(asked.path).toBe('/v1/models/m:countTokens');
		expect(asked.body).toEqual(body);
		asked.answer({body: {totalTokens: 42}});
		expect(await (await answering).json()).toEqual({totalTokens: 42});
	});
});

async function open(
	kind: ProviderSettings['kind'] = 'openai-chat',
	models = ['m'],
	others: readonly ProviderSettings[] = [],
) {
	const up = await startUpstream();
	onTestFinished(up.close);
	const proxy = await startProxy({
		providers: [
			...others,
			chatProvider(up.baseUrl, {kind, models, apiKeyEnv: 'UP_KEY', toolCalls: 'native'}),
		],
		env: {UP_KEY: 'k'},
	});
	onTestFinished(() => proxy.close(0));
	return {...proxy, up};
}
