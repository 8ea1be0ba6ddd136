import {describe, expect, it} from 'vitest';
import type {Event} from '../../../source/events/event.ts';
import {localHost, type TerminalId} from '../../../source/events/ids.ts';
import {handsRestedMs, lostWords} from '../../../source/view/desk/keyboard-loss.ts';
import {openDesk} from './open-desk.ts';

const one = '1' as TerminalId;
const two = '2' as TerminalId;
const esc = '\u001B';

/** Somebody types into a program of theirs. */
function openTyping({words = 'ab'} = {}) {
	const tools = openDesk();
	const open = (terminal: TerminalId) =>
		tools.store.append({
			type: 'terminal.opened',
			terminal,
			title: 'vim',
			host: localHost,
			cwd: '/',
			owner: 'user',
		});
	open(two);
	open(one);
	tools.store.append({type: 'focus.moved', pane: 'terminal'});
	tools.store.append({type: 'terminal.selected', terminal: one});
	tools.clock.advance(5000);
	tools.type(words);
	expect(tools.types()).toEqual(Array.from(words, () => 'type-into'));
	tools.asked.length = 0;
	return tools;
}

const losses: Readonly<Record<string, Event>> = {
	'Its program has ended': {
		type: 'terminal.exited',
		terminal: one,
		exitCode: 0,
		signal: null,
		durationMs: 1,
	},
	'The agent has the keyboard now': {type: 'terminal.controlled', terminal: one, by: 'model'},
	'That terminal is gone': {type: 'terminal.closed', terminal: one},
	'Something opened over it': {
		type: 'overlay.opened',
		overlay: {
			type: 'picker',
			title: 'Late',
			items: [{label: 'x', intent: {type: 'clear-incidents'}}],
		},
	},
	'Another pane came forward': {type: 'focus.moved', pane: 'chat'},
};

describe.each(Object.keys(losses))('whoever types when %s', why => {
	it('types nothing more: every key is dropped, Enter and a paste too, and it is said', () => {
		const {store, type, press, asked, draft, desk} = openTyping();
		store.append(losses[why]!);
		type('DqHSCxi');
		press('\r');
		press(`${esc}[200~rm x\n${esc}[201~`);
		expect(asked).toEqual([]);
		expect(draft()).toBe('');
		expect(lostWords(store.state(), desk.snapshot(), 'Ctrl+X')).toContain(`${why}: no key counts`);
	});

	it('goes on with the leader', () => {
		const {store, press, desk} = openTyping();
		store.append(losses[why]!);
		press('\u0018');
		expect(desk.snapshot()).toMatchObject({keysLost: null, leader: true});
	});
});

describe.each(Object.keys(losses).filter(why => why !== 'Another pane came forward'))(
	'whoever typed when %s',
	why => {
		it('goes on with Esc after a rest, and not with an Esc in the flow of typing', () => {
			const {store, type, press, desk, clock} = openTyping();
			store.append(losses[why]!);
			type('words');
			press(esc);
			expect(desk.snapshot().keysLost).not.toBe(null);
			clock.advance(handsRestedMs);
			press('x');
			press(esc);
			expect(desk.snapshot().keysLost).not.toBe(null);
			clock.advance(handsRestedMs);
			press(esc);
			expect(desk.snapshot().keysLost).toBe(null);
		});
	},
);

it('a program of one’s own that ends before anything was typed into it takes nothing away', () => {
	const {store, type, desk, asked} = openTyping({words: ''});
	store.append(losses['Its program has ended']!);
	expect(desk.snapshot().keysLost).toBe(null);
	type('q');
	expect(asked).toEqual([{type: 'focus', pane: 'chat'}]);
});

it('in the composer any key goes on after a rest, and is a letter there', () => {
	const {store, type, draft, desk, clock} = openTyping();
	store.append(losses['Another pane came forward']!);
	type('lost');
	clock.advance(handsRestedMs);
	type('kept');
	expect(draft()).toBe('kept');
	expect(desk.snapshot().keysLost).toBe(null);
});

describe('a person who gives the keyboard away', () => {
	it.each([
		['hands it back', ['\u0018', 'i'], {type: 'terminal.controlled', terminal: one, by: 'model'}],
		['goes to the chat', ['\u0018', '1'], {type: 'focus.moved', pane: 'chat'}],
	] as const)('and %s misses nothing', (_, keys, event) => {
		const {store, press, desk} = openTyping();
		keys.forEach(press);
		store.append(event);
		expect(desk.snapshot().keysLost).toBe(null);
	});
});

describe('what can not be taken back', () => {
	it.each([
		['D', 'close-terminal'],
		['H', 'allow-in-terminal'],
		['S', 'allow-in-terminal'],
	])('%s asks first, and Enter alone means no', (key, wish) => {
		const {store, press, types, clock} = openTyping();
		store.append({type: 'terminal.controlled', terminal: one, by: 'model'});
		clock.advance(handsRestedMs);
		press(esc);
		press(key);
		expect(types()).toEqual(['open-overlay']);
		press('\r');
		expect(types()).not.toContain(wish);
		press(key);
		press(`${esc}[B`);
		press('\r');
		expect(types()).toContain(wish);
	});

	it('D on a program that has ended closes its terminal at once', () => {
		const {store, press, types, clock} = openTyping();
		store.append(losses['Its program has ended']!);
		clock.advance(handsRestedMs);
		press(esc);
		press('D');
		expect(types()).toEqual(['close-terminal']);
	});
});
