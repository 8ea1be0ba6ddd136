import {describe, expect, it} from 'vitest';
import {commands} from '../../../commands/index.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TerminalId,
	type TurnId,
} from '../../../source/events/ids.ts';
import type {EngineIntent, ScreenIntent} from '../../../source/events/intent.ts';
import {createDecoder} from '../../../source/keys/decode.ts';
import {createKeymap} from '../../../source/keys/keymap.ts';
import {createStore} from '../../../source/state/store.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {createBrowser} from '../../../source/view/desk/browser.ts';
import {createDesk} from '../../../source/view/desk/desk.ts';
import {layOut} from '../../../source/view/layout.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const call = 'call_1' as CallId;
const turn = 'turn_1' as TurnId;

/** A desk with real hands, keys and store; what it asks of the engine is written down. */
function openDesk() {
	const clock = fakeClock();
	const store = createStore(clock);
	const asked: (EngineIntent | ScreenIntent)[] = [];
	const paint = createPaint(builtInThemes[0]!, 0);
	const layout = layOut({
		columns: 80,
		rows: 24,
		focus: 'chat',
		zoomed: false,
		monitor: false,
		hasTerminals: false,
		composerRows: 1,
		cardRows: 0,
	});
	const copied: string[] = [];
	const desk = createDesk({
		store,
		clock,
		keymap: createKeymap({}).keymap,
		browser: createBrowser(paint),
		look: () => ({columns: 80, rows: 24, paint}),
		layout: () => layout,
		perform(intent) {
			asked.push(intent);
			const {type} = intent;
			if (type === 'open-overlay') {
				store.append({type: 'overlay.opened', overlay: intent.overlay});
			} else if (type === 'close-overlay') {
				store.append({type: 'overlay.closed'});
			} else if (type === 'focus') {
				store.append({type: 'focus.moved', pane: intent.pane});
			}
		},
		commands,
		promptCommands: [
			{name: 'greet', summary: 'Greets', usage: '<who>', expand: who => `Greet ${who}.`},
		],
		themes: ['dark', 'light'],
		rules: [],
		history: ['older', 'newer'],
		remember() {},
		files: async () => ['README.md', 'src/main.ts'],
		vim: false,
		scrollback: () => null,
		outside: {
			copy(text) {
				copied.push(text);
				return 'copied';
			},
			edit: async () => null,
			suspend() {},
			redraw() {},
			programModes: () => ({}),
		},
	});
	const decoder = createDecoder({clock, onInput: desk.handle});
	const press = (bytes: string) => {
		decoder.feed(Buffer.from(bytes));
		clock.advance(30);
	};
	const type = (text: string) => {
		for (const character of text) {
			press(character);
		}
	};
	const ask = () => {
		store.append({type: 'turn.started', turn});
		store.append({
			type: 'tool.proposed',
			call,
			turn,
			reply: 'r' as ReplyId,
			tool: 'unified_exec',
			raw: '{}',
			input: {cmd: 'ls'},
			scope: 'shell',
			host: localHost,
			cwd: '/',
			summary: 'ls',
		});
		store.append({
			type: 'authorization.asked',
			ask: 'a' as AskId,
			call,
			scope: 'shell',
			host: localHost,
			expiresAt: 9e15,
		});
		clock.advance(40);
	};
	const types = () => asked.map(intent => intent.type);
	return {
		clock,
		store,
		desk,
		asked,
		types,
		press,
		type,
		ask,
		copied,
		draft: () => desk.snapshot().composer.draft.text,
	};
}

const enter = '\r';
const esc = '\u001B';

describe('the composer', () => {
	it('sends what was typed, and is empty then', () => {
		const {type, press, asked, draft} = openDesk();
		type('hello');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: 'hello'}]);
		expect(draft()).toBe('');
	});

	it('sends nothing when nothing was typed', () => {
		const {press, asked} = openDesk();
		press(enter);
		expect(asked).toEqual([]);
	});

	it('runs a command of the user’s own as a prompt', () => {
		const {type, press, asked} = openDesk();
		type('/greet world');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: 'Greet world.'}]);
	});

	it('keeps what is no command, says the nearest, and sends nothing', () => {
		const {type, press, asked, desk, draft} = openDesk();
		type('/tehme');
		press(esc);
		press(enter);
		expect(asked).toEqual([]);
		expect(draft()).toBe('/tehme');
		expect(desk.snapshot().flash).toContain('/tehme');
	});

	it('takes a path at the start of a sentence for what it is', () => {
		const {type, press, asked} = openDesk();
		type('/etc/hosts is odd');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: '/etc/hosts is odd'}]);
	});

	it('hands !command to a terminal of the user’s', () => {
		const {type, press, asked} = openDesk();
		type('!make test');
		press(enter);
		expect(asked).toEqual([{type: 'run-shell', command: 'make test'}]);
	});

	it('folds a long paste and sends it whole', () => {
		const {press, asked, draft} = openDesk();
		const text = Array.from({length: 9}, (_, index) => `line ${index}`).join('\n');
		press(`${esc}[200~${text}${esc}[201~`);
		expect(draft()).toMatch(/^\[pasted 9 lines #1\]$/);
		press(enter);
		expect(asked).toEqual([{type: 'send', text}]);
	});

	it('goes through earlier input and back to what was being written', () => {
		const {type, press, draft} = openDesk();
		type('draft');
		press(`${esc}[A`);
		expect(draft()).toBe('newer');
		press(`${esc}[A`);
		expect(draft()).toBe('older');
		press(`${esc}[B`);
		press(`${esc}[B`);
		expect(draft()).toBe('draft');
	});

	it('steers with Enter and queues with Tab while the agent works', () => {
		const {type, press, asked, store} = openDesk();
		store.append({type: 'turn.started', turn});
		type('now');
		press(enter);
		type('later');
		press('\t');
		expect(asked).toEqual([
			{type: 'send', text: 'now'},
			{type: 'queue', text: 'later'},
		]);
	});

	it('asks for a second Ctrl+C before it quits, and clears what was typed first', () => {
		const {type, press, types, draft} = openDesk();
		type('words');
		press('\u0003');
		expect(draft()).toBe('');
		press('\u0003');
		expect(types()).toEqual([]);
		press('\u0003');
		expect(types()).toEqual(['quit']);
	});
});

