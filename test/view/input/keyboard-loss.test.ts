import {describe, expect, it} from 'vitest';
import type {Event} from '../../../source/events/event.ts';
import {localHost, type TerminalId} from '../../../source/events/ids.ts';
import {keysRestMs, lostWords} from '../../../source/view/input/keyboard-loss.ts';
import type {Intent} from '../../../source/view/ui-state/intent.ts';
import {openInput} from './open-input.ts';

const one = '1' as TerminalId;
const two = '2' as TerminalId;
const esc = '\u001B';

/** Somebody types into a program of theirs. */
function openTyping({words = 'ab'} = {}) {
	const tools = openInput();
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
	tools.input.apply({type: 'focus', pane: 'terminal'});
	tools.input.apply({type: 'select-terminal', terminal: one});
	tools.clock.advance(5000);
	tools.type(words);
	expect(tools.types()).toEqual(Array.from(words, () => 'type-into'));
	tools.asked.length = 0;
	return tools;
}

/** A fact, or an intent that no key asked for. */
const losses: Readonly<Record<string, Event | Intent>> = {
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
		type: 'open-overlay',
		overlay: {
			type: 'picker',
			title: 'Late',
			items: [{label: 'x', intent: {type: 'clear-incidents'}}],
		},
	},
	'Another pane came forward': {type: 'focus', pane: 'chat'},
};

function lose({store, input}: ReturnType<typeof openTyping>, why: string): void {
	const loss = losses[why]!;
	if (loss.type === 'open-overlay' || loss.type === 'focus') {
		input.apply(loss);
	} else {
		store.append(loss as Event);
	}
}

describe.each(Object.keys(losses))('whoever types when %s', why => {
	it('types nothing more: every key is dropped, Enter and a paste too, and it is said', () => {
		const tools = openTyping();
		const {type, press, asked, draft, ui} = tools;
		lose(tools, why);
		type('DqHSCxi');
		press('\r');
		press(`${esc}[200~rm x\n${esc}[201~`);
		expect(asked).toEqual([]);
		expect(draft()).toBe('');
		expect(lostWords(tools.store.state(), ui.snapshot(), 'Ctrl+X')).toContain(
			`${why}: no key counts`,
		);
	});

	it('goes on with the leader', () => {
		const tools = openTyping();
		const {press, ui} = tools;
		lose(tools, why);
		press('\u0018');
		expect(ui.snapshot()).toMatchObject({keysLost: null, leader: true});
	});
});

describe.each(Object.keys(losses).filter(why => why !== 'Another pane came forward'))(
	'whoever typed when %s',
	why => {
		it('goes on with Esc after a rest, and not with an Esc in the flow of typing', () => {
			const tools = openTyping();
			const {type, press, ui, clock} = tools;
			lose(tools, why);
			type('words');
			press(esc);
			expect(ui.snapshot().keysLost).not.toBe(null);
			clock.advance(keysRestMs);
			press('x');
			press(esc);
			expect(ui.snapshot().keysLost).not.toBe(null);
			clock.advance(keysRestMs);
			press(esc);
			expect(ui.snapshot().keysLost).toBe(null);
		});
	},
);

it('a program of one’s own that ends before anything was typed into it takes nothing away', () => {
	const tools = openTyping({words: ''});
	const {type, ui, asked} = tools;
	lose(tools, 'Its program has ended');
	expect(ui.snapshot().keysLost).toBe(null);
	type('q');
	expect([asked, ui.snapshot().focus]).toEqual([[], 'chat']);
});

it('in the composer any key goes on after a rest, and is a letter there', () => {
	const tools = openTyping();
	const {type, draft, ui, clock} = tools;
	lose(tools, 'Another pane came forward');
	type('lost');
	clock.advance(keysRestMs);
	type('kept');
	expect(draft()).toBe('kept');
	expect(ui.snapshot().keysLost).toBe(null);
});

describe('a person who gives the keyboard away', () => {
	it.each([
		['hands it back', ['\u0018', 'i'], {type: 'terminal.controlled', terminal: one, by: 'model'}],
		['goes to the chat', ['\u0018', '1'], {type: 'notice.shown', level: 'info', text: 'later'}],
	] as const)('and %s misses nothing', (_, keys, event) => {
		const tools = openTyping();
		const {press, ui} = tools;
		keys.forEach(press);
		tools.store.append(event);
		expect(ui.snapshot().keysLost).toBe(null);
	});
});

describe('what can not be taken back', () => {
	it.each([
		['D', 'close-terminal'],
		['H', 'allow-in-terminal'],
		['S', 'allow-in-terminal'],
	])('%s asks first, and Enter alone means no', (key, wish) => {
		const tools = openTyping();
		const {press, types, clock} = tools;
		tools.store.append({type: 'terminal.controlled', terminal: one, by: 'model'});
		clock.advance(keysRestMs);
		press(esc);
		press(key);
		expect(tools.ui.snapshot().overlay?.type).toBe('picker');
		press('\r');
		expect(types()).not.toContain(wish);
		press(key);
		press(`${esc}[B`);
		press('\r');
		expect(types()).toContain(wish);
	});

	it('D on a program that has ended closes its terminal at once', () => {
		const tools = openTyping();
		const {press, types, clock} = tools;
		lose(tools, 'Its program has ended');
		clock.advance(keysRestMs);
		press(esc);
		press('D');
		expect(types()).toEqual(['close-terminal']);
	});
});
