import {describe, expect, it} from 'vitest';
import type {CallId} from '../../../source/events/ids.ts';
import {
	askOnCard,
	canAnswer,
	followCalls,
	leaveCard,
	noCard,
	stepCard,
} from '../../../source/view/input/card-focus.ts';

const first = 'call_1' as CallId;
const second = 'call_2' as CallId;
const appeared = followCalls(noCard, {waiting: [first], now: 1000, isNobodyTyping: true});

describe('a waiting card', () => {
	it('takes the keyboard when nobody types', () => {
		expect(appeared).toEqual({
			call: first,
			focused: true,
			since: 1000,
			step: 'answer',
			isPutOff: false,
		});
	});

	it('does not take the keyboard from somebody who types', () => {
		expect(followCalls(noCard, {waiting: [first], now: 0, isNobodyTyping: false}).focused).toBe(
			false,
		);
	});

	it.each([
		['right after it appeared', 1000, 0, false],
		['299 ms after it appeared', 1299, 0, false],
		['300 ms after it appeared', 1300, 0, true],
		['299 ms after a key in the composer', 2000, 1701, false],
		['300 ms after a key in the composer', 2000, 1700, true],
	])(
		'%s: takes a key at %d with the last composer key at %d → %s',
		(_title, now, lastComposerKeyAt, expected) => {
			expect(canAnswer(appeared, {now, lastComposerKeyAt, seenAt: 0})).toBe(expected);
		},
	);

	it.each([
		['never seen on the terminal', null, false],
		['seen there for 299 ms', 8701, false],
		['seen there for 300 ms', 8700, true],
	])('%s: whatever the time since it was asked, takes a key → %j', (_, seenAt, expected) => {
		expect(canAnswer(appeared, {now: 9000, seenAt, lastComposerKeyAt: 0})).toBe(expected);
	});

	it('takes no key while it is not focused', () => {
		expect(canAnswer(leaveCard(appeared), {now: 9000, lastComposerKeyAt: 0, seenAt: 0})).toBe(
			false,
		);
	});

	it('stays shown while it waits, whatever else begins to wait', () => {
		expect(followCalls(appeared, {waiting: [second, first], now: 5000, isNobodyTyping: true})).toBe(
			appeared,
		);
	});

	it('gives way to the next one, which starts its own 300 ms', () => {
		const next = followCalls(appeared, {waiting: [second], now: 5000, isNobodyTyping: true});
		expect(next.call).toBe(second);
		expect(canAnswer(next, {now: 5100, lastComposerKeyAt: 0, seenAt: 0})).toBe(false);
	});

	it('asks about all that wait anew when there are more of them than were listed', () => {
		const listed = followCalls(askOnCard(appeared, {step: 'group', now: 2000}), {
			waiting: [first, second],
			now: 2000,
			isNobodyTyping: true,
		});
		expect(canAnswer(listed, {now: 2400, lastComposerKeyAt: 0, seenAt: 0})).toBe(true);
		const third = 'call_3' as CallId;
		const longer = followCalls(listed, {
			waiting: [first, second, third],
			now: 2400,
			isNobodyTyping: true,
		});
		expect(canAnswer(longer, {now: 2401, lastComposerKeyAt: 0, seenAt: 0})).toBe(false);
		expect(canAnswer(longer, {now: 2700, lastComposerKeyAt: 0, seenAt: 0})).toBe(true);
	});

	it('is stepped through in a circle', () => {
		const step = stepCard(appeared, {waiting: [first, second], step: 1, now: 7});
		expect(step.call).toBe(second);
		expect(stepCard(step, {waiting: [first, second], step: 1, now: 8}).call).toBe(first);
		expect(stepCard(appeared, {waiting: [first, second], step: -1, now: 8}).call).toBe(second);
	});
});
