import {describe, expect, it} from 'vitest';
import type {RiskFacts} from '../../source/events/authorization.ts';
import {
	type CallId,
	type HostId,
	localHost,
	type ReplyId,
	type SessionId,
	type TurnId,
} from '../../source/events/ids.ts';
import type {PermissionRule} from '../../source/events/settings.ts';
import {ask, isUnchanged} from '../../source/gate/ask.ts';
import {decideNow, placeOf} from '../../source/gate/decide-now.ts';
import {fingerprint} from '../../source/gate/fingerprint.ts';
import type {GatePorts} from '../../source/gate/ports.ts';
import {createStore} from '../../source/state/store.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const id = 'c1' as CallId;

type Asked = {
	readonly command?: string;
	readonly summary?: string;
	readonly exposure?: RiskFacts;
	readonly scope?: 'shell' | 'write' | null;
	readonly host?: HostId;
	readonly why?: string;
	readonly rules?: readonly PermissionRule[];
	readonly problem?: string | null;
	readonly refusals?: number;
};

function openCall({
	command,
	summary = command ?? 'x',
	exposure = command === undefined ? {} : {command},
	scope = 'shell',
	host = localHost,
	rules = [],
	problem = null,
	refusals = 0,
}: Asked) {
	const clock = fakeClock();
	const store = createStore(clock);
	store.append({
		...{type: 'session.started', session: 's' as SessionId},
		...{cwd: '/project', version: '0'},
	});
	const propose = (call: CallId) =>
		store.append({
			...{type: 'tool.proposed', call, turn: 't' as TurnId, reply: 'r' as ReplyId, raw: '{}'},
			...{tool: 'unified_exec', input: {}, scope, host, cwd: '/project', summary, exposure},
		});
	for (let number = 0; number < refusals; number += 1) {
		const call = `before_${number}` as CallId;
		propose(call);
		const record = {tool: 'x', scope, host, decision: 'deny', by: 'key'} as const;
		store.append({
			...{type: 'tool.ended', call, outcome: {status: 'denied'}, durationMs: 0, record},
		});
	}
	propose(id);
	const ports: GatePorts = {
		store,
		clock,
		ids: countIds(),
		permissions: () => ({rules, problem}),
		askTimeoutMs: 1000,
		headless: null,
		here: {home: '/home/me'},
	};
	return {store, clock, ports, call: () => store.state().calls.get(id)!};
}

/** Everything that the question says, but for what every question has. */
function askedOf(asked: Asked): object {
	const {ports, call, clock} = openCall(asked);
	const events: object[] = [];
	ports.store.onEvent(event => {
		const {dangers, why, parts, ...rest} = event as typeof event & Record<string, unknown>;
		expect(rest).toMatchObject({
			...{type: 'authorization.asked', call: id, scope: asked.scope ?? 'shell'},
			...{host: asked.host ?? localHost, expiresAt: clock.now() + 1000},
			hash: fingerprint(call()),
		});
		const own = Object.keys(event).filter(key => /^(?:dangers|why|parts)$/.test(key));
		events.push(Object.fromEntries(own.map(key => [key, {dangers, why, parts}[key as 'why']])));
	});
	ask(ports, call(), asked.why);
	expect(events).toHaveLength(1);
	return events[0]!;
}

const deny: PermissionRule = {scope: 'shell', match: 'touch', then: 'deny', why: 'no files'};

