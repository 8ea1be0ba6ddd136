import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {CallId} from '../../source/events/ids.ts';
import {conversation} from '../../source/state/conversation.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/**
 * Written by the program as it was at the beginning: its questions have no hash, no dangers and no
 * reason, its calls no exposure, its ends no record, and it never had two turns at once.
 */
const firstShape = join(import.meta.dirname, '../fixtures/journals/first-shape.jsonl');

function replay() {
	const {events, problems} = readJournal(firstShape);
	const store = createStore(fakeClock());
	store.replay(events);
	return {events, problems, state: store.state()};
}

it('a journal of the first shape is read whole, and replays to what happened then', () => {
	const {problems, state} = replay();
	expect(problems).toEqual([]);
	const calls = [...state.calls.values()].map(({tool, summary, status, answer}) => [
		tool,
		summary,
		status.type === 'ended' ? status.outcome.status : status.type,
		answer?.verdict.type ?? null,
	]);
	expect(calls).toEqual([
		['unified_exec', 'echo hello', 'ok', 'once'],
		['unified_exec', 'echo again; sleep 1', 'denied', 'deny'],
		['unified_exec', 'python3 -i', 'ok', 'session'],
		['write_stdin', 'type into terminal 2: "2+3\\n"', 'ok', 'once'],
		['unified_exec', 'echo waited >> count', 'waiting', null],
	]);
	expect(state.session.cwd).toBe('/projects/old');
	expect(state.chat.turn?.id).toBe('turn_waits');
	expect(state.chat.parked).toEqual([]);
	expect(state.grants).toMatchObject([{scope: 'shell', until: 'session'}]);
	expect(waitingCalls(state).map(({id}) => id)).toEqual(['call_waits' as CallId]);
});

it('the model is given the same conversation, each call with its one result', () => {
	const input = conversation(replay().state);
	const ids = (type: string) =>
		input.flatMap(item => (item.type === type && 'id' in item ? [item.id] : []));
	expect(ids('call')).toHaveLength(5);
	expect(ids('result')).toEqual(ids('call'));
	const said = input.flatMap(item => (item.type === 'user' ? [item.text] : []));
	expect(said).toEqual([
		'run echo hello',
		'run echo again; sleep 1',
		'start python',
		'type 2+3',
		'run echo waited >> count',
	]);
});

it('in two halves it replays to the same state as at once', () => {
	const {events, state} = replay();
	const store = createStore(fakeClock());
	store.replay(events.slice(0, 70));
	store.replay(events.slice(70));
	expect(store.state()).toEqual(state);
});
