import {expect, it} from 'vitest';
import type {TerminalId} from '../../source/events/ids.ts';
import {createKeyboards} from '../../source/wire/keyboards.ts';

const terminal = 't1' as TerminalId;
const small = {columns: 40, rows: 10};
const large = {columns: 120, rows: 40};

function made(control: 'user' | 'model' | null = 'user') {
	const told: (readonly [string, string | null])[] = [];
	const sizes: unknown[] = [];
	const now = {control};
	const keyboards = createKeyboards({
		controlOf: () => now.control,
		onHolder: (id, holder) => void told.push([id, holder]),
		onSize: (_, size) => void sizes.push(size),
	});
	return {keyboards, told, sizes, now};
}

const stamp = {v: 1, seq: 1, at: 0} as const;
const controlledBy = (by: 'user' | 'model') =>
	({...stamp, type: 'terminal.controlled', terminal, by}) as const;

it('that a terminal is closed is noted once by the server, and translating an event for a screen changes nothing', () => {
	const {keyboards} = made();
	keyboards.take(terminal, 'one');
	const closed = {...stamp, type: 'terminal.closed', terminal} as const;
	keyboards.eventFor(closed, 'one');
	expect(keyboards.eventFor(controlledBy('user'), 'two')).toMatchObject({by: 'other'});
	keyboards.follow(closed);
	expect(keyboards.eventFor(controlledBy('user'), 'two')).toMatchObject({by: 'user'});
});

it('a keyboard that went to the model is free for the first screen that takes it back', () => {
	const {keyboards} = made();
	keyboards.take(terminal, 'one');
	expect(keyboards.mayType(terminal, 'two')).toBe(false);
	keyboards.follow(controlledBy('model'));
	expect(keyboards.mayType(terminal, 'two')).toBe(true);
});

it('while the model has the keyboard, keys of a screen make nobody believe that a person has it', () => {
	const {keyboards, told, now} = made('model');
	expect(keyboards.mayType(terminal, 'one')).toBe(true);
	keyboards.leave('one');
	expect(told).toEqual([]);
	now.control = 'user';
	keyboards.mayType(terminal, 'one');
	keyboards.leave('one');
	expect(told).toEqual([
		[terminal, 'one'],
		[terminal, null],
	]);
});

it('a screen that takes the keyboard brings its size, and keeps it after it has given the keyboard back', () => {
	const {keyboards, sizes} = made();
	expect(keyboards.resize(terminal, 'one', small)).toBe(true);
	expect(keyboards.resize(terminal, 'two', large)).toBe(false);
	keyboards.take(terminal, 'two');
	expect(sizes).toEqual([large]);
	keyboards.follow(controlledBy('model'));
	expect(keyboards.resize(terminal, 'one', small)).toBe(false);
	keyboards.leave('two');
	// Who is left sees it in its own size again.
	expect(sizes).toEqual([large, small]);
	expect(keyboards.resize(terminal, 'one', large)).toBe(true);
});

it('nothing is kept for a terminal that is not there', () => {
	const {keyboards, told} = made(null);
	expect(keyboards.resize(terminal, 'one', small)).toBe(false);
	keyboards.take(terminal, 'one');
	expect(keyboards.mayType(terminal, 'two')).toBe(true);
	expect(told).toEqual([]);
});
