import {expect, it} from 'vitest';
import {noteDropped} from '../../../source/engine/monitoring/signal-notices.ts';
import type {Signal} from '../../../source/events/signal.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

it('what was not sent to a provider is on the screen once', () => {
	const store = createStore(fakeClock());
	const dropped: Signal = {
		kind: 'tool.dropped',
		at: 1,
		provider: 'up',
		note: 'A tool without a name was dropped.',
	};
	noteDropped(store, dropped);
	noteDropped(store, {...dropped, at: 2});
	noteDropped(store, {kind: 'request.ended', at: 3, provider: 'up'});
	expect(store.state().notices.map(({text}) => text)).toEqual([
		'Not sent to up: A tool without a name was dropped.',
	]);
});
