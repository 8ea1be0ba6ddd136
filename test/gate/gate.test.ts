import {getEventListeners} from 'node:events';
import {describe, expect, it} from 'vitest';
import type {RiskFacts} from '../../source/events/authorization.ts';
import {
	type CallId,
	type GrantId,
	localHost,
	type ReplyId,
	type SessionId,
	type TerminalId,
	type TurnId,
} from '../../source/events/ids.ts';
import type {PermissionRule} from '../../source/events/settings.ts';
import {createGate} from '../../source/gate/gate.ts';
import type {GatePorts} from '../../source/gate/ports.ts';
import {createStore} from '../../source/state/store.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const id = 'call_1' as CallId;
const askTimeoutMs = 1000;

function openGate({
	headless = null,
	mended,
	rules = [],
	problem = null,
	scope = 'shell',
	summary,
	...more
}: {
	headless?: {allow: string[]; waits?: boolean} | null;
	mended?: string;
	scope?: 'shell' | null;
	summary?: string;
	circumstances?: NonNullable<GatePorts['circumstances']>;
	saveRule?: NonNullable<GatePorts['saveRule']>;
	rules?: readonly PermissionRule[];
	problem?: string | null;
} = {}) {
	const clock = fakeClock();
	const store = createStore(clock);
	const answers: string[] = [];
	store.append({
		type: 'session.started',
		session: 's' as SessionId,
		cwd: '/work',
		version: '0',
	});
	store.onEvent(event => {
		if (event.type === 'authorization.answered') {
			answers.push(`${event.verdict.type} by ${event.by}`);
		}
	});
	store.append({
		type: 'tool.proposed',
		call: id,
		turn: 'turn_1' as TurnId,
		reply: 'reply_1' as ReplyId,
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		scope,
		host: localHost,
		cwd: '/',
		summary: summary ?? 'ls',
		...(summary !== undefined && {exposure: {command: summary}}),
		...(mended && {mended}),
	});
	const gate = createGate({
		store,
		clock,
		ids: countIds(),
		permissions: () => ({rules, problem}),
		askTimeoutMs,
		headless,
		...more,
	});
	return {clock, store, gate, answers};
}

const never = new AbortController().signal;

