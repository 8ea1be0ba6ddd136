import {describe, expect, it} from 'vitest';
import {answerMsMax, createSight, stallMs} from '../../../source/view/paint/sight.ts';
import {type FakeClock, fakeClock} from '../../helpers/fake-clock.ts';

/** A screen on which one question is drawn, and a terminal that answers when the test lets it. */
function open() {
	const clock = fakeClock();
	const requests: number[] = [];
	const sight = createSight({clock, request: () => requests.push(clock.elapsed())});
	/** Composes a frame with this question, and lets it leave; gives what was asked behind it. */
	const draw = (sign: string | null, {leaves = true} = {}) => {
		sight.drew(sign);
		const question = sight.composed();
		if (leaves) {
			sight.drained();
		}
		return question;
	};
	const answer = (question: string) => sight.take(replyTo(question));
	return {clock, sight, requests, draw, answer};
}

function replyTo(question: string): string {
	const [, row, column] = /\[(\d+);(\d+)H/.exec(question)!;
	return `\u001B[${row};${column}R`;
}

describe('a question on the screen', () => {
	it('is seen when the terminal has answered what was asked behind its frame, and not before', () => {
		const {clock, sight, draw, answer} = open();
		const question = draw('a');
		clock.advance(500);
		expect(sight.since('a')).toBe(null);
		answer(question);
		const seenAt = clock.elapsed();
		clock.advance(500);
		expect(sight.since('a')).toBe(seenAt);
	});

	it('is asked about once, however many frames follow', () => {
		const {draw, answer} = open();
		answer(draw('a'));
		expect([draw('a'), draw('a')]).toEqual(['', '']);
		expect(draw(null)).toBe('');
	});

	it('puts the cursor back where it was, and never asks in the first line, where an answer is a key', () => {
		const {sight, draw} = open();
		const questions = Array.from({length: 500}, (_, index) => draw(`q${index}`));
		sight.close();
		expect(questions.every(question => /^\u001B7.*\u001B\[6n\u001B8$/.test(question))).toBe(true);
		expect(questions.filter(question => /\[1;/.test(replyTo(question)))).toEqual([]);
	});

	it('is not seen by the answer to an earlier question', () => {
		const {sight, draw, answer} = open();
		const first = draw('a');
		draw('b');
		answer(first);
		expect([sight.since('a'), sight.since('b')]).toEqual([null, null]);
	});

	it.each(['composed and not yet drawn', 'gone from the screen'])(
		'is not seen while another one is %s',
		how => {
			const {sight, draw, answer} = open();
			answer(draw('a'));
			if (how === 'gone from the screen') {
				draw(null);
			}
			expect(sight.since(how === 'gone from the screen' ? 'a' : 'b')).toBe(null);
		},
	);

	it('has to be drawn and asked about again after the screen was lost', () => {
		const {sight, draw, answer} = open();
		answer(draw('a'));
		sight.stale();
		expect(sight.since('a')).toBe(null);
		answer(draw('a'));
		expect(sight.since('a')).not.toBe(null);
	});

	it('asks for a frame of its own when somebody comes back who looked elsewhere', () => {
		const {sight, requests, draw, answer} = open();
		answer(draw('a'));
		sight.doubt();
		expect(sight.since('a')).toBe(null);
		expect(requests).toHaveLength(1);
	});

	it('is in doubt when the program stood still: keys of that time were for nobody here', () => {
		const clock = fakeClock();
		let skippedMs = 0;
		const stalling: FakeClock = {...clock, elapsed: () => clock.elapsed() + skippedMs};
		const sight = createSight({clock: stalling, request() {}});
		sight.drew('a');
		sight.take(replyTo(sight.composed()));
		expect(sight.since('a')).toBe(clock.elapsed());
		skippedMs = 1000 + stallMs + 1;
		expect(sight.since('a')).toBe(null);
	});
});

describe('a terminal that answers nothing', () => {
	it('is believed to have drawn what has left, once its time to answer is over', () => {
		const {clock, sight, draw} = open();
		draw('a', {leaves: false});
		clock.advance(answerMsMax - 1);
		sight.settle();
		expect(sight.since('a')).toBe(null);
		clock.advance(10);
		sight.drained();
		expect(sight.since('a')).toBe(clock.elapsed());
		draw('b');
		expect(sight.since('b')).toBe(clock.elapsed());
	});

	it('is found out by two keys in vain when it answered something before', () => {
		const {clock, sight, draw} = open();
		sight.take('\u001B[?62;c');
		draw('a');
		for (let tries = 0; tries < 2; tries += 1) {
			clock.advance(answerMsMax - 1);
			expect(sight.since('a')).toBe(null);
			clock.advance(1);
			expect(sight.since('a')).toBe(null);
			expect(draw('a')).not.toBe('');
		}
		expect(sight.since('a')).toBe(clock.elapsed());
	});

	it('is not taken for one that answers because of an odd key', () => {
		const {sight, draw} = open();
		sight.take('\u001B[99;2Q');
		sight.settle();
		draw('a');
		expect(sight.since('a')).not.toBe(null);
	});
});

it('beats only while a question is on the screen', () => {
	const {clock, sight, draw} = open();
	expect(clock.pending()).toBe(0);
	draw('a');
	expect(clock.pending()).toBe(1);
	draw(null);
	expect(clock.pending()).toBe(0);
	sight.close();
});
