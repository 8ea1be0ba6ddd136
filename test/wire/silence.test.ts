import {expect, it} from 'vitest';
import {watchSilence} from '../../source/wire/silence.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

it('silence is told within 3 s of the last word, whenever that was, and its end at once', () => {
	for (const lastWordMs of [1, 250, 499, 501, 999]) {
		const clock = fakeClock();
		const silence = watchSilence(clock);
		const told: boolean[] = [];
		silence.subscribe(isSilent => told.push(isSilent));
		clock.advance(lastWordMs);
		silence.hear();
		// One beat of a busy engine may come late.
		clock.advance(1900);
		expect(told).toEqual([]);
		clock.advance(1100);
		expect(told).toEqual([true]);
		silence.hear();
		expect(told).toEqual([true, false]);
		silence.stop();
	}
});
