import {describe, expect, it} from 'vitest';
import {type CallId, localHost, type ReplyId, type TurnId} from '../../source/events/ids.ts';
import {createGate} from '../../source/gate/gate.ts';
import {createStore} from '../../source/state/store.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const id = 'call_1' as CallId;
const askTimeoutMs = 1000;

function openGate({
	headless = null,
	mended,
}: {
	headless?: {allow: string[]} | null;
	mended?: string;
} = {}) {
	const clock = fakeClock();
	const store = createStore(clock);
	const answers: string[] = [];
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
	const gate = createGate({store, clock, ids: countIds(), rules: [], askTimeoutMs, headless});
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
});