describe('the gate', () => {
	it('waits for the answer and takes the first one only', async () => {
		const {gate, answers} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'deny', reason: 'wrong folder'}, 'key');
		gate.answer(id, {type: 'once'}, 'key');
		expect(await verdict).toEqual({type: 'deny', reason: 'wrong folder'});
		expect(answers).toEqual(['deny by key']);
	});

	it('ignores an answer to a call that nobody asked about', () => {
		const {gate, answers} = openGate();
		gate.answer(id, {type: 'once'}, 'key');
		gate.answer('call_2' as CallId, {type: 'once'}, 'key');
		expect(answers).toEqual([]);
	});

	it('does not run what was allowed before the session was set to only read', async () => {
		const {gate, store} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'once'}, 'key');
		expect(await verdict).toEqual({type: 'once'});
		store.append({type: 'mode.chosen', mode: 'read'});
		expect(gate.claim(id)).toMatchObject({
			ok: false,
			reason: expect.stringContaining('/mode read'),
		});
		store.append({type: 'mode.chosen', mode: 'rules'});
		expect(gate.claim(id)).toEqual({ok: true});
	});

	it('lets a question expire at its deadline and not before', async () => {
		const {gate, clock, answers} = openGate();
		const verdict = gate.authorize(id, never);
		clock.advance(askTimeoutMs - 1);
		expect(answers).toEqual([]);
		clock.advance(1);
		expect((await verdict).type).toBe('expired');
		expect(clock.pending()).toBe(1); // only the store's frame timer is left
	});

	it('says no by itself, and why, to what was refused three times in a turn, and asks about others', async () => {
		const {gate, store, answers} = openGate();
		const refuse = async (number: number, raw = '{}') => {
			const call = `again_${number}` as CallId;
			store.append({
				...store.state().calls.get(id)!,
				type: 'tool.proposed',
				call,
				raw,
			});
			const verdict = gate.authorize(call, never);
			gate.answer(call, {type: 'deny', reason: 'no'}, 'key');
			store.append({
				type: 'tool.ended',
				call,
				outcome: {status: 'denied'},
				durationMs: 0,
				record: {tool: 'x', scope: 'shell', host: localHost, decision: 'deny', by: 'key'},
			});
			return verdict;
		};
		for (const number of [1, 2, 3]) {
			expect(await refuse(number)).toEqual({type: 'deny', reason: 'no'});
		}
		expect(await refuse(4)).toEqual({type: 'deny', reason: 'the same was refused 3 times'});
		expect(await refuse(5, '{"other": 1}')).toEqual({type: 'deny', reason: 'no'});
		expect(answers).toEqual([...Array(3).fill('deny by key'), 'deny by repeat', 'deny by key']);
	});

	it('says no to all that wait for the same when it was refused the third time', async () => {
		const {gate, store, answers} = openGate();
		const calls = [1, 2, 3, 4, 5].map(number => `alike_${number}` as CallId);
		const verdicts = calls.map((call, index) => {
			const raw = index === 4 ? '{"other": 1}' : '{}';
			store.append({...store.state().calls.get(id)!, type: 'tool.proposed', call, raw});
			return gate.authorize(call, never);
		});
		for (const call of calls.slice(0, 2)) {
			gate.answer(call, {type: 'deny'}, 'key');
			store.append({
				type: 'tool.ended',
				call,
				outcome: {status: 'denied'},
				durationMs: 0,
				record: {tool: 'x', scope: 'shell', host: localHost, decision: 'deny', by: 'key'},
			});
		}
		expect(answers).toHaveLength(2);
		gate.answer(calls[2]!, {type: 'deny'}, 'key');
		expect(await verdicts[3]).toEqual({type: 'deny', reason: 'the same was refused 3 times'});
		expect(answers).toEqual([...Array(3).fill('deny by key'), 'deny by repeat']);
		gate.answer(calls[4]!, {type: 'once'}, 'key');
		expect(await verdicts[4]).toEqual({type: 'once'});
	});

	it('remembers a grant for the session', async () => {
		const {gate, store} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'session'}, 'key');
		await verdict;
		expect(store.state().grants).toMatchObject([{scope: 'shell', host: localHost}]);
	});

	it('ends the wait when the turn is interrupted', async () => {
		const {gate, answers} = openGate();
		const abort = new AbortController();
		const verdict = gate.authorize(id, abort.signal);
		abort.abort();
		expect((await verdict).type).toBe('cancelled');
		expect(answers).toEqual(['cancelled by interrupt']);
	});

	it('denies without a screen, naming the scope and the way to allow it', async () => {
		const {gate} = openGate({headless: {allow: []}});
		const verdict = await gate.authorize(id, never);
		expect(verdict).toMatchObject({type: 'deny', reason: expect.stringContaining('--allow shell')});
	});

	it('asks about an edited call as it is now, with the reason that it has now', async () => {
		const {gate, store} = openGate();
		void gate.authorize(id, never);
		const edits: object[] = [];
		store.onEvent(({type, ...event}) => type === 'tool.edited' && edits.push(event));
		const edit = (summary: string) => {
			gate.edit({
				call: id,
				raw: JSON.stringify({cmd: summary}),
				input: {cmd: summary},
				scope: 'shell',
				summary,
				exposure: {command: summary},
			});
			expect(gate.isUnchanged(id)).toBe(true);
		};
		edit('git push > /etc/x');
		edit('ls -l');
		expect(edits).toMatchObject([
			{why: 'others see it', dangers: expect.arrayContaining(['overwrites /etc/x'])},
			{summary: 'ls -l', dangers: []},
		]);
		expect(edits[1]).not.toHaveProperty('why');
	});

	it('allows without a screen what a flag allows', async () => {
		const {gate} = openGate({headless: {allow: ['shell']}});
		expect((await gate.authorize(id, never)).type).toBe('once');
	});

	it('lets --allow write reach no further than the workspace, and names the rule that would', async () => {
		const {gate, store} = openGate({headless: {allow: ['write']}});
		const write = (call: string, target: string) => {
			store.append({
				...store.state().calls.get(id)!,
				type: 'tool.proposed',
				call: call as CallId,
				tool: 'write_file',
				scope: 'write',
				summary: `write ${target}`,
				exposure: {targets: [target]},
			});
			return gate.authorize(call as CallId, never);
		};
		expect((await write('call_2', 'src/a.ts')).type).toBe('once');
		const outside = await write('call_3', '/etc/hosts');
		const rule = {scope: 'write', host: 'local', match: '/etc/hosts', exact: true, then: 'allow'};
		expect(outside).toEqual({type: 'deny', reason: expect.stringContaining(JSON.stringify(rule))});
		const ruled = openGate({headless: {allow: []}, rules: [rule as PermissionRule]});
		ruled.store.append({
			...ruled.store.state().calls.get(id)!,
			type: 'tool.proposed',
			call: 'call_2' as CallId,
			scope: 'write',
			exposure: {targets: ['/etc/hosts']},
		});
		expect((await ruled.gate.authorize('call_2' as CallId, never)).type).toBe('once');
	});

	it.each(['ask', 'deny'] as const)(
		'never lets --allow go past a rule of the user’s own that says %s',
		async then => {
			const rules = [{scope: 'shell', match: 'ls', then, why: 'not by itself'}];
			const {gate, answers} = openGate({headless: {allow: ['shell']}, rules});
			const verdict = await gate.authorize(id, never);
			expect(verdict).toEqual({type: 'deny', reason: expect.stringContaining('not by itself')});
			expect(answers).toHaveLength(1);
		},
	);

	it('answers without a screen what one had left waiting, by the same rules', async () => {
		const rules = [{scope: 'shell', match: 'ls', then: 'ask'}] as const;
		const decide = async (ruled: readonly PermissionRule[], allow: string[]) => {
			const {store, clock, gate} = openGate();
			void gate.authorize(id, never);
			const again = createGate({
				store,
				clock,
				ids: countIds(),
				permissions: () => ({rules: ruled, problem: null}),
				askTimeoutMs,
				headless: {allow},
			});
			again.answerLeft();
			const {answer} = store.state().calls.get(id)!;
			expect((await again.authorize(id, never)).type).toBe(answer?.verdict.type);
			return `${answer?.verdict.type} by ${answer?.by}`;
		};
		expect(await decide([], ['shell'])).toBe('once by headless');
		expect(await decide([], [])).toBe('deny by headless');
		expect(await decide(rules, ['shell'])).toBe('deny by headless');
	});

	it('forgets with the program the rules that were made on cards: then the settings alone decide', async () => {
		const {gate, store} = openGate();
		const rule = {scope: 'shell', host: localHost, match: 'ls', then: 'allow'} as const;
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'always', rule}, 'key');
		await verdict;
		const again = (call: string) => {
			const first = store.state().calls.get(id)!;
			store.append({...first, type: 'tool.proposed', call: call as CallId});
			return call as CallId;
		};
		expect((await gate.authorize(again('call_2'), never)).type).toBe('once');
		store.append({type: 'session.opened', pid: 1, reason: 'resume'});
		void gate.authorize(again('call_3'), never);
		expect(store.state().calls.get('call_3' as CallId)?.status.type).toBe('waiting');
	});

	it('never lets a mended call through without a person, whatever is allowed', async () => {
		const {gate} = openGate({headless: {allow: ['shell']}, mended: 'a missing brace was added'});
		expect((await gate.authorize(id, never)).type).toBe('deny');
	});
});

