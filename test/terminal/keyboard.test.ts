import {describe, expect, it} from 'vitest';
import {countdownMs, createKeyboard, keyboardIdleMs} from '../../source/terminal/keyboard.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function heldByUser() {
	const clock = fakeClock();
	const told: string[] = [];
	const keyboard = createKeyboard({
		clock,
		owner: 'model',
		onGiven: to => told.push(`given to ${to}`),
		onWanted: () => told.push('wanted'),
		onCountdown: until => told.push(until === null ? 'kept' : `goes in ${until - clock.now()}`),
		onIdle: () => told.push('idle'),
	});
	keyboard.give('user');
	told.length = 0;
	return {clock, keyboard, told};
}

describe('the keyboard of a terminal', () => {
	it('stays with the user for ever while nothing waits for it', () => {
		const {clock, keyboard, told} = heldByUser();
		keyboard.want();
		clock.advance(10 * keyboardIdleMs);
		expect(keyboard.holder()).toBe('user');
		expect(told).toEqual(['wanted']);
	});

	it('goes to a call that waits when the user has not typed for half a minute', () => {
		const {clock, keyboard, told} = heldByUser();
		keyboard.await();
		clock.advance(keyboardIdleMs - 1);
		expect(keyboard.holder()).toBe('user');
		clock.advance(1);
		expect(keyboard.holder()).toBe('model');
		expect(told).toEqual(['wanted', `goes in ${countdownMs}`, 'given to model', 'idle']);
	});

	it('is kept by any key during the countdown, which begins anew later', () => {
		const {clock, keyboard, told} = heldByUser();
		keyboard.await();
		clock.advance(keyboardIdleMs - 1000);
		keyboard.used();
		expect(told).toEqual(['wanted', `goes in ${countdownMs}`, 'kept']);
		clock.advance(keyboardIdleMs - 1);
		expect(keyboard.holder()).toBe('user');
		expect(told.at(-1)).toBe(`goes in ${countdownMs}`);
	});

	it('counts down no more when nothing waits any longer', () => {
		const {clock, keyboard, told} = heldByUser();
		const end = keyboard.await();
		clock.advance(keyboardIdleMs - 1000);
		end();
		clock.advance(keyboardIdleMs);
		expect(told.at(-1)).toBe('kept');
	});

	it('stays with a user who types while a call waits', () => {
		const {clock, keyboard} = heldByUser();
		keyboard.await();
		for (let key = 0; key < 10; key += 1) {
			clock.advance(keyboardIdleMs - 1);
			keyboard.used();
		}
		expect(keyboard.holder()).toBe('user');
		clock.advance(keyboardIdleMs);
		expect(keyboard.holder()).toBe('model');
	});

	it('is not taken from a user who could not yet see that a call waits', () => {
		const {clock, keyboard} = heldByUser();
		clock.advance(10 * keyboardIdleMs);
		keyboard.await();
		clock.advance(keyboardIdleMs - 1);
		expect(keyboard.holder()).toBe('user');
	});

	it('is waited for over several short calls as over a long one', () => {
		const {clock, keyboard} = heldByUser();
		for (let call = 0; call < 6 && keyboard.holder() === 'user'; call += 1) {
			const stop = keyboard.await();
			clock.advance(keyboardIdleMs / 5);
			stop();
			expect(clock.pending()).toBe(0);
		}
		expect(keyboard.holder()).toBe('model');
	});

	it('leaves no timer behind', () => {
		const {clock, keyboard} = heldByUser();
		keyboard.await();
		keyboard.give('model');
		expect(clock.pending()).toBe(0);
		keyboard.give('user');
		keyboard.await();
		keyboard.stop();
		expect(clock.pending()).toBe(0);
	});
});
