import {expect, it} from 'vitest';
import {writeSession} from '../../bench/long-session.ts';
import {openPast} from '../../source/engine/late-past.ts';
import {pagesOf, type SessionPast, sessionPast} from '../../source/engine/past-of-session.ts';
import type {Event} from '../../source/events/event.ts';
import type {CallId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {conversation} from '../../source/state/conversation.ts';
import {journalPath} from '../../source/storage/journal.ts';
import type {Past} from '../../source/storage/open-session.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {skippingClock} from '../helpers/skipping-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const messages = 1000;
const place = {bytes: 0, lines: 0, skipped: 0, problems: []};

/** A session of so many messages, in which a call ended after every tenth answer. */
function wholePast(): SessionPast {
	const home = temporaryFolder();
	const session = writeSession({home, cwd: '/work', messages});
	const {events} = readJournal(journalPath(home, session));
	const withCalls = events.flatMap((event, index) =>
		event.type === 'reply.ended' && index % 10 === 0
			? [event, ...callEvents(`call_${index}`).map(one => ({...event, ...one}) as typeof event)]
			: [event],
	);
	return sessionPast({checkpoint: null, refused: null, events: withCalls, place});
}

function callEvents(call: string): readonly object[] {
	const host = 'local';
	return [
		{
			type: 'tool.proposed',
			call,
			turn: 't',
			reply: 'r',
			tool: 'x',
			raw: '{}',
			input: {},
			scope: null,
			host,
			cwd: '/',
			summary: call,
		},
		{type: 'tool.ended', call, outcome: {status: 'ok', result: {}}, durationMs: 1},
		{type: 'tool.delivered', call, afterMs: 1},
	];
}

/** As a checkpoint gives it back, with these events after it. */
function pastWith(whole: SessionPast, events: readonly Event[] = []): Past {
	const pages = [...pagesOf(whole)].map(page => () => JSON.parse(JSON.stringify(page)));
	const stamped = events.map((event, index) => ({
		v: 1 as const,
		seq: whole.seq + index + 1,
		at: 1,
		...event,
	}));
	return {checkpoint: {place, pages}, refused: null, events: stamped, place};
}

it('the end of a long session is there at once, and the rest makes the same state of it', () => {
	const whole = wholePast();
	const past = sessionPast(pastWith(whole), {atOnce: 100});
	expect(past.state.chat.items.length).toBeLessThan(200);
	expect(past.state.chat.items.at(-1)).toEqual(whole.state.chat.items.at(-1));
	expect(past.state.chat.earlier).toBe(
		whole.state.chat.items.length - past.state.chat.items.length,
	);
	const {store, latePast} = openPast({clock: systemClock(), past});
	latePast.readAll();
	expect(store.state()).toEqual(whole.state);
	expect([...store.state().calls.keys()]).toEqual([...whole.state.calls.keys()]);
});

it('it is read by itself, a part at a time, from the newest on', () => {
	const whole = wholePast();
	const clock = skippingClock();
	const past = sessionPast(pastWith(whole), {atOnce: 0});
	const {store, latePast} = openPast({clock, past});
	latePast.start();
	expect(store.state().chat.items.length).toBeLessThanOrEqual(64);
	for (let step = 0; step < 40 && store.state().chat.earlier > 0; step += 1) {
		clock.skip(1000);
	}
	expect(store.state()).toEqual(whole.state);
	expect(store.seq()).toBeGreaterThan(whole.seq);
});

it('the model is never told a part of it', () => {
	const {state} = sessionPast(pastWith(wholePast()), {atOnce: 100});
	expect(() => conversation(state)).toThrow('still to be read');
});

it('what begins a turn, or is about a call of before, finds all of it', () => {
	const whole = wholePast();
	const [call] = whole.state.calls.keys();
	const about: readonly Event[] = [
		{type: 'turn.started', turn: 'turn_next' as never},
		{type: 'file.confirmed', call: call as CallId, found: 'as wished'} as unknown as Event,
	];
	for (const event of about) {
		const past = sessionPast(pastWith(whole), {atOnce: 100});
		const {store} = openPast({clock: systemClock(), past});
		store.append({type: 'notice.shown', level: 'info', text: 'hello'});
		expect(store.state().chat.earlier).toBeGreaterThan(0);
		store.append(event);
		expect(store.state().chat.earlier).toBe(0);
		expect(store.state().chat.items).toEqual(whole.state.chat.items);
		// Written after the checkpoint, it makes all of it be read at the start.
		expect(sessionPast(pastWith(whole, [event]), {atOnce: 100}).earlier).toEqual([]);
	}
});

it('what may still change is there at once, however far back', () => {
	const whole = wholePast();
	const index = whole.state.chat.items.findIndex(({type}, at) => at > 300 && type === 'reply');
	const items = whole.state.chat.items.map((item, at) =>
		at === index ? {...item, ended: undefined} : item,
	);
	const chat = {...whole.state.chat, items} as SessionPast['state']['chat'];
	const open = {...whole, state: {...whole.state, chat}};
	const {earlier} = sessionPast(pastWith(open), {atOnce: 100}).state.chat;
	expect(earlier).toBeGreaterThan(200);
	expect(earlier).toBeLessThanOrEqual(index);
});
