import {describe, expect, test} from 'vitest';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {proxy, proxySettings, quickClock, textOf, upstream} from './proxies.ts';
import {chatProvider, type TestProxy} from './start-proxy.ts';

const messages = [{role: 'user', content: 'a long text'}];
const limitMs = 6000;

/** A model server that answers its own addresses, and leaves what it is asked to the test. */
async function server(own: Readonly<Record<string, () => {status?: number; body: unknown}>>) {
	const up = await upstream();
	const paths: string[] = [];
	const waiting: Asked[] = [];
	let arrived = () => {};
	up.always(asked => {
		paths.push(asked.path);
		const page = own[asked.path];
		if (page) {
			asked.answer(page());
		} else if (asked.path === '/v1/chat/completions') {
			waiting.push(asked);
			arrived();
		} else {
			asked.answer({status: 404, body: {error: {message: 'nothing there'}}});
		}
	});
	const next = async (): Promise<Asked> => {
		while (waiting.length === 0) {
			await new Promise<void>(resolve => {
				arrived = resolve;
			});
		}
		return waiting.shift()!;
	};
	const running = await proxy({
		providers: [chatProvider(up.baseUrl)],
		settings: {proxy: proxySettings({firstByteMs: limitMs})},
		clock: quickClock(20),
	});
	return {paths, next, running};
}

function asking(running: TestProxy, more: object = {}) {
	const body = {model: 'm', stream: true, messages, ...more};
	return running.ask('/v1/chat/completions', {body});
}

function told({signals}: TestProxy) {
	return signals
		.filter(({kind}) => kind === 'request.reading')
		.map(({code, percent}) => (percent === undefined ? code : `${code} ${percent}`));
}

function slot(read: number, more: object = {}) {
	return {
		id: 0,
		id_task: 7,
		is_processing: true,
		n_prompt_tokens: 1000,
		n_prompt_tokens_processed: read,
		next_token: [{n_decoded: 0}],
		...more,
	};
}

/** Every look finds that so much more was read, until all is. */
function readingSlots(step: number) {
	let read = 0;
	return () => {
		read = Math.min(1000, read + step);
		return {body: [slot(read), {id: 1, is_processing: false}]};
	};
}

describe('a slow model server nearby', () => {
	test('is given its time as long as it gets further, and what it has read is told', async () => {
		const {next, running} = await server({'/slots': readingSlots(100)});
		const answer = asking(running);
		const asked = await next();
		// Ten looks, each after 2 s, are far beyond the limit.
		while (told(running).length < 10) {
			await new Promise(resolve => setImmediate(resolve));
		}
		asked.say('hello');
		asked.finish();
		expect(textOf(await (await answer).events())).toBe('hello');
		expect(told(running).slice(0, 3)).toEqual(['reading 10', 'reading 20', 'reading 30']);
		expect(running.signals.some(({kind}) => kind === 'upstream.timed-out')).toBe(false);
	});

	test('is given up at the limit when it gets no further', async () => {
		const {running} = await server({'/slots': () => ({body: [slot(620)]})});
		const answer = await asking(running);
		expect(answer.status).toBe(504);
		expect((await answer.json()).error.message).toMatch(/silent for 6000 ms \(limit: first byte\)/);
		expect(told(running)).toEqual(['reading 62']);
	});

	test('keeps its client, who is shown that someone is there', async () => {
		const {next, running} = await server({'/slots': readingSlots(50)});
		const body = {model: 'm', stream: true, input: 'a long text'};
		const asking = running.ask('/v1/responses', {body});
		const asked = await next();
		const answer = await asking;
		expect((await answer.next())?.name).toBe('response.created');
		// The answer is opened after a time of silence: how many looks fit into it depends on how fast
		// this machine answers them.
		await expect.poll(() => told(running).length).toBeGreaterThan(2);
		asked.say('hello');
		asked.finish();
		expect(textOf(await answer.events())).toBe('hello');
		expect(answer.text()).toContain('event: keepalive');
	});
});

