import {describe, expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import {type CallId, type HostId, localHost} from '../../source/events/ids.ts';
import {noHops} from '../../source/state/hops.ts';
import {succeed, type Tool} from '../../source/tools/tool.ts';
import {instructions} from '../../source/turn/instructions.ts';
import {asked, open} from './turn-harness.ts';

const web = 'web' as HostId;
const gone = failed('unreachable', 'web is not connected');
const chosen = {type: 'hop.chosen', host: web, cwd: '/srv'} as const;

describe('a call', () => {
	it('goes where the model was told that it would, whatever was chosen while it answered', async () => {
		const {turns, model, store} = open();
		turns.send('count');
		const exchange = await model.next();
		store.append(chosen);
		exchange.call('count', {by: 1}, 'c1');
		exchange.end('calls');
		await asked(store);
		expect(store.state().calls.get('c1' as CallId)?.host).toBe(localHost);
	});

	it('fails before anybody is asked where its host is not connected', async () => {
		const {turns, model, store, runs} = open([], undefined, {
			whyNot: host => (host === web ? gone : null),
		});
		store.append(chosen);
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		const second = await model.next();
		expect(JSON.stringify(second.request.input)).toContain('web is not connected');
		expect(runs).toEqual([]);
	});

	it('is not run, here or there, when its host went while the card waited', async () => {
		let isGone = false;
		const {turns, model, store, runs, answer} = open([], undefined, {
			whyNot: host => (host === web && isGone ? gone : null),
		});
		store.append(chosen);
		turns.send('count');
		const first = await model.next();
		first.call('count', {by: 1}, 'c1');
		first.end('calls');
		await asked(store);
		isGone = true;
		answer('c1', 'once');
		const second = await model.next();
		expect(JSON.stringify(second.request.input)).toContain('web is not connected');
		expect(runs).toEqual([]);
	});

	it('that this program does by itself needs no connection', async () => {
		const tool: Tool = {
			name: 'look',
			description: 'Looks.',
			parameters: {type: 'object', properties: {}},
			scope: () => null,
			summary: () => 'look',
			isDoneHere: true,
			run: async () => succeed({seen: 1}),
		};
		const {turns, model, store} = open([], undefined, {tools: [tool], whyNot: () => gone});
		store.append(chosen);
		turns.send('look');
		const first = await model.next();
		first.call('look', {}, 'c1');
		first.end('calls');
		const second = await model.next();
		expect(JSON.stringify(second.request.input)).toContain('\\"seen\\":1');
	});
});

describe('the model', () => {
	it('is told in its next request that the host has changed, and not in the person’s name', async () => {
		const {turns, model, store} = open();
		turns.send('hello');
		const first = await model.next();
		first.end('stop');
		await turns.settled();
		store.append(chosen);
		turns.send('and now?');
		const {request} = await model.next();
		expect(request.input).toMatchObject([
			{type: 'user', text: 'hello'},
			{
				type: 'user',
				text: '[agent-tui, not the person: the current host is now web. Calls that name no host go there. The working folder there is /srv.]',
			},
			{type: 'user', text: 'and now?'},
		]);
	});

	it('knows where it is, how it stands there, and what else is connected', () => {
		const about = {here: {cwd: '/work', system: 'linux', shell: '/bin/sh'}, date: '2026-11-18'};
		expect(instructions({...about, hops: noHops})).toContain(
			'Host: local (this machine, linux). Working folder: /work. Shell: /bin/sh. Date: 2026-11-18.',
		);
		const place = {home: '/home/you', shell: '/bin/ash', system: 'Linux', cwd: '/srv'};
		const facts = {
			host: web,
			user: 'you',
			hostName: '10.0.0.5',
			port: 22,
			jumps: [],
			transport: 'ssh',
		} as const;
		const state = {status: 'stale', lastContactMs: 12_000} as const;
		const far = {host: web, state, at: 0, facts, place};
		const near = {...far, host: 'db' as HostId, facts: null, state: {status: 'ready'}} as const;
		const told = instructions({
			...about,
			hops: {current: web, list: [far, near], questions: [], unconfirmed: [], inDoubt: []},
		});
		expect(told).toContain(
			'Host: web (you@10.0.0.5) (silent for 12 s), Linux. Working folder: /srv. Shell: /bin/ash. Date: 2026-11-18.',
		);
		expect(told).toContain('Also connected: db, Linux.');
		expect(told).toContain('Not there but here: local (this machine, linux).');
	});
});
