import {expect, it} from 'vitest';
import type {Circumstances} from '../../source/events/authorization.ts';
import type {Event, Stamped} from '../../source/events/event.ts';
import {
	type AskId,
	type CallId,
	type HostId,
	localHost,
	type ReplyId,
	type SessionId,
	type TurnId,
} from '../../source/events/ids.ts';
import {createGate} from '../../source/gate/gate.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import {countIds} from '../helpers/count-ids.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const id = 'c' as CallId;
const then: Circumstances = {boot: 'boot-1', folder: '1:2'};
const minuteMs = 60_000;

const started: Event = {
	type: 'session.started',
	session: 's' as SessionId,
	cwd: '/work',
	version: '0',
};

const proposed = (host: HostId = localHost): Event => ({
	type: 'tool.proposed',
	call: id,
	turn: 't' as TurnId,
	reply: 'r' as ReplyId,
	tool: 'unified_exec',
	raw: '{"cmd":"make"}',
	input: {cmd: 'make'},
	scope: 'shell',
	host,
	cwd: '/work',
	summary: 'make',
	exposure: {command: 'make'},
});

const asked: Event = {
	type: 'authorization.asked',
	ask: 'a' as AskId,
	call: id,
	scope: 'shell',
	host: localHost,
	expiresAt: fakeClock().now() + minuteMs,
};

const answered = (more: object = {}): Event => ({
	type: 'authorization.answered',
	ask: 'a' as AskId,
	call: id,
	verdict: {type: 'once'},
	by: 'key',
	under: then,
	...more,
});

/** The program died after these, and is started again so much later. */
function startAgain(
	events: readonly Event[],
	{
		afterMs = 1000,
		now = then,
		headless = null,
	}: {afterMs?: number; now?: Circumstances; headless?: {allow: string[]} | null} = {},
) {
	const clock = fakeClock();
	const store = createStore(clock);
	const at = clock.now();
	store.replay(
		[started, ...events].map((event, index): Stamped => ({...event, v: 1, seq: index + 1, at})),
	);
	clock.advance(afterMs);
	store.append({type: 'session.opened', pid: 1, reason: 'resume'});
	const gate = createGate({
		store,
		clock,
		ids: countIds(),
		permissions: () => ({
			rules: [{scope: 'shell', match: 'make', then: 'allow'}],
			problem: null,
		}),
		askTimeoutMs: 60_000,
		headless,
		circumstances: () => now,
	});
	gate.answerLeft();
	return {clock, store, gate, call: () => store.state().calls.get(id)!};
}

const never = new AbortController().signal;

it('an answer of a moment ago, under the same circumstances, still starts its call', async () => {
	const {gate, call} = startAgain([proposed(), asked, answered()]);
	expect(await gate.authorize(id, never)).toEqual({type: 'once'});
	expect(gate.claim(id)).toEqual({ok: true});
	expect(call().status.type).toBe('running');
});

it('an answer counts for five minutes, and not for a millisecond more', () => {
	const minutes = 5 * minuteMs;
	const inTime = startAgain([proposed(), asked, answered()], {afterMs: minutes});
	expect(inTime.gate.claim(id)).toEqual({ok: true});
	const late = startAgain([proposed(), asked, answered()], {afterMs: minutes + 1});
	expect(late.call().lapsed).toContain('that is too long ago');
});

it.each([
	['days later', {afterMs: 3 * 24 * 60 * minuteMs}, '3 days ago and not started then; that is too'],
	['after six minutes', {afterMs: 6 * minuteMs}, '6 min ago and not started then; that is too'],
	['with the clock set back', {afterMs: -1000}, 'that is too long ago'],
	['with the clock set back, and says so', {afterMs: -1}, 'at another time of this clock'],
	['within the same moment, elsewhere', {afterMs: 0, now: {...then, folder: '2'}}, 'a moment ago'],
	['after an hour', {afterMs: 60 * minuteMs}, '1 h ago and not'],
	['after two days', {afterMs: 48 * 60 * minuteMs}, '2 days ago and not'],
	['after less than two days', {afterMs: 48 * 60 * minuteMs - 1}, '47 h ago and not'],
	['on another boot', {now: {...then, boot: 'boot-2'}}, 'this machine was started anew since'],
	['where nobody knows the boot', {now: {...then, boot: null}}, 'this machine was started anew'],
	['in another folder', {now: {...then, folder: '1:3'}}, '/work is not the folder that it was'],
])('an answer is asked for again %s, and the card says why', (_, again, why) => {
	const {gate, store, call} = startAgain([proposed(), asked, answered()], again);
	expect(waitingCalls(store.state()).map(one => one.id)).toEqual([id]);
	expect(call()).toMatchObject({status: {type: 'waiting', why: expect.stringContaining(why)}});
	expect(gate.claim(id).ok).toBe(false);
	gate.answer(id, {type: 'once'}, 'key');
	expect(gate.claim(id)).toEqual({ok: true});
});

it('a card that comes back has its whole time again, and the state says until when', async () => {
	const {gate, clock, call} = startAgain([proposed(), asked], {afterMs: 10 * minuteMs});
	const verdict = gate.authorize(id, never);
	expect(call().status).toMatchObject({type: 'waiting', expiresAt: clock.now() + minuteMs});
	clock.advance(minuteMs - 1);
	expect(call().answer).toBeUndefined();
	clock.advance(1);
	expect((await verdict).type).toBe('expired');
});

it('an answer for another machine is asked for again, since its connection is another one', () => {
	const {call} = startAgain([proposed('web' as HostId), asked, answered()]);
	expect(call().lapsed).toContain('the connection to web is another one now');
});

it('an answer of which nothing was written down but itself is asked for again', () => {
	const {call} = startAgain([proposed(), asked, answered({under: undefined})]);
	expect(call().lapsed).toContain('what held then was not written down');
});

it('a call that a rule allows does not start by itself days later either', async () => {
	const later = {afterMs: 3 * 24 * 60 * minuteMs};
	for (const events of [[proposed()], [proposed(), answered({by: 'rule'})]]) {
		const {gate, store} = startAgain(events, later);
		void gate.authorize(id, never);
		expect(waitingCalls(store.state())).toMatchObject([
			{status: {why: expect.stringContaining('3 days ago')}},
		]);
	}
});

it('a refusal stands however old it is', async () => {
	const verdict = {type: 'deny', reason: 'no'} as const;
	const {gate} = startAgain([proposed(), asked, answered({verdict})], {afterMs: 600 * minuteMs});
	expect(await gate.authorize(id, never)).toEqual(verdict);
});

it('without a screen what was allowed long ago is decided anew, by what is allowed now', async () => {
	const later = {afterMs: 60 * minuteMs};
	const refused = startAgain([proposed(), asked, answered()], {...later, headless: {allow: []}});
	expect(await refused.gate.authorize(id, never)).toMatchObject({type: 'deny'});
	const allowed = startAgain([proposed(), asked, answered()], {
		...later,
		headless: {allow: ['shell']},
	});
	expect(await allowed.gate.authorize(id, never)).toEqual({type: 'once'});
});
