import {describe, expect, it} from 'vitest';
import {createExitGate} from '../../source/terminal/exit-gate.ts';
import type {Exit} from '../../source/terminal/transport.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

function gate(keepsLastBytes = true) {
	const clock = fakeClock();
	const exits: Exit[] = [];
	let released = 0;
	const made = createExitGate({
		clock,
		keepsLastBytes,
		release: () => {
			released += 1;
		},
		onExit: exit => exits.push(exit),
	});
	return {clock, exits, gate: made, released: () => released};
}

/** As in an event loop that is late: a timer comes when it is its turn, not when it is due. */
function lateGate() {
	const due: (() => void)[] = [];
	let now = 0;
	const exits: Exit[] = [];
	const clock = {
		...fakeClock(),
		elapsed: () => now,
		after(_delayMs: number, action: () => void) {
			due.push(action);
			return {cancel: () => {}};
		},
	};
	const made = createExitGate({
		clock,
		keepsLastBytes: true,
		release: () => {},
		onExit: told => exits.push(told),
	});
	return {
		exits,
		gate: made,
		busy: (forMs: number) => {
			now += forMs;
		},
		next: () => due.shift()?.(),
	};
}

const exit: Exit = {exitCode: 3, signal: null};

describe('the exit of a program', () => {
	it('is told when its output has ended, whichever comes first', () => {
		for (const order of ['exit first', 'end first']) {
			const {exits, gate: made} = gate();
			const steps = [() => made.exited(exit), () => made.ended()];
			for (const step of order === 'exit first' ? steps : steps.toReversed()) {
				expect(exits).toEqual([]);
				step();
			}
			expect(exits).toEqual([exit]);
		}
	});

	it('is told once, and the first one counts', () => {
		const {clock, exits, gate: made} = gate();
		made.exited(exit);
		made.exited({exitCode: 0, signal: null});
		made.ended();
		made.ended();
		clock.advance(1000);
		expect(exits).toEqual([exit]);
	});

	it('waits for silence when a background job keeps the terminal open', () => {
		const {clock, exits, gate: made, released} = gate();
		made.exited(exit);
		expect(released()).toBe(1);
		clock.advance(40);
		made.sawBytes();
		clock.advance(40);
		expect(exits).toEqual([]);
		clock.advance(70);
		expect(exits).toEqual([exit]);
	});

	it('does not wait for ever while the background job prints', () => {
		const {clock, exits, gate: made} = gate();
		made.exited(exit);
		for (let spent = 0; spent < 400; spent += 10) {
			made.sawBytes();
			clock.advance(10);
		}
		expect(exits).toEqual([exit]);
	});

	it('takes silence for nothing while nobody reads', () => {
		const {clock, exits, gate: made} = gate();
		made.setPaused(true);
		made.exited(exit);
		clock.advance(5000);
		expect(exits).toEqual([]);
		made.setPaused(false);
		clock.advance(200);
		expect(exits).toEqual([exit]);
	});

	it('takes a busy spell of this program for no silence', () => {
		const {exits, gate: made, busy, next} = lateGate();
		made.exited(exit);
		busy(300);
		next();
		// The spell is over: only now is what the program printed at its end read.
		made.sawBytes();
		next();
		expect(exits).toEqual([]);
		for (let turn = 0; turn < 3; turn += 1) {
			busy(50);
			next();
		}
		expect(exits).toEqual([exit]);
	});

	it('lets go of the terminal only after a silence where the system would lose the rest', () => {
		const {clock, exits, gate: made, released} = gate(false);
		made.exited(exit);
		expect(released()).toBe(0);
		clock.advance(5);
		made.sawBytes();
		clock.advance(9);
		expect(released()).toBe(0);
		clock.advance(20);
		expect(released()).toBe(1);
		made.ended();
		expect(exits).toEqual([exit]);
	});
});