describe('llama.cpp', () => {
	test('is asked to tell in its stream from the second time on; its client is not told that way', async () => {
		const {next, running, paths} = await server({'/slots': readingSlots(1)});
		const first = asking(running);
		const asked = await next();
		expect(asked.body).not.toHaveProperty('return_progress');
		await running.signal('request.reading');
		asked.say('one');
		asked.finish();
		await (await first).events();
		const looks = paths.filter(path => path === '/slots').length;

		const second = asking(running);
		const again = await next();
		expect(again.body.return_progress).toBe(true);
		const delta = {role: 'assistant', content: null};
		for (const processed of [250, 620]) {
			again.chunk({
				choices: [{index: 0, delta, finish_reason: null}],
				prompt_progress: {total: 1000, cache: 0, processed, time_ms: 9},
			});
		}
		while (!told(running).includes('reading 62')) {
			await new Promise(resolve => setImmediate(resolve));
		}
		const begun = () => running.signals.filter(({kind}) => kind === 'request.first-byte').length;
		expect(begun()).toBe(1);
		again.say('two');
		again.finish();
		const events = await (await second).events();
		expect(textOf(events)).toBe('two');
		expect((await second).text()).not.toContain('prompt_progress');
		expect(events[0]?.data.choices[0].delta.role).toBe('assistant');
		expect(begun()).toBe(2);
		expect(paths.filter(path => path === '/slots')).toHaveLength(looks);
	});

	test('tells a client that asks for the progress itself', async () => {
		const {next, running} = await server({'/slots': readingSlots(1)});
		const answer = asking(running, {return_progress: true});
		const asked = await next();
		asked.chunk({choices: [{index: 0, delta: {}}], prompt_progress: {total: 10, processed: 5}});
		asked.say('hello');
		asked.finish();
		await (await answer).events();
		expect((await answer).text()).toContain('prompt_progress');
	});

	test('says that it loads its model, and that others are before us', async () => {
		const pages = [
			{status: 503, body: {error: {code: 503, message: 'Loading model'}}},
			{body: [slot(1000, {next_token: {n_decoded: 5}})]},
			{body: [slot(1000, {next_token: {n_decoded: 9}})]},
		];
		const {next, running} = await server({'/slots': () => pages.shift() ?? {body: [slot(100)]}});
		const answer = asking(running);
		const asked = await next();
		while (told(running).length < 3) {
			await new Promise(resolve => setImmediate(resolve));
		}
		asked.say('hello');
		asked.finish();
		await (await answer).events();
		expect(told(running)).toEqual(['loading', 'queued', 'reading 10']);
	});
});

test.each([
	['Ollama', '/api/ps', {models: []}, {models: [{name: 'm:latest', model: 'm:latest'}]}],
	[
		'LM Studio',
		'/api/v0/models',
		{object: 'list', data: [{id: 'm', state: 'not-loaded'}]},
		{object: 'list', data: [{id: 'm', state: 'loaded'}]},
	],
])('%s says whether it still loads the model', async (_, path, before, after) => {
	const pages = [before];
	const {next, running, paths} = await server({[path]: () => ({body: pages.shift() ?? after})});
	const answer = asking(running);
	const asked = await next();
	while (told(running).length < 2) {
		await new Promise(resolve => setImmediate(resolve));
	}
	asked.say('hello');
	asked.finish();
	await (await answer).events();
	expect(told(running)).toEqual(['loading', 'reading']);
	expect(paths.filter(each => each === '/slots')).toHaveLength(1);
});

test('a server that tells nothing is asked once, and given up at the limit', async () => {
	const {paths, running} = await server({});
	const first = await asking(running);
	expect(first.status).toBe(504);
	await asking(running);
	expect(paths.filter(path => !path.startsWith('/v1'))).toHaveLength(3);
	expect(told(running)).toEqual([]);
});

test('an answer in one piece that takes too long says which setting counts', async () => {
	const up = await upstream();
	up.always(() => {});
	const running = await proxy({
		providers: [chatProvider(up.baseUrl)],
		settings: {proxy: proxySettings({firstByteMs: 100, streamIdleMs: 200})},
	});
	const answer = await asking(running, {stream: false});
	expect((await answer.json()).error.message).toMatch(
		/200 ms \(limit: whole answer; .*proxy\.streamIdleMs counts and not proxy\.firstByteMs\)/,
	);
});
