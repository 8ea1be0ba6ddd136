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
}: {
	headless?: {allow: string[]} | null;
	mended?: string;
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
		scope: 'shell',
		host: localHost,
		cwd: '/',
		summary: 'ls',
		...(mended && {mended}),
	});
	const gate = createGate({
		store,
		clock,
		ids: countIds(),
		permissions: () => ({rules, problem}),
		askTimeoutMs,
		headless,
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

	it('lets a question expire at its deadline and not before', async () => {
		const {gate, clock, answers} = openGate();
		const verdict = gate.authorize(id, never);
		clock.advance(askTimeoutMs - 1);
		expect(answers).toEqual([]);
		clock.advance(1);
		expect((await verdict).type).toBe('expired');
		expect(clock.pending()).toBe(1); // only the store's frame timer is left
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
