import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Engine} from '../../source/engine/engine.ts';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {writeRecord} from '../../source/engine/registry/registry.ts';
import {isDurable} from '../../source/events/durable.ts';
import type {Stamped} from '../../source/events/event.ts';
import type {CallId, HostId, SessionId, TerminalId} from '../../source/events/ids.ts';
import {type Query, queryEffects} from '../../source/events/query.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror, type Mirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {openTestEngine, overJson} from '../helpers/test-engine.ts';

const clock = systemClock();
const shell = (id: string, cmd: string) =>
	({type: 'call', id, name: 'unified_exec', arguments: JSON.stringify({cmd})}) as const;

/** All that a front end hears, in its order. */
function listenTo(engine: Engine): readonly Stamped[] {
	const heard: Stamped[] = [];
	engine.events.subscribe(event => heard.push(event));
	return heard;
}

describe('several front ends on one engine', () => {
	it('hear the same facts in the same order, also those that come while one is heard', async () => {
		const {engine} = openTestEngine();
		const first = listenTo(engine);
		// A front end that acts while it hears something: the next one still hears both in order.
		engine.events.subscribe(({type}) => {
			if (type === 'message.sent') {
				engine.dispatch({type: 'notify', level: 'info', text: 'heard'});
			}
		});
		const last = listenTo(engine);
		engine.dispatch({type: 'send', text: 'hello'});
		await engine.query({type: 'idle'});
		const seqs = first.map(({seq}) => seq);
		expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
		expect(last).toEqual(first);
		expect(first.map(({type}) => type)).toContain('turn.ended');
	});

	it('answer a card once: the first answer wins, and both see it', async () => {
		const {engine, home, says} = openTestEngine();
		const mirrors = [
			await createMirror(engine, clock),
			await createMirror(overJson(engine), clock),
		];
		says(shell('c1', 'touch ran'));
		engine.dispatch({type: 'send', text: 'run it'});
		const waiting = () => mirrors.map(mirror => waitingCalls(mirror.state())[0]?.id ?? null);
		await expect.poll(waiting).not.toContain(null);
		const [call] = waiting();
		expect(waiting()).toEqual([call, call]);
		overJson(engine).dispatch({
			type: 'answer',
			call: call as CallId,
			verdict: {type: 'deny', reason: 'not now'},
		});
		engine.dispatch({type: 'answer', call: call as CallId, verdict: {type: 'once'}});
		await engine.query({type: 'idle'});
		for (const mirror of mirrors) {
			expect(mirror.state().calls.get(call as CallId)).toMatchObject({
				answer: {verdict: {type: 'deny', reason: 'not now'}},
				status: {type: 'ended', outcome: {status: 'denied'}},
			});
		}
		expect(existsSync(join(home, 'ran'))).toBe(false);
	});

	it('are asked to leave when the engine ends', async () => {
		const {engine} = openTestEngine();
		const asked: string[] = [];
		engine.requests.subscribe(({type, reason}) => asked.push(`${type}: ${reason}`));
		overJson(engine).requests.subscribe(({type}) => asked.push(type));
		await engine.stop('quit');
		await engine.stop('again');
		expect(asked).toEqual(['leave: quit', 'leave']);
	});
});

describe('a mirror', () => {
	it('made of a snapshot and events that were text in between has the state of the engine', async () => {
		const {engine, says} = openTestEngine();
		says(shell('c1', 'touch one'), {type: 'text', text: 'I run it.'});
		engine.dispatch({type: 'send', text: 'before it joined'});
		await expect.poll(() => waitingCalls(engine.parts.store.state()).length).toBe(1);
		const mirror = await createMirror(overJson(engine), clock);
		const [call] = waitingCalls(mirror.state());
		engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'session'}});
		await engine.query({type: 'idle'});
		engine.dispatch({type: 'rename-session', title: 'after it joined'});
		expect(mirror.state()).toEqual(
			JSON.parse(JSON.stringify(engine.parts.store.state()), (key, value) =>
				key === 'calls' ? engine.parts.store.state().calls : value,
			),
		);
		expect(mirror.state().calls.get(call!.id)?.status.type).toBe('ended');
		mirror.close();
		engine.dispatch({type: 'rename-session', title: 'after it left'});
		expect(mirror.state().session.title).toBe('after it joined');
	});

	it('that is made while a fact is heard misses neither that fact nor a later one', async () => {
		const {engine} = openTestEngine();
		const joined: Promise<Mirror>[] = [];
		engine.events.subscribe(({type}) => {
			if (type === 'session.renamed' && joined.length === 0) {
				joined.push(createMirror(overJson(engine), clock));
			}
		});
		engine.dispatch({type: 'rename-session', title: 'heard'});
		const mirror = await joined[0]!;
		expect(mirror.state().session.title).toBe('heard');
		engine.dispatch({type: 'choose-model', provider: 'p', model: 'm'});
		expect(mirror.state().session).toMatchObject({title: 'heard', model: 'm'});
	});

	it('in the process of the engine is its own tree, and is kept once', async () => {
		const {engine} = openTestEngine();
		const mirror = await createMirror(engine, clock);
		engine.dispatch({type: 'send', text: 'hello'});
		await engine.query({type: 'idle'});
		expect(mirror.state()).toBe(engine.parts.store.state());
	});
});

