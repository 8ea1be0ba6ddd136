import {expect, it} from 'vitest';
import {keepAsking} from '../../../source/engine/remote-hosts/ask-later.ts';
import {returnTerminals} from '../../../source/engine/remote-hosts/return-terminals.ts';
import type {Event} from '../../../source/events/event.ts';
import {failed} from '../../../source/events/failure.ts';
import type {HostId, TerminalId} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const web = 'web' as HostId;
const ready: Event = {type: 'hop.changed', host: web, state: {status: 'ready'}, facts: null};

function open() {
	const clock = fakeClock();
	const store = createStore(clock);
	const notices: string[] = [];
	store.onEvent(event => {
		if (event.type === 'notice.shown') {
			notices.push(event.text);
		}
	});
	return {setup: {store, append: store.append, ports: {clock}} as never, store, notices, clock};
}

it('a question to a host that breaks off is told, and asked again at the next connection', async () => {
	const {setup, store, notices} = open();
	let asked = 0;
	const placeOf = () => ({}) as never;
	keepAsking(setup, {placeOf, closing: new AbortController().signal}, [
		async () => {
			asked += 1;
			if (asked === 1) {
				throw new Error('the channel broke');
			}
			return null;
		},
	]);
	store.append(ready);
	await expect.poll(() => notices).toEqual([expect.stringContaining('the channel broke')]);
	store.append(ready);
	await expect.poll(() => asked).toBe(2);
	expect(notices).toHaveLength(1);
});

const kept = {socket: 's', session: 'x'};
const left = {id: '1' as TerminalId, host: web, title: 'make', kept, ended: null};
const past = {...emptyState, terminals: [left]};

it('a terminal whose return breaks off is told of, and brought back at the next connection', async () => {
	const {setup, store, notices} = open();
	let opened = 0;
	const terminals = {
		open: async () => {
			opened += 1;
			if (opened === 1) {
				throw new Error('no more channels');
			}
			return {ok: true};
		},
		wait: async () => {},
	};
	returnTerminals(Object.assign({terminals, past} as never, setup), {isTold: true});
	store.append(ready);
	await expect.poll(() => notices.at(-1)).toContain('no more channels');
	store.append(ready);
	await expect.poll(() => notices.at(-1)).toContain('it is the same terminal on web');
	expect(opened).toBe(2);
});

it('a terminal whose host is too busy to be asked is brought back later, over the same connection', async () => {
	const {setup, store, notices, clock} = open();
	let opened = 0;
	const terminals = {
		open: async () => {
			opened += 1;
			return opened < 3
				? {ok: false, code: 'host', failure: failed('timeout', 'busy')}
				: {ok: true};
		},
		wait: async () => {},
	};
	returnTerminals(Object.assign({terminals, past} as never, setup), {isTold: false});
	store.append(ready);
	await expect.poll(() => notices).toEqual([expect.stringContaining('It is tried again')]);
	clock.advance(2000);
	await expect.poll(() => opened).toBe(2);
	await expect
		.poll(() => {
			clock.advance(4000);
			return notices;
		})
		.toEqual([expect.anything(), expect.stringContaining('it is the same terminal on web')]);
	expect(opened).toBe(3);
});