describe('a claim, right before a call runs', () => {
	it('succeeds once', async () => {
		const {gate} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'once'}, 'key');
		await verdict;
		expect([gate.claim(id).ok, gate.claim(id).ok]).toEqual([true, false]);
	});

	it('fails without an answer, and after a no', () => {
		const {gate} = openGate();
		void gate.authorize(id, never);
		expect(gate.claim(id).ok).toBe(false);
		gate.answer(id, {type: 'deny'}, 'key');
		expect(gate.claim(id).ok).toBe(false);
	});

	it('fails when the grant was revoked between the answer and the run', async () => {
		const {gate, store} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'session'}, 'key');
		await verdict;
		gate.revoke(store.state().grants[0]!.id);
		expect(gate.claim(id)).toEqual({ok: false, reason: expect.stringContaining('taken back')});
	});

	it('fails when its own grant was revoked and one for other files is left', async () => {
		const {gate, store} = openGate();
		const first = store.state().calls.get(id)!;
		const writing = (call: string, file: string) => {
			const made = {...first, type: 'tool.proposed', scope: 'write', tool: 'write_file'} as const;
			store.append({...made, call: call as CallId, exposure: {targets: [file]}});
			return call as CallId;
		};
		const answers = ['call_2', 'call_3'].map(async (call, index) => {
			const verdict = gate.authorize(writing(call, `/elsewhere/${index}`), never);
			gate.answer(call as CallId, {type: 'session'}, 'key');
			await verdict;
		});
		await Promise.all(answers);
		expect(store.state().grants.map(({within}) => within)).toEqual([
			['/elsewhere/0'],
			['/elsewhere/1'],
		]);
		gate.revoke(store.state().grants[0]!.id);
		expect(gate.claim('call_2' as CallId).ok).toBe(false);
		expect(gate.claim('call_3' as CallId).ok).toBe(true);
	});

	it('fails when the time ran out between the answer and the run', async () => {
		const {gate, clock} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'until', until: clock.now() + 100}, 'key');
		await verdict;
		clock.advance(100);
		expect(gate.claim(id).ok).toBe(false);
	});

	it('of a call that asked nothing fails when a rule that speaks of it was written meanwhile', () => {
		const rules: PermissionRule[] = [];
		const {gate, store} = openGate({rules});
		const read = (call: string, more: object) => {
			store.append({
				...store.state().calls.get(id)!,
				type: 'tool.proposed',
				call: call as CallId,
				tool: 'read_file',
				scope: null,
				summary: `read ${call}`,
				...more,
			});
			return gate.claim(call as CallId).ok;
		};
		const exposure = {targets: ['notes/a.txt']};
		expect(read('call_2', {exposure})).toBe(true);
		rules.push({scope: 'read', match: 'notes/**', then: 'ask'});
		expect(read('call_3', {exposure})).toBe(false);
		expect(read('call_4', {exposure: {targets: ['other']}})).toBe(true);
		expect(read('call_5', {})).toBe(true);
	});

	it('fails when the arguments are no longer those that were asked about', async () => {
		const {gate, store} = openGate();
		const verdict = gate.authorize(id, never);
		// What no part of the program does: other arguments behind the back of the question.
		const call = store.state().calls.get(id)!;
		(store.state().calls as Map<CallId, typeof call>).set(id, {...call, raw: '{"cmd":"rm"}'});
		gate.answer(id, {type: 'once'}, 'key');
		await verdict;
		expect(gate.claim(id)).toEqual({ok: false, reason: expect.stringContaining('no longer')});
	});
});

