import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {ReplyId, TurnId} from '../../source/events/ids.ts';
import {createStore, frameMs} from '../../source/state/store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const turn = 'turn_1' as TurnId;
const reply = 'reply_1' as ReplyId;

function openStore() {
	const clock = fakeClock();
	const store = createStore(clock);
	store.append({type: 'turn.started', turn});
	store.append({type: 'reply.began', turn, reply});
	clock.advance(frameMs * 2);
	return {clock, store};
}

describe('the store', () => {
	it('tells the screen of the first change at once and of the rest once per frame', () => {
		const {clock, store} = openStore();
		let renders = 0;
		store.subscribe(() => {
			renders += 1;
		});
		for (let token = 0; token < 50; token += 1) {
			store.append({type: 'reply.grew', reply, text: 'a'});
		}
		expect(renders).toBe(1);
		clock.advance(frameMs);
		expect(renders).toBe(2);
		clock.advance(frameMs * 10);
		expect(renders).toBe(2);
	});

	it('tells the screen of the end of an answer at once', () => {
		const {store} = openStore();
		let renders = 0;
		store.subscribe(() => {
			renders += 1;
		});
		store.append({type: 'reply.grew', reply, text: 'a'});
		store.append({type: 'reply.grew', reply, text: 'b'});
		expect(renders).toBe(1);
		store.append({type: 'reply.ended', reply, finish: 'stop', durationMs: 1});
		expect(renders).toBe(2);
	});

	it('says nothing to the screen when a fact changes nothing', () => {
		const {clock, store} = openStore();
		let renders = 0;
		store.subscribe(() => {
			renders += 1;
		});
		store.append({type: 'reply.shown', reply: 'none' as ReplyId, afterMs: 1});
		clock.advance(frameMs * 2);
		expect(renders).toBe(0);
	});

	it('tells the journal before the state changes', () => {
		const {store} = openStore();
		let seen = '';
		store.onEvent(() => {
			seen = JSON.stringify(store.state().chat.items.at(-1));
		});
		store.append({type: 'reply.grew', reply, text: 'hello'});
		expect(seen).not.toContain('hello');
		expect(JSON.stringify(store.state().chat.items.at(-1))).toContain('hello');
	});

	it('goes on counting where a replayed journal ended', () => {
		const {store} = openStore();
		const events: Stamped[] = [];
		store.onEvent(event => events.push(event));
		store.append({type: 'reply.grew', reply, text: 'one'});
		const second = createStore(fakeClock());
		second.replay(events);
		expect(second.append({type: 'context.cleared'}).seq).toBe(events.at(-1)!.seq + 1);
	});

	it('passes over a damaged line of a journal, and says how many', () => {
		const second = createStore(fakeClock());
		const damaged = {v: 1, seq: 7, at: 0, type: 'hop.changed', host: 'web'} as unknown as Stamped;
		const fine = {v: 1, seq: 8, at: 0, type: 'session.renamed', title: 'kept'} as Stamped;
		expect(second.replay([damaged, fine])).toBe(1);
		expect(second.state().session.title).toBe('kept');
	});
});
