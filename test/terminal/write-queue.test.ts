import {describe, expect, it} from 'vitest';
import {createWriteQueue, inputBytesMax} from '../../source/terminal/write-queue.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/** A program that reads so many bytes when it is asked to. */
function reader() {
	const clock = fakeClock();
	const state = {room: 0, got: '', offers: 0, isGone: false};
	const queue = createWriteQueue({
		clock,
		write(bytes) {
			state.offers += 1;
			if (state.isGone) {
				return -1;
			}
			const taken = Math.min(state.room, bytes.length);
			state.got += Buffer.from(bytes.subarray(0, taken)).toString();
			state.room -= taken;
			return taken;
		},
	});
	return {clock, state, queue};
}

describe('input on its way into a terminal', () => {
	it('arrives at once when there is room', () => {
		const {state, queue, clock} = reader();
		state.room = 100;
		expect(queue.push(Buffer.from('hello'))).toBe(true);
		expect(state.got).toBe('hello');
		expect(clock.pending()).toBe(0);
	});

	it('arrives whole and in order however little room there is', () => {
		const {state, queue, clock} = reader();
		const text = Array.from({length: 3000}, (_, index) => `${index},`).join('');
		queue.push(Buffer.from(text.slice(0, 5000)));
		queue.push(Buffer.from(text.slice(5000)));
		while (clock.pending() > 0) {
			state.room = 7;
			clock.advance(32);
		}
		expect(state.got).toBe(text);
	});

	it('is not offered in a busy loop to a program that does not read', () => {
		const {state, queue, clock} = reader();
		queue.push(Buffer.from('x'));
		clock.advance(1000);
		expect(state.offers).toBeLessThan(50);
		state.room = 1;
		clock.advance(32);
		expect(state.got).toBe('x');
	});

	it('is refused whole when it does not fit', () => {
		const {state, queue} = reader();
		expect(queue.push(Buffer.alloc(inputBytesMax))).toBe(true);
		expect(queue.push(Buffer.from('x'))).toBe(false);
		expect(state.got).toBe('');
	});

	it('is never written after the end', () => {
		const {state, queue, clock} = reader();
		queue.push(Buffer.from('waiting'));
		queue.close();
		state.room = 100;
		clock.advance(1000);
		expect(queue.push(Buffer.from('more'))).toBe(false);
		expect([state.got, clock.pending()]).toEqual(['', 0]);
	});

	it('ends with the descriptor', () => {
		const {state, queue, clock} = reader();
		state.isGone = true;
		queue.push(Buffer.from('x'));
		expect(queue.push(Buffer.from('y'))).toBe(false);
		expect([state.offers, clock.pending()]).toEqual([1, 0]);
	});
});
