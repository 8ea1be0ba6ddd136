import {describe, expect, it} from 'vitest';
import {createBrake} from '../../source/terminal/brake.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/** So many bytes each 4 ms for so long, while nothing holds it up; how long it was held up. */
function flood({seconds, bytes, watched}: {seconds: number; bytes: number; watched: boolean}) {
	const clock = fakeClock();
	let isHeld = false;
	let heldMs = 0;
	const brake = createBrake({
		clock,
		isWatched: () => watched,
		hold() {
			isHeld = true;
			heldMs -= clock.elapsed();
		},
		release() {
			isHeld = false;
			heldMs += clock.elapsed();
		},
	});
	for (let now = 0; now < seconds * 1000; now += 4) {
		if (!isHeld) {
			brake.saw(bytes);
		}
		clock.advance(4);
	}
	return {heldMs, pending: () => clock.pending(), stop: brake.stop};
}

describe('a terminal that nobody looks at', () => {
	it('reads a flood that goes on and on only half of the time', () => {
		const {heldMs} = flood({seconds: 20, bytes: 65_536, watched: false});
		expect(heldMs).toBeGreaterThan(6000);
		expect(heldMs).toBeLessThan(10_000);
	});

	it('reads a burst as fast as it comes', () => {
		expect(flood({seconds: 2.9, bytes: 1_000_000, watched: false}).heldMs).toBe(0);
	});

	it('reads what a busy build says as fast as it comes', () => {
		expect(flood({seconds: 60, bytes: 4096, watched: false}).heldMs).toBe(0);
	});

	it('leaves no timer behind', () => {
		const {pending, stop} = flood({seconds: 10, bytes: 65_536, watched: false});
		stop();
		expect(pending()).toBe(0);
	});
});

it('a flood at which somebody looks is not slowed', () => {
	expect(flood({seconds: 20, bytes: 65_536, watched: true}).heldMs).toBe(0);
});