describe('a waiting card', () => {
	it('is answered by one key, 300 ms after it appeared', () => {
		const {ask, press, asked, clock} = openDesk();
		ask();
		clock.advance(300);
		press('y');
		expect(asked).toEqual([{type: 'answer', call, verdict: {type: 'once'}}]);
	});

	it('takes an early key for the beginning of a sentence, and then lets go of the keyboard', () => {
		const {ask, press, asked, draft, clock} = openDesk();
		ask();
		press('y');
		clock.advance(2000);
		press('y');
		expect(asked).toEqual([]);
		expect(draft()).toBe('yy');
	});

	it('does not take the keyboard from somebody who writes', () => {
		const {ask, type, asked, draft, clock} = openDesk();
		type('why n');
		ask();
		clock.advance(2000);
		type('ot yes');
		expect(asked).toEqual([]);
		expect(draft()).toBe('why not yes');
	});

	it('is never answered by Enter or by a paste', () => {
		const {ask, press, types, clock} = openDesk();
		ask();
		clock.advance(1000);
		press(enter);
		press(`${esc}[200~y${esc}[201~`);
		expect(types()).not.toContain('answer');
	});

	it('waits on after Esc, and Alt+A comes back to it', () => {
		const {ask, press, asked, clock, desk} = openDesk();
		ask();
		clock.advance(1000);
		press(esc);
		expect(desk.snapshot().card).toMatchObject({call, focused: false});
		press('n');
		expect(asked).toEqual([]);
		press('\u007F');
		press(`${esc}a`);
		clock.advance(300);
		press('n');
		expect(asked.at(-1)).toEqual({type: 'answer', call, verdict: {type: 'deny'}});
	});

	it('is refused with a reason that was typed', () => {
		const {ask, press, type, asked, clock} = openDesk();
		ask();
		clock.advance(1000);
		press('r');
		type('not on Fridays');
		press(enter);
		expect(asked).toEqual([
			{type: 'answer', call, verdict: {type: 'deny', reason: 'not on Fridays'}},
		]);
	});
});

describe('lists', () => {
	it('are filtered by typing, and Enter does what is chosen', () => {
		const {press, type, asked} = openDesk();
		press('\u0010');
		type('zoom');
		press(enter);
		expect(asked.at(-1)).toEqual({type: 'zoom'});
	});

	it('show a theme while it is highlighted, and Esc brings the old one back', () => {
		const {type, press, asked} = openDesk();
		type('/theme');
		press(enter);
		press(`${esc}[B`);
		expect(asked.at(-1)).toEqual({type: 'choose-theme', theme: 'dark'});
		press(esc);
		expect(asked.slice(-2)).toEqual([
			{type: 'choose-theme', theme: 'dark'},
			{type: 'close-overlay'},
		]);
	});
});

describe('the leader key', () => {
	it('reaches panes and actions, and Esc takes it back', () => {
		const {press, asked, desk} = openDesk();
		press('\u0018');
		expect(desk.snapshot().leader).toBe(true);
		press('z');
		expect(asked).toEqual([{type: 'zoom'}]);
		press('\u0018');
		press(esc);
		expect(desk.snapshot().leader).toBe(false);
		expect(asked).toHaveLength(1);
	});
});

describe('hidden input', () => {
	it('goes to the program that hides it, and no state or event ever holds it', () => {
		const {press, type, asked, store, desk} = openDesk();
		const terminal = '1' as TerminalId;
		const events: string[] = [];
		store.onEvent(event => events.push(JSON.stringify(event)));
		store.append({
			type: 'terminal.opened',
			terminal,
			title: 'ssh-keygen',
			host: localHost,
			cwd: '/',
			owner: 'model',
		});
		store.append({type: 'terminal.waited', terminal, waiting: 'password'});
		press(`${esc}p`);
		type('hunter2');
		expect(desk.snapshot().hiddenLength).toBe(7);
		expect(JSON.stringify(desk.snapshot())).not.toContain('hunter2');
		press(enter);
		expect(asked).toContainEqual({type: 'type-into', terminal, bytes: 'hunter2\r'});
		expect(events.join('')).not.toContain('hunter2');
		expect(JSON.stringify(store.state())).not.toContain('hunter2');
	});

	it('is offered only where a program hides what is typed', () => {
		const {press, desk} = openDesk();
		press(`${esc}p`);
		expect(desk.snapshot().mode).toBe('compose');
		expect(desk.snapshot().flash).toContain('No program');
	});
});