describe('a grant', () => {
	const about = (tool: string, store: ReturnType<typeof openGate>['store'], call: string) => {
		const first = store.state().calls.get(id)!;
		const {turn, reply, raw, input, scope, host, cwd} = first;
		store.append({
			type: 'tool.proposed',
			call: call as CallId,
			turn,
			reply,
			tool,
			raw,
			input,
			scope,
			host,
			cwd,
			summary: 'x',
		});
		return call as CallId;
	};

	it('of a shell does not cover what is typed into it later', async () => {
		const {gate, store} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'session'}, 'key');
		await verdict;
		expect((await gate.authorize(about('unified_exec', store, 'call_2'), never)).type).toBe('once');
		void gate.authorize(about('write_stdin', store, 'call_3'), never);
		expect(store.state().calls.get('call_3' as CallId)?.status.type).toBe('waiting');
	});

	it('of what is typed is bound to the terminal: another one asks, and a claim finds its own', async () => {
		const {gate, store} = openGate();
		const typing = (call: string, terminal: string) => {
			const exposure: RiskFacts = {command: 'ls', terminal: terminal as TerminalId};
			const first = store.state().calls.get(id)!;
			store.append({
				...first,
				type: 'tool.proposed',
				call: call as CallId,
				tool: 'write_stdin',
				exposure,
			});
			return call as CallId;
		};
		const verdict = gate.authorize(typing('call_2', '3'), never);
		gate.answer('call_2' as CallId, {type: 'session'}, 'key');
		await verdict;
		expect(store.state().grants).toMatchObject([{tool: 'write_stdin', terminal: '3'}]);
		expect(gate.claim('call_2' as CallId).ok).toBe(true);
		expect((await gate.authorize(typing('call_3', '3'), never)).type).toBe('once');
		void gate.authorize(typing('call_4', '4'), never);
		expect(store.state().calls.get('call_4' as CallId)?.status.type).toBe('waiting');
		const other = gate.authorize(typing('call_5', '5'), never);
		gate.answer('call_5' as CallId, {type: 'session'}, 'key');
		await other;
		gate.revoke(store.state().grants.find(({terminal}) => terminal === '5')!.id);
		expect(gate.claim('call_5' as CallId).ok).toBe(false);
	});

	it('for a time ends when that time has come', async () => {
		const {gate, store, clock} = openGate();
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'until', until: clock.now() + 100}, 'key');
		await verdict;
		clock.advance(99);
		expect((await gate.authorize(about('unified_exec', store, 'call_2'), never)).type).toBe('once');
		clock.advance(1);
		void gate.authorize(about('unified_exec', store, 'call_3'), never);
		expect(store.state().calls.get('call_3' as CallId)?.status.type).toBe('waiting');
	});

	it('for a file elsewhere says nothing of other files, and one for this call is its own', async () => {
		const {gate, store} = openGate();
		const write = (call: string, target: string) => {
			store.append({
				...store.state().calls.get(id)!,
				type: 'tool.proposed',
				call: call as CallId,
				tool: 'write_file',
				scope: 'write',
				summary: `write ${target}`,
				exposure: {targets: [target]},
			});
			return call as CallId;
		};
		const verdict = gate.authorize(write('call_2', '/etc/hosts'), never);
		gate.answer('call_2' as CallId, {type: 'session'}, 'key');
		expect((await verdict).type).toBe('session');
		expect(gate.claim('call_2' as CallId).ok).toBe(true);
		expect((await gate.authorize(write('call_3', '/etc/hosts'), never)).type).toBe('once');
		void gate.authorize(write('call_4', '/etc/passwd'), never);
		expect(store.state().calls.get('call_4' as CallId)?.status.type).toBe('waiting');
	});

	it('of another tool does not stand in for one that was taken back', async () => {
		const {gate, store} = openGate();
		const first = gate.authorize(id, never);
		const second = gate.authorize(about('write_stdin', store, 'call_2'), never);
		gate.answer(id, {type: 'session'}, 'key');
		gate.answer('call_2' as CallId, {type: 'session'}, 'key');
		await Promise.all([first, second]);
		gate.revoke(store.state().grants[0]!.id);
		expect(gate.claim(id).ok).toBe(false);
		expect(gate.claim('call_2' as CallId).ok).toBe(true);
	});
});

