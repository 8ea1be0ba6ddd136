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
