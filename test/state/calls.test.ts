import {describe, expect, it} from 'vitest';
import type {Event, Stamped} from '../../source/events/event.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../source/events/ids.ts';
import {reduceCalls} from '../../source/state/calls.ts';
import {copying} from '../../source/state/list-edits.ts';
import type {State} from '../../source/state/state.ts';

const call = 'call_1' as CallId;
const ask = 'ask_1' as AskId;

const proposed: Event = {
	type: 'tool.proposed',
	call,
	turn: 'turn_1' as TurnId,
	reply: 'reply_1' as ReplyId,
	tool: 'unified_exec',
	raw: '{"cmd":"ls"}',
	input: {cmd: 'ls'},
	scope: 'shell',
	host: localHost,
	cwd: '/work',
	summary: 'ls',
};
const asked: Event = {
	type: 'authorization.asked',
	ask,
	call,
	scope: 'shell',
	host: localHost,
	expiresAt: 9,
};
const yes: Event = {type: 'authorization.answered', ask, call, verdict: {type: 'once'}, by: 'key'};
const no: Event = {type: 'authorization.answered', ask, call, verdict: {type: 'deny'}, by: 'key'};
const started: Event = {type: 'tool.started', call};
const ended: Event = {type: 'tool.ended', call, outcome: {status: 'ok', result: {}}, durationMs: 5};
const interrupted: Event = {
	type: 'tool.ended',
	call,
	outcome: {status: 'interrupted'},
	durationMs: 0,
};

function stateAfter(...events: readonly Event[]) {
	const stamped = events.map(
		(event, index): Stamped => ({v: 1, seq: index + 1, at: 100 + index, ...event}),
	);
	return stamped
		.reduce<State['calls']>((calls, event) => reduceCalls(calls, event, copying), new Map())
		.get(call);
}

describe('a tool call', () => {
	it.each([
		['is proposed first', [proposed], 'proposed'],
		['waits once it was asked about', [proposed, asked], 'waiting'],
		['still waits when it was answered and not started', [proposed, asked, yes], 'waiting'],
		['runs', [proposed, asked, yes, started], 'running'],
		['ends', [proposed, asked, yes, started, ended], 'ended'],
		['can end without ever running', [proposed, ended], 'ended'],
	] as const)('%s', (_title, events, status) => {
		expect(stateAfter(...events)?.status.type).toBe(status);
	});

	it('keeps the first answer: a second one changes nothing', () => {
		expect(stateAfter(proposed, asked, no, yes)?.answer?.verdict.type).toBe('deny');
	});

	it('keeps the first outcome', () => {
		const status = stateAfter(proposed, started, ended, interrupted)?.status;
		expect(status?.type === 'ended' && status.outcome.status).toBe('ok');
	});

	it('never runs again after its end', () => {
		expect(stateAfter(proposed, started, ended, started)?.status.type).toBe('ended');
	});

	it('is one record when it is proposed twice', () => {
		expect(stateAfter(proposed, asked, proposed)?.status.type).toBe('waiting');
	});
});
