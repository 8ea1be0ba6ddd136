import {describe, expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {fetchUrl} from '../../source/tools/fetch-url.ts';
import {readFileTool} from '../../source/tools/read-file.ts';
import {unifiedExec} from '../../source/tools/unified-exec.ts';
import type {Exchange} from '../helpers/scripted-model.ts';
import {asked, open} from './turn-harness.ts';

const why = '"by" is missing.';

function writeBroken(exchange: Exchange, id: string): void {
	const raw = '{"unreadable":"<tool_call>count"}';
	exchange.part({type: 'call', id, name: 'count', arguments: raw, broken: why});
	exchange.end('calls');
}

describe('a call that the proxy could not read', () => {
	it('fails with the exact reason, and the model is told it as the result', async () => {
		const {turns, model, store, runs} = open();
		turns.send('count');
		writeBroken(await model.next(), 'c1');
		const second = await model.next();
		expect(second.request.input.at(-1)).toEqual({
			type: 'result',
			id: 'c1',
			output: JSON.stringify({success: false, error: {kind: 'bad-input', message: why}}),
		});
		const call = store.state().calls.get('c1' as CallId);
		expect(call).toMatchObject({broken: why, summary: 'count <tool_call>count', input: null});
		expect(call?.status).toMatchObject({type: 'ended', outcome: {status: 'failed'}});
		expect(runs).toEqual([]);
		second.end();
		await turns.settled();
	});

	it.each(['{"unreadable":"a","and":"more"}', '{"unreadable":1}', '{"unreadable":"cut'])(
		'is shown as it stands where it is written as nobody expects: %s',
		async raw => {
			const {turns, model, store} = open();
			turns.send('count');
			const first = await model.next();
			first.part({type: 'call', id: 'c1', name: 'count', arguments: raw, broken: why});
			first.end('calls');
			(await model.next()).end();
			await turns.settled();
			expect(store.state().calls.get('c1' as CallId)?.status).toMatchObject({type: 'ended'});
		},
	);

	it('ends the turn after three times asking back, and offers another model', async () => {
		const {turns, model, log} = open();
		turns.send('count');
		for (const id of ['c1', 'c2', 'c3', 'c4']) {
			writeBroken(await model.next(), id);
		}
		await turns.settled();
		expect(model.requests).toHaveLength(4);
		expect(log.at(-1)).toMatchObject({
			type: 'turn.ended',
			outcome: 'failed',
			failure: {kind: 'protocol', message: expect.stringContaining('/model')},
		});
	});
});

describe('a call that was mended', () => {
	it('asks, although a grant allows the tool for this session', async () => {
		const {turns, model, store, runs, gate} = open();
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		gate.answer('c1' as CallId, {type: 'session'}, 'key');
		const second = await model.next();
		const part = {type: 'call', id: 'c2', name: 'count', arguments: '{"by":2}'} as const;
		second.part({...part, mended: 'type of by: "2" → 2'});
		second.end('calls');
		await asked(store);
		expect(runs).toEqual([{by: 1}]);
		gate.answer('c2' as CallId, {type: 'once'}, 'key');
		(await model.next()).end();
		await turns.settled();
		expect(runs).toEqual([{by: 1}, {by: 2}]);
	});
});

describe('asking for more rights', () => {
	const request = {
		type: 'call',
		id: 'c1',
		name: 'request_permission',
		arguments: '{"command":"apt update","reason":"needs root"}',
		mended: 'a request for more rights, written as text → this question',
	} as const;

	it.each([
		[{type: 'once'} as const, /"granted":"once"/],
		[{type: 'deny', reason: 'not on this machine'} as const, /not on this machine/],
	])('is a question whose answer goes back (%j)', async (verdict, told) => {
		const {turns, model, store, gate} = open();
		turns.send('update');
		const first = await model.next();
		first.part(request);
		first.end('calls');
		await asked(store);
		expect(waitingCalls(store.state())[0]).toMatchObject({
			tool: 'request_permission',
			summary: 'apt update\nreason given: needs root',
		});
		gate.answer('c1' as CallId, verdict, 'key');
		const second = await model.next();
		expect(JSON.stringify(second.request.input.at(-1))).toMatch(
			new RegExp(told.source.replaceAll('"', '\\\\"')),
		);
		second.end();
		await turns.settled();
	});

	it('asks each time anew, whatever was answered before', async () => {
		const {turns, model, store, gate} = open();
		turns.send('update');
		const {mended: _, ...called} = request;
		for (const id of ['c1', 'c2']) {
			const exchange = await model.next();
			exchange.part({...called, id});
			exchange.end('calls');
			await asked(store);
			gate.answer(id as CallId, {type: 'session'}, 'key');
		}
		(await model.next()).end();
		await turns.settled();
	});

	it('is not offered to models as a tool', async () => {
		const {turns, model} = open();
		turns.send('hello');
		const first = await model.next();
		expect(first.request.tools.map(({name}) => name)).toEqual(['count']);
		first.end();
		await turns.settled();
	});
});

describe('an action that the model only announced', () => {
	async function announce({on, words, acts = true}: {on: boolean; words: string; acts?: boolean}) {
		const tools = [unifiedExec, fetchUrl, readFileTool];
		const opened = open([], Promise.resolve(), {inferFromIntent: on, tools});
		const {turns, model, store, answer} = opened;
		turns.send('Look at https://a.test/Repo.');
		if (acts) {
			const first = await model.next();
			first.call('count', {by: 1}, 'c1');
			first.end('calls');
			await asked(store);
			answer('c1', 'once');
		}
		const next = await model.next();
		next.say(words);
		next.end();
		return opened;
	}

	it('is suggested on a card that always asks, and its refusal goes back', async () => {
		const {turns, model, store, gate} = await announce({on: true, words: 'Let me run `ls -l`.'});
		await asked(store);
		const [card] = waitingCalls(store.state());
		expect(card).toMatchObject({
			tool: 'unified_exec',
			input: {cmd: 'ls -l'},
			mended: "inferred from the model's words: Let me run `ls -l`.",
		});
		gate.answer(card!.id, {type: 'deny'}, 'key');
		const last = await model.next();
		expect(JSON.stringify(last.request.input.at(-1))).toContain('denied');
		last.say('Let me run `ls -l`.');
		last.end();
		await turns.settled();
		expect(model.requests).toHaveLength(3);
	});

	it('asks also about reading a file of the workspace, which a call of the model need not', async () => {
		const {turns, model, store, gate} = await announce({
			on: true,
			words: 'Let me read `notes.md`.',
		});
		await asked(store);
		const [card] = waitingCalls(store.state());
		expect(card).toMatchObject({tool: 'read_file', scope: 'read', input: {path: 'notes.md'}});
		gate.answer(card!.id, {type: 'deny'}, 'key');
		(await model.next()).end();
		await turns.settled();
		expect(store.state().calls.get(card!.id)).toMatchObject({
			status: {type: 'ended', outcome: {status: 'denied'}},
		});
	});

	it('takes the newest URL of this session for the repository', async () => {
		const {turns, model, store, gate} = await announce({
			on: true,
			words: 'Let me explore the repository.',
		});
		await asked(store);
		const [card] = waitingCalls(store.state());
		expect(card).toMatchObject({tool: 'fetch_url', input: {url: 'https://a.test/Repo'}});
		gate.answer(card!.id, {type: 'deny'}, 'key');
		(await model.next()).end();
		await turns.settled();
	});

	it.each([
		{on: false, words: 'Let me run `ls -l`.'},
		{on: true, words: 'Let me run `ls -l`.', acts: false},
		{on: true, words: 'I ran `ls -l`.'},
	])('yields nothing otherwise (%j)', async options => {
		const {turns, store} = await announce(options);
		await turns.settled();
		expect([...store.state().calls.values()].map(({tool}) => tool)).toEqual(
			options.acts === false ? [] : ['count'],
		);
	});
});