describe('while not every rule can be read', () => {
	const problem = 'config.json, line 3, column 5: a comma with nothing behind it';
	const allow = {scope: 'shell', match: 'ls', then: 'allow'} as const;

	it('a rule, a grant and "from now on" allow nothing, and the card says why', async () => {
		const {store, gate} = openGate({rules: [allow], problem});
		store.append({type: 'rule.added', rule: allow});
		store.append({
			type: 'grant.made',
			grant: {id: 'grant_1' as GrantId, scope: 'shell', host: localHost, until: 'session'},
		});
		void gate.authorize(id, never);
		const {status} = store.state().calls.get(id)!;
		expect(status).toMatchObject({type: 'waiting', why: expect.stringContaining(problem)});
		gate.answer(id, {type: 'once'}, 'key');
		expect(gate.claim(id)).toEqual({ok: true});
	});

	it('nothing that was allowed beforehand runs without a screen', async () => {
		const {gate} = openGate({headless: {allow: ['shell']}, problem});
		expect(await gate.authorize(id, never)).toMatchObject({
			type: 'deny',
			reason: expect.stringContaining(problem),
		});
	});
});

describe('what an answer writes down', () => {
	const under = {boot: 'b', folder: 'f'};
	const recorded = (world: ReturnType<typeof openGate>) => {
		const events: object[] = [];
		world.store.onEvent(event => {
			if (event.type === 'authorization.answered') {
				const {verdict, by, call, screen, under: held, ask} = event;
				events.push({
					...{verdict, by, call},
					...(screen && {screen}),
					...(held && {under: held}),
					...(Object.keys(event).includes('screen') && !screen && {hasScreen: true}),
				});
				const {status} = world.store.state().calls.get(call)!;
				expect(status.type === 'waiting' ? status.ask : ask).toBe(ask);
			}
		});
		return events;
	};

	it('is who gave it, on which screen, and what held then', async () => {
		const screen = {name: 'one'} as never;
		const world = openGate({circumstances: () => under as never});
		const events = recorded(world);
		const verdict = world.gate.authorize(id, never);
		world.gate.answer(id, {type: 'once'}, 'key', screen);
		await verdict;
		expect(events).toEqual([{call: id, verdict: {type: 'once'}, by: 'key', screen, under}]);
	});

	it('is no more than that where nothing is known of screen and circumstances', async () => {
		const world = openGate();
		const events = recorded(world);
		const verdict = world.gate.authorize(id, never);
		world.gate.answer(id, {type: 'once'}, 'key');
		await verdict;
		expect(events).toEqual([{call: id, verdict: {type: 'once'}, by: 'key'}]);
	});

	it('is the same of a rule, with what held then', async () => {
		const rules = [{scope: 'shell', match: 'ls', then: 'allow'}] as const;
		const world = openGate({rules, circumstances: () => under as never});
		const events = recorded(world);
		await world.gate.authorize(id, never);
		expect(events).toEqual([{call: id, verdict: {type: 'once'}, by: 'rule', under}]);
	});

	it('goes to the settings where it was for good', async () => {
		const saved: unknown[] = [];
		const rule = {scope: 'shell', match: 'ls', then: 'allow'} as const;
		const {gate} = openGate({saveRule: one => saved.push(one)});
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'always', rule}, 'key');
		await verdict;
		expect(saved).toEqual([rule]);
	});

	it('of a question that was left is one to that question', () => {
		const {store, clock, gate} = openGate();
		void gate.authorize(id, never);
		const {status} = store.state().calls.get(id)!;
		const asks: unknown[] = [];
		store.onEvent(event => event.type === 'authorization.answered' && asks.push(event.ask));
		const permissions = () => ({rules: [], problem: null});
		const ids = countIds();
		ids('ask');
		createGate({
			...{store, clock, ids, permissions, askTimeoutMs},
			headless: {allow: []},
		}).answerLeft();
		expect(asks).toEqual([status.type === 'waiting' && status.ask]);
	});
});

