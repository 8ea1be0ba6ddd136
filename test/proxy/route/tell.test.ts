import {expect, it} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function open() {
	const clock = fakeClock(1000);
	const signals: Signal[] = [];
	return {clock, signals, tell: createTell(clock, signal => signals.push(signal))};
}

it('a signal has its time, and no fact that is not known', () => {
	const {tell, signals, clock} = open();
	clock.advance(5);
	tell.now('upstream.reset', {provider: 'up', model: undefined, code: 0});
	expect(signals).toEqual([{kind: 'upstream.reset', at: 1005, provider: 'up', code: 0}]);
	expect(signals[0]).not.toHaveProperty('model');
});

it('what is told once is told again for another kind, provider or note only', () => {
	const {tell, signals} = open();
	for (let time = 0; time < 2; time += 1) {
		tell.once('tool.dropped', {provider: 'a', note: 'x'});
		tell.once('tool.dropped', {provider: 'b', note: 'x'});
		tell.once('tool.dropped', {provider: 'a', note: 'y'});
		tell.once('store.failed', {provider: 'a', note: 'x'});
	}
	expect(signals).toHaveLength(4);
});

it('of such notes five hundred are told in all', () => {
	const {tell, signals} = open();
	for (let count = 0; count < 510; count += 1) {
		tell.once('tool.dropped', {note: String(count)});
	}
	expect(signals).toHaveLength(500);
});
