import {expect, it} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import {shortWords, untilOutputEnds} from '../../source/hop/output-end.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/** The output of an ended program, on a clock that the test moves. */
function endedProgram() {
	const clock = fakeClock();
	const {promise: ended, resolve: endOutput} = Promise.withResolvers<void>();
	const answers: (() => void)[] = [];
	const state = {lastBytesAt: 0, wasCut: false, isPaused: false};
	const reading = untilOutputEnds({
		clock,
		channel: {
			answered: () => new Promise(resolve => answers.push(resolve)),
			wasCut: () => state.wasCut,
		},
		ended,
		lastBytesAt: () => state.lastBytesAt,
		isPaused: () => state.isPaused,
	});
	let how: string | null = null;
	void reading.then(end => {
		how = end;
	});
	const pass = async (ms: number) => {
		clock.advance(ms);
		await settle();
	};
	return {
		state,
		endOutput,
		pass,
		how: () => how,
		async print() {
			state.lastBytesAt = clock.elapsed();
			await settle();
		},
		async answer() {
			answers.shift()?.();
			await settle();
		},
	};
}

/** Lets what waits on promises alone go on. */
async function settle(): Promise<void> {
	for (let step = 0; step < 20; step += 1) {
		await Promise.resolve();
	}
}

it('an output that ends is whole at once', async () => {
	const program = endedProgram();
	program.endOutput();
	await program.pass(0);
	expect(program.how()).toBe('whole');
});

it('silence is no end of the output before the host has answered in it', async () => {
	const program = endedProgram();
	await program.pass(400);
	await program.pass(20_000);
	expect(program.how()).toBeNull();
	await program.print();
	await program.answer();
	await program.pass(399);
	expect(program.how()).toBeNull();
	await program.pass(1);
	await program.answer();
	expect(program.how()).toBe('held');
});

it('an output that goes on for five seconds is left, and that is said', async () => {
	const program = endedProgram();
	for (let second = 0; second < 60 && program.how() === null; second += 1) {
		await program.print();
		await program.pass(100);
	}
	expect(program.how()).toBe('flowing');
	expect(shortWords('flowing', 'web' as HostId)).toContain('what came later may be missing here');
});

it('time in which nobody reads does not count', async () => {
	const program = endedProgram();
	program.state.isPaused = true;
	for (let second = 0; second < 20; second += 1) {
		await program.print();
		await program.pass(1000);
		await program.answer();
	}
	expect(program.how()).toBeNull();
	program.state.isPaused = false;
	await program.pass(400);
	await program.answer();
	await program.pass(400);
	await program.answer();
	expect(program.how()).toBe('held');
});

it('an output whose connection went before its end is cut, and that is said', async () => {
	const program = endedProgram();
	program.state.wasCut = true;
	program.endOutput();
	await program.pass(0);
	expect(program.how()).toBe('cut');
	expect(shortWords('cut', 'web' as HostId)).toContain('its end is missing');
});