describe('a question that is over', () => {
	it('leaves no timer and no listener behind', async () => {
		const {gate, clock} = openGate();
		const {signal} = new AbortController();
		const before = clock.pending();
		const verdict = gate.authorize(id, signal);
		expect(getEventListeners(signal, 'abort')).toHaveLength(1);
		gate.answer(id, {type: 'once'}, 'key');
		await verdict;
		expect([clock.pending() - before, getEventListeners(signal, 'abort').length]).toEqual([0, 0]);
	});

	it('does not change by an edit, and one that nobody asked is none', async () => {
		const {gate, store} = openGate();
		const change = {raw: '{}', input: {}, scope: 'shell', summary: 'pwd'} as const;
		gate.edit({call: id, ...change});
		gate.edit({call: 'unknown' as CallId, ...change});
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'once'}, 'key');
		gate.edit({call: id, ...change});
		await verdict;
		expect(store.state().calls.get(id)?.summary).toBe('ls');
	});

	it('was never one for a call that nobody knows, or that was interrupted before', async () => {
		const {gate, store} = openGate();
		const abort = new AbortController();
		abort.abort();
		expect(await gate.authorize('unknown' as CallId, never)).toEqual({type: 'cancelled'});
		expect(await gate.authorize(id, abort.signal)).toEqual({type: 'cancelled'});
		expect(store.state().calls.get(id)?.status.type).toBe('proposed');
	});

	it('expires at once where its time was over before it came back', async () => {
		const {gate, clock, answers, store} = openGate();
		void gate.authorize(id, never);
		clock.advance(askTimeoutMs - 1);
		const permissions = () => ({rules: [], problem: null});
		const again = createGate({
			...{store, clock, ids: countIds(), permissions, askTimeoutMs, headless: null},
		});
		(clock as {now: () => number}).now = () => 9_999_999_999_999;
		void again.authorize(id, never);
		clock.advance(0);
		expect(answers).toEqual(['expired by timeout']);
	});
});

