import {getEventListeners} from 'node:events';
import {expect, it} from 'vitest';
import type {TurnId} from '../../source/events/ids.ts';
import {createStore} from '../../source/state/store.ts';
import {createTurnLock} from '../../source/turn/turn-lock.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

const [one, two] = ['t1', 't2'] as [TurnId, TurnId];

function open() {
	const store = createStore(fakeClock());
	const abort = new AbortController();
	return {store, abort, lock: createTurnLock(store)};
}

it('a turn that waits gets the lock when the other leaves it, and listens no longer', async () => {
	const {lock, abort} = open();
	expect(await lock.take(one, abort.signal)).toBe(true);
	const waiting = lock.take(two, abort.signal);
	expect(getEventListeners(abort.signal, 'abort')).toHaveLength(1);
	lock.leave(one);
	expect(await waiting).toBe(true);
	expect(getEventListeners(abort.signal, 'abort')).toHaveLength(0);
});

it('a turn that is interrupted while it waits gets nothing', async () => {
	const {lock, abort} = open();
	await lock.take(one, new AbortController().signal);
	const waiting = lock.take(two, abort.signal);
	abort.abort();
	expect(await waiting).toBe(false);
	expect(await lock.take(one, new AbortController().signal)).toBe(true);
});

it('only the turn that has the lock can leave it', async () => {
	const {lock, abort} = open();
	await lock.take(one, abort.signal);
	lock.leave(two);
	const waiting = lock.take(two, abort.signal);
	abort.abort();
	expect(await waiting).toBe(false);
});