describe('a question says', () => {
	it.each([
		['nothing more of a plain command', {command: 'ls'}, {}],
		['why it is asked', {command: 'ls', why: 'so'}, {why: 'so'}],
		[
			'what is dangerous, and which words are',
			{command: 'ls && cp a /etc/b'},
			{
				dangers: ['outside the workspace: /etc/b'],
				parts: [{at: 11, text: '/etc/b', why: 'outside the workspace: /etc/b'}],
			},
		],
		[
			'which words a rule is about',
			{command: 'ls; touch a', rules: [deny], why: 'no files'},
			{why: 'no files', parts: [{at: 4, text: 'touch a', why: 'no files'}]},
		],
		[
			'which words a built-in rule is about',
			{command: 'ls; rm a', why: 'it deletes'},
			{why: 'it deletes', parts: [{at: 4, text: 'rm a', why: 'it deletes'}]},
		],
		[
			'no words where the card shows another text',
			{command: 'rm a', summary: 'removes a', why: 'it deletes', exposure: {command: 'rm a'}},
			{why: 'it deletes'},
		],
		[
			'no words of what is typed into a terminal',
			{
				...{command: 'rm a', why: 'it deletes'},
				exposure: {command: 'rm a', terminal: 't1' as never},
			},
			{why: 'it deletes'},
		],
		['a doubt', {exposure: {doubt: 'it runs elsewhere'}}, {dangers: ['it runs elsewhere']}],
		['warnings of the tool', {exposure: {warnings: ['a', 'b']}}, {dangers: ['a', 'b']}],
		[
			'files outside the workspace',
			{scope: 'write', exposure: {targets: ['in', '/out']}},
			{dangers: ['outside the workspace: /out']},
		],
		[
			'that the same was refused once',
			{command: 'ls', refusals: 1},
			{dangers: ['the same call was refused once in this turn']},
		],
		[
			'how often the same was refused',
			{command: 'ls', refusals: 2},
			{dangers: ['the same call was refused 2 times in this turn']},
		],
	] as const)('%s', (_, asked, expected) => {
		expect(askedOf(asked as Asked)).toEqual(expected);
	});

	it('the scope of a shell where a call has none', () => {
		const {ports, call, store} = openCall({scope: null});
		ask(ports, call(), undefined);
		expect(store.state().calls.get(id)?.status.type).toBe('waiting');
	});
});

describe('what was asked about', () => {
	it('has changed when the record says something else than the question', () => {
		const {ports, call} = openCall({command: 'ls'});
		expect(isUnchanged(ports, id)).toBe(true);
		ask(ports, call(), undefined);
		expect(isUnchanged(ports, id)).toBe(true);
		const status = {...call().status, hash: 'another'};
		const calls = new Map([[id, {...call(), status}]]);
		const store = {...ports.store, state: () => ({...ports.store.state(), calls})};
		expect(isUnchanged({...ports, store: store as never}, id)).toBe(false);
		expect(isUnchanged(ports, 'unknown' as CallId)).toBe(true);
	});
});

describe('where a command runs', () => {
	it('is the folder that it names, in the workspace of the session, with the home folder here', () => {
		const {ports, call} = openCall({exposure: {command: 'ls', folder: 'sub'}});
		expect(placeOf(ports, call())).toEqual({
			...{cwd: '/project/sub', workspace: '/project', home: '/home/me'},
		});
		expect(placeOf(ports, {...call(), cwd: '/else'})).toMatchObject({
			...{cwd: '/else/sub', workspace: '/project'},
		});
	});

	it('of another machine is its folder there, and nothing of this one', () => {
		const {ports, call} = openCall({command: 'ls', host: 'web' as HostId});
		expect(placeOf(ports, {...call(), cwd: '/srv'})).toEqual({cwd: '/srv', workspace: '/srv'});
	});
});

describe('while not every rule can be read', () => {
	const problem = 'line 3';
	it.each([
		['an allowed call asks and says so', {command: 'pwd'}, 'not every rule could be read: line 3'],
		['a call that asks says its own reason', {command: 'rm a'}, 'it deletes'],
		['a denied call stays denied', {command: 'touch a', rules: [deny]}, undefined],
	] as const)('%s', (_, asked, why) => {
		const {ports, call} = openCall({...asked, problem});
		const decision = decideNow(ports, call());
		expect(decision).toMatchObject(
			why === undefined ? {type: 'deny', reason: 'no files'} : {type: 'ask', why},
		);
	});

	it('what touches nothing runs', () => {
		const {ports, call} = openCall({scope: null, problem});
		expect(decideNow(ports, call()).type).toBe('allow');
	});
});