/** The types of the queries that have fields beside their type. */
type TypeWithFields = WithFields<Query>['type'];
type WithFields<Asked> = Asked extends unknown
	? keyof Asked extends 'type'
		? never
		: Asked
	: never;

describe('a query', () => {
	const terminal = '1' as TerminalId;
	/** Those that say more than their type. */
	const asked: {readonly [Type in TypeWithFields]: Extract<Query, {readonly type: Type}>} = {
		'session-to-open': {type: 'session-to-open', wanted: 'none'},
		'delete-session': {type: 'delete-session', session: 'none' as SessionId},
		'export-session': {type: 'export-session', path: 'out.md'},
		'change-setting': {type: 'change-setting', key: 'monitoring.notify', value: 'none'},
		'files-there': {type: 'files-there', host: 'none' as HostId, folder: '/'},
		'terminal-rows': {type: 'terminal-rows', terminal, from: 0, to: 9},
		'terminal-text': {type: 'terminal-text', terminal, from: 0, to: 9},
		'find-in-terminal': {
			type: 'find-in-terminal',
			terminal,
			text: 'two',
			beside: null,
			direction: 'previous',
		},
		'server-tools': {type: 'server-tools', server: 'none'},
		'bring-servers': {type: 'bring-servers', from: 'Zed', servers: {}},
		'connect-host': {type: 'connect-host', target: 'local', isQuiet: false},
		'run-shell': {type: 'run-shell', command: 'printf "one\\ntwo\\n"; exec cat'},
		launch: {type: 'launch', words: ['no-such-agent']},
	};

	it('and its answer are plain JSON, of every kind', async () => {
		const {engine, home} = openTestEngine();
		writeFileSync(join(home, 'a file'), '');
		const opened = await engine.query(asked['run-shell']);
		expect(opened).toEqual({ok: true, value: '1'});
		await expect.poll(() => engine.query(asked['terminal-text'])).toMatch(/one\ntwo/);
		const others = Object.keys(queryEffects).filter(type => type !== 'run-shell');
		for (const type of others) {
			const query = {...asked[type as TypeWithFields], type} as Query;
			expect(JSON.parse(JSON.stringify(query))).toEqual(query);
			const answer: unknown = await engine.query(query);
			expect(JSON.parse(JSON.stringify(answer)), query.type).toEqual(answer);
		}
	});

	it('for what runs in this folder names others in which something was said, the waiting one first', async () => {
		const {engine, home} = openTestEngine();
		const folder = enginesIn(home);
		const put = (session: string, changes: Partial<EngineRecord>) =>
			writeRecord(folder, engineRecord({session: session as SessionId, cwd: home, ...changes}));
		put('s-elsewhere', {cwd: '/other'});
		put('s-begun-now', {title: '', screens: 1});
		put('s-late', {name: 'tests', since: 9});
		put('s-waits', {name: 'deploy', since: 1, state: 'waiting'});
		expect(await engine.query({type: 'running-here'})).toEqual([
			{session: 's-waits', name: 'deploy', isWaiting: true},
			{session: 's-late', name: 'tests', isWaiting: false},
		]);
	});

	it('is answered with what is there', async () => {
		const {engine, home} = openTestEngine();
		writeFileSync(join(home, 'a file'), '');
		engine.dispatch({type: 'send', text: 'hello'});
		await engine.query({type: 'idle'});
		await engine.query(asked['run-shell']);
		await expect
			.poll(() => engine.query(asked['find-in-terminal']))
			.toEqual({line: 1, isAnywhere: true});
		const {rows} = await engine.query(asked['terminal-rows']);
		expect(rows.slice(0, 2)).toEqual(['one', 'two']);
		expect(engine.live.terminal(terminal)?.snapshot().lines.first).toBe(0);
		expect(await engine.query({type: 'files'})).toContain('a file');
		expect(await engine.query(asked['change-setting'])).toMatchObject({
			ok: true,
			value: {'monitoring.notify': 'none'},
		});
		expect((await engine.query({type: 'settings'}))['monitoring.notify']).toBe('none');
		expect((await engine.query({type: 'sessions'})).map(({title}) => title)).toEqual(['hello']);
		expect(await engine.query(asked['export-session'])).toEqual({
			ok: true,
			value: join(home, 'out.md'),
		});
		expect(await engine.query(asked.launch)).toMatchObject({
			ok: false,
			failure: {message: expect.stringContaining('no-such-agent was not started')},
		});
	});
});

it('every fact and the snapshot are plain JSON', async () => {
	const {engine, says} = openTestEngine();
	const heard = listenTo(engine);
	says(shell('c1', 'touch one'));
	engine.dispatch({type: 'send', text: 'go'});
	await expect.poll(() => waitingCalls(engine.parts.store.state()).length).toBe(1);
	const snapshot = await engine.snapshot();
	expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
	engine.dispatch({type: 'interrupt'});
	await engine.query({type: 'idle'});
	expect(heard.filter(isDurable).length).toBeGreaterThan(5);
	expect(JSON.parse(JSON.stringify(heard))).toEqual(heard);
});