it('an edited question says which words its reasons are about', () => {
	const {gate, store} = openGate();
	void gate.authorize(id, never);
	const edits: object[] = [];
	store.onEvent(event => event.type === 'tool.edited' && edits.push(event));
	for (const summary of ['ls; rm a', 'ls']) {
		const input = {cmd: summary};
		gate.edit({call: id, raw: '{}', input, scope: 'shell', summary, exposure: {command: summary}});
	}
	expect(edits[0]).toMatchObject({
		parts: expect.arrayContaining([{at: 4, text: 'rm a', why: 'it deletes'}]),
	});
	expect(edits[1]).not.toHaveProperty('parts');
});

it('an edited question with a single reason says which words that one is about', () => {
	const {gate, store} = openGate();
	void gate.authorize(id, never);
	const edits: object[] = [];
	store.onEvent(event => event.type === 'tool.edited' && edits.push(event));
	const summary = 'ls; git push';
	gate.edit({
		call: id,
		raw: '{}',
		input: {},
		scope: 'shell',
		summary,
		exposure: {command: summary},
	});
	expect(edits).toMatchObject([{parts: [{at: 4, text: 'git push', why: 'others see it'}]}]);
});

describe('a call that was mended', () => {
	it('runs all the same where it touches nothing, and stays denied where a rule denies it', async () => {
		const mended = 'a brace was added';
		expect((await openGate({mended, scope: null}).gate.authorize(id, never)).type).toBe('once');
		const rules = [{scope: 'shell', match: 'ls', then: 'deny'}] as const;
		expect((await openGate({mended, rules}).gate.authorize(id, never)).type).toBe('deny');
	});
});

describe('where somebody may come to look', () => {
	it('what is not allowed beforehand waits, and what is runs', async () => {
		const waits = openGate({headless: {allow: [], waits: true}});
		void waits.gate.authorize(id, never);
		expect(waits.store.state().calls.get(id)?.status.type).toBe('waiting');
		const runs = openGate({headless: {allow: ['shell'], waits: true}});
		expect((await runs.gate.authorize(id, never)).type).toBe('once');
	});
});

it('without a screen the reason names the words that it is about', async () => {
	const {gate} = openGate({headless: {allow: ['shell']}, summary: 'ls; rm a'});
	expect(await gate.authorize(id, never)).toMatchObject({
		reason: expect.stringContaining('it deletes (rm a)'),
	});
});

describe('a claim fails when, since the answer,', () => {
	const allow = {scope: 'shell', match: 'ls', then: 'allow'} as const;

	it('a rule that denies it was written', async () => {
		const rules: PermissionRule[] = [];
		const {gate} = openGate({rules});
		const verdict = gate.authorize(id, never);
		gate.answer(id, {type: 'once'}, 'key');
		await verdict;
		rules.push({...allow, then: 'deny', why: 'not now'});
		expect(gate.claim(id)).toEqual({ok: false, reason: 'not now'});
	});

	it('the rule that allowed it was taken out', async () => {
		const rules: PermissionRule[] = [allow];
		const {gate} = openGate({rules});
		expect((await gate.authorize(id, never)).type).toBe('once');
		rules.pop();
		expect(gate.claim(id).ok).toBe(false);
		rules.push(allow);
		expect(gate.claim(id).ok).toBe(true);
	});

	it('the grant that allowed it was taken back', async () => {
		const {gate, store} = openGate();
		const grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'} as const;
		store.append({type: 'grant.made', grant});
		expect((await gate.authorize(id, never)).type).toBe('once');
		gate.revoke(grant.id);
		expect(gate.claim(id).ok).toBe(false);
	});
});
