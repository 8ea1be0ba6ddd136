import {describe, expect, it} from 'vitest';
import {
	type AskId,
	type CallId,
	type HostId,
	localHost,
	type MessageId,
	type ReplyId,
	type SessionId,
	type TerminalId,
} from '../../../source/events/ids.ts';
import {cardGuardMs} from '../../../source/view/input/card-focus.ts';
import {noTypingMs} from '../../../source/view/input/card-return.ts';
import {call, openInput, turn} from './open-input.ts';

const enter = '\r';
const esc = '\u001B';

describe('Esc while the agent works', () => {
	const open = (host: string, tool: string) => {
		const opened = openInput();
		const {store, ask} = opened;
		ask();
		const here = {host: host as HostId, cwd: '/', owner: 'model'} as const;
		const other = {...here, terminal: '7' as TerminalId, title: 'make watch'};
		store.append({type: 'terminal.opened', ...other, host: localHost});
		const running = 'call_2' as CallId;
		store.append({
			...here,
			type: 'tool.proposed',
			call: running,
			turn,
			reply: 'r' as ReplyId,
			tool,
			raw: '{}',
			input: {},
			scope: 'shell',
			summary: 'sleep 60',
		});
		store.append({type: 'tool.started', call: running});
		const own = {terminal: '8' as TerminalId, title: 'sleep 60', call: running};
		store.append({type: 'terminal.opened', ...here, ...own});
		opened.input.apply({type: 'interrupt'});
		opened.press(esc);
		opened.press(esc);
		return {...opened, flash: () => opened.ui.snapshot().flash};
	};

	it('names what goes on, and not the command that it ends itself', () => {
		expect(open('local', 'run_in_terminal').flash()).toBe('Stopped. Still running: make watch');
		expect(open('local', 'unified_exec').flash()).toBe(
			'Stopped. Still running: make watch, sleep 60',
		);
	});

	it('does not say that another machine has stopped anything', () => {
		expect(open('web', 'run_in_terminal').flash()).toBe(
			'Asked web to stop. Still running: make watch',
		);
	});

	it('says that something still runs only for as long as it does', () => {
		const {flash, store, clock} = open('local', 'run_in_terminal');
		const ended = {exitCode: 0, signal: null, durationMs: 5};
		store.append({type: 'terminal.exited', terminal: '8' as TerminalId, ...ended});
		clock.advance(40);
		expect(flash()).toContain('Still running');
		store.append({type: 'terminal.exited', terminal: '7' as TerminalId, ...ended});
		clock.advance(40);
		expect(flash()).toBe('');
	});
});

describe('the composer', () => {
	it('sends what was typed, and is empty then', () => {
		const {type, press, asked, draft} = openInput();
		type('hello');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: 'hello'}]);
		expect(draft()).toBe('');
	});

	it('goes to the session that is offered when nothing was typed, and never after a message', () => {
		const offer = {
			session: 's1' as SessionId,
			name: 'deploy',
			isWaiting: false,
			others: 0,
			since: -1000,
		};
		const idle = openInput();
		idle.ui.change({offer});
		idle.press(enter);
		expect(idle.asked).toEqual([{type: 'open-session', session: 's1'}]);
		const typing = openInput();
		typing.ui.change({offer});
		typing.type('hi');
		typing.press(enter);
		typing.press(enter);
		expect(typing.asked).toEqual([{type: 'send', text: 'hi'}]);
	});

	it('sends nothing when nothing was typed', () => {
		const {press, asked} = openInput();
		press(enter);
		expect(asked).toEqual([]);
	});

	it('runs a command of the user’s own as a prompt', () => {
		const {type, press, asked} = openInput();
		type('/greet world');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: 'Greet world.'}]);
	});

	it('keeps what is no command, says the nearest, and sends nothing', () => {
		const {type, press, asked, ui, draft} = openInput();
		type('/tehme');
		press(esc);
		press(enter);
		expect(asked).toEqual([]);
		expect(draft()).toBe('/tehme');
		expect(ui.snapshot().flash).toContain('There is no /tehme. Did you mean /theme?');
	});

	it('takes a path at the start of a sentence for what it is', () => {
		const {type, press, asked} = openInput();
		type('/etc/hosts is odd');
		press(enter);
		expect(asked).toEqual([{type: 'send', text: '/etc/hosts is odd'}]);
	});

	it('hands !command to a terminal of the user’s', () => {
		const {type, press, asked} = openInput();
		type('!make test');
		press(enter);
		expect(asked).toEqual([{type: 'run-shell', command: 'make test'}]);
	});

	it('folds a long paste and sends it whole', () => {
		const {press, asked, draft} = openInput();
		const text = Array.from({length: 9}, (_, index) => `line ${index}`).join('\n');
		press(`${esc}[200~${text}${esc}[201~`);
		expect(draft()).toMatch(/^\[pasted 9 lines #1\]$/);
		press(enter);
		expect(asked).toEqual([{type: 'send', text}]);
	});

	it('goes through earlier input and back to what was being written', () => {
		const {type, press, draft} = openInput();
		type('draft');
		press(`${esc}[A`);
		expect(draft()).toBe('newer');
		press(`${esc}[A`);
		expect(draft()).toBe('older');
		press(`${esc}[B`);
		press(`${esc}[B`);
		expect(draft()).toBe('draft');
	});

	it('searches earlier input: Enter keeps what was found, Esc what was being written', () => {
		const {press, type, draft} = openInput();
		type('mine');
		press('\u0012');
		type('old');
		expect(draft()).toBe('older');
		press(esc);
		expect(draft()).toBe('mine');
		press('\u0012');
		type('old');
		press(enter);
		expect(draft()).toBe('older');
		press('\u0012');
		press(esc);
		expect(draft()).toBe('older');
	});

	it('steers with Enter and queues with Tab while the agent works', () => {
		const {type, press, asked, store} = openInput();
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
		const {type, press, types, draft} = openInput();
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
		const {ask, press, asked, clock} = openInput();
		ask();
		clock.advance(300);
		press('y');
		expect(asked).toEqual([{type: 'answer', call, verdict: {type: 'once'}}]);
	});

	it('is answered by one press of a key, however long it is held', () => {
		const {ask, press, types, clock, draft} = openInput();
		ask();
		clock.advance(1000);
		press('y');
		clock.advance(500);
		for (let repeats = 0; repeats < 50; repeats += 1) {
			press('y');
		}
		expect(types()).toEqual(['answer']);
		expect(draft()).toBe('');
		clock.advance(1000);
		press('y');
		expect(types()).toEqual(['answer', 'answer']);
	});

	it('takes an early key for the beginning of a sentence, and then lets go of the keyboard', () => {
		const {ask, press, asked, draft, clock} = openInput();
		ask();
		press('y');
		clock.advance(2000);
		press('y');
		expect(asked).toEqual([]);
		expect(draft()).toBe('yy');
	});

	it('does not take the keyboard from somebody who writes', () => {
		const {ask, type, asked, draft, clock} = openInput();
		type('why n');
		ask();
		clock.advance(2000);
		type('ot yes');
		expect(asked).toEqual([]);
		expect(draft()).toBe('why not yes');
	});

	it('has help that begins with its own keys, and the keyboard again behind it', () => {
		const {ask, press, ui, types, clock} = openInput();
		ask();
		clock.advance(1000);
		press('?');
		expect(ui.snapshot().overlay).toEqual({type: 'help', first: ['card', 'composer']});
		press('y');
		expect(types()).toEqual([]);
		press(esc);
		expect(ui.snapshot()).toMatchObject({overlay: null, card: {focused: true}});
		clock.advance(1000);
		press('y');
		expect(types()).toEqual(['answer']);
	});

	it('is not answered while it is not on the terminal’s screen: the key is a letter', () => {
		const {ask, press, types, draft, clock, seen} = openInput();
		ask();
		seen.card = {at: null, isWhole: true};
		clock.advance(1000);
		press('y');
		expect(types()).toEqual([]);
		expect(draft()).toBe('y');
	});

	it.each([
		['y', []],
		['s', []],
		['n', ['answer']],
	])('that does not show all it has to: %s → %j, until d showed it', (key, asked) => {
		const {ask, press, types, clock, seen, ui} = openInput();
		ask();
		seen.card = {at: 0, isWhole: false};
		clock.advance(1000);
		press(key);
		expect(types()).toEqual(asked);
		if (asked.length === 0) {
			expect(ui.snapshot().flash).toContain('d first');
			press('d');
			expect(ui.snapshot().overlay).not.toBeNull();
			clock.advance(1000);
			press('q');
			expect(ui.snapshot().overlay).toBeNull();
			clock.advance(1000);
			press(key);
			expect(types()).toEqual(['answer']);
		}
	});

	it('counts a detail that was closed at once as not read', () => {
		const {ask, press, types, clock, seen, ui} = openInput();
		ask();
		seen.card = {at: 0, isWhole: false};
		clock.advance(1000);
		press('d');
		expect(ui.snapshot().overlay).not.toBeNull();
		press('q');
		press('y');
		expect(ui.snapshot().overlay).toBeNull();
		expect(types()).toEqual([]);
	});

	it('is never answered by Enter or by a paste', () => {
		const {ask, press, types, clock} = openInput();
		ask();
		clock.advance(1000);
		press(enter);
		press(`${esc}[200~y${esc}[201~`);
		expect(types()).not.toContain('answer');
	});

	it.each(['nay, yes', 'ynys', 'yes', 'da'])(
		'is not answered by %j that comes all at once',
		text => {
			const {ask, press, types, draft, clock, ui} = openInput();
			ask();
			clock.advance(1000);
			press(text);
			expect(types()).toEqual([]);
			expect(draft()).toBe(text);
			expect(ui.snapshot().card.focused).toBe(false);
		},
	);

	it('is answered once by a key whose repeats come all at once', () => {
		const {ask, press, types, draft, clock} = openInput();
		ask();
		clock.advance(1000);
		press('yyy');
		expect(types()).toEqual(['answer']);
		expect(draft()).toBe('');
	});

	it.each(['e', 'a'])('that has expired takes what was written for it after %s nowhere', key => {
		const {ask, press, type, asked, clock, store, ui} = openInput();
		ask();
		clock.advance(1000);
		press(key);
		if (key === 'a') {
			clock.advance(1000);
			press('e');
		}
		type('rm x');
		const answered = {type: 'authorization.answered', ask: 'a' as AskId, by: 'timeout'} as const;
		store.append({...answered, call, verdict: {type: 'expired'}});
		const next = 'call_2' as CallId;
		const {id: _, ...first} = store.state().calls.get(call)!;
		store.append({...first, type: 'tool.proposed', call: next, reply: first.reply});
		store.append({
			type: 'authorization.asked',
			ask: 'a2' as AskId,
			call: next,
			scope: 'shell',
			host: localHost,
			expiresAt: 9e15,
		});
		clock.advance(40);
		expect(ui.snapshot().card).toMatchObject({call: next, focused: false});
		press(enter);
		expect(asked).toEqual([]);
		expect(ui.snapshot()).toMatchObject({mode: 'compose', card: {call: next, step: 'answer'}});
		expect(ui.snapshot().flash).toContain('no longer open');
	});

	it('waits on after Esc, and Alt+A comes back to it', () => {
		const {ask, press, asked, clock, ui} = openInput();
		ask();
		clock.advance(1000);
		press(esc);
		expect(ui.snapshot().card).toMatchObject({call, focused: false});
		press('n');
		expect(asked).toEqual([]);
		press('\u007F');
		press(`${esc}a`);
		clock.advance(300);
		press('n');
		expect(asked.at(-1)).toEqual({type: 'answer', call, verdict: {type: 'deny'}});
	});

	it('is refused with a reason that was typed', () => {
		const {ask, press, type, asked, clock} = openInput();
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
		const {press, type, ui} = openInput();
		press('\u0010');
		type('zoom');
		press(enter);
		expect(ui.snapshot()).toMatchObject({zoomed: true, overlay: null});
	});

	it('show a theme while it is highlighted, and Esc brings the old one back', () => {
		const {type, press, ui, asked} = openInput();
		const theme = () => ui.snapshot().theme;
		type('/theme');
		press(enter);
		press(`${esc}[B`);
		press(`${esc}[B`);
		expect(theme()).toBe('light');
		press(esc);
		expect(theme()).toBe('dark');
		expect(ui.snapshot().overlay).toBeNull();
		expect(asked).toEqual([]);
	});
});

describe('the leader key', () => {
	it('reaches panes and actions, and Esc takes it back', () => {
		const {press, asked, ui} = openInput();
		press('\u0018');
		expect(ui.snapshot().leader).toBe(true);
		press('z');
		expect(ui.snapshot().zoomed).toBe(true);
		press('\u0018');
		press(esc);
		expect(ui.snapshot()).toMatchObject({leader: false, zoomed: true});
		expect(asked).toEqual([]);
	});
});

describe('hidden input', () => {
	it('goes to the program that hides it, and no state or event ever holds it', () => {
		const {press, type, asked, store, ui} = openInput();
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
		expect(ui.snapshot().hiddenLength).toBe(7);
		expect(JSON.stringify(ui.snapshot())).not.toContain('hunter2');
		press(enter);
		expect(asked).toContainEqual({type: 'type-into', terminal, bytes: 'hunter2\r'});
		expect(events.join('')).not.toContain('hunter2');
		expect(JSON.stringify(store.state())).not.toContain('hunter2');
	});

	it('a moment too early is still not written into the composer', () => {
		const {press, type, asked, store, ui} = openInput();
		store.append({
			type: 'terminal.opened',
			terminal: '1' as TerminalId,
			title: 'ssh-keygen',
			host: localHost,
			cwd: '/',
			owner: 'model',
		});
		press(`${esc}p`);
		expect(ui.snapshot().flash).toContain('No program hides its input yet');
		type('hunter2');
		press(enter);
		expect(ui.snapshot().composer.draft.text).toBe('');
		expect(asked.some(({type: kind}) => kind === 'type-into')).toBe(false);
	});

	it('goes to no other program than the one that asked when it was begun', () => {
		const {press, type, types, store, ui} = openInput();
		for (const terminal of ['1', '2'] as TerminalId[]) {
			store.append({
				type: 'terminal.opened',
				terminal,
				title: 'ssh',
				host: localHost,
				cwd: '/',
				owner: 'model',
			});
		}
		store.append({type: 'terminal.waited', terminal: '1' as TerminalId, waiting: 'password'});
		press(`${esc}p`);
		type('hunter2');
		store.append({type: 'terminal.waited', terminal: '1' as TerminalId, waiting: null});
		store.append({type: 'terminal.waited', terminal: '2' as TerminalId, waiting: 'password'});
		press(enter);
		expect(types()).not.toContain('type-into');
		expect(ui.snapshot().flash).toContain('nothing was typed');
	});

	it('is offered only where a program runs', () => {
		const {press, ui} = openInput();
		press(`${esc}p`);
		expect(ui.snapshot().mode).toBe('compose');
		expect(ui.snapshot().flash).toContain('No program');
	});
});

describe('a card that did not get the keyboard', () => {
	it('gets it when what was typed is gone and the hands rest, and not a moment sooner', () => {
		const {type, press, ask, asked, clock, ui, draft} = openInput();
		type('no');
		ask();
		press('\u007F');
		press('\u007F');
		type('y');
		expect(draft()).toBe('y');
		press('\u007F');
		clock.advance(noTypingMs - 100);
		expect(ui.snapshot().card.focused).toBe(false);
		clock.advance(100);
		expect(ui.snapshot().card.focused).toBe(true);
		type('y');
		expect(asked).toEqual([]);
		expect(draft()).toBe('y');
		press('\u007F');
		clock.advance(noTypingMs + cardGuardMs);
		type('y');
		expect(asked).toEqual([{type: 'answer', call, verdict: {type: 'once'}}]);
	});

	it('is left alone when it was put off, until a key comes back to it', () => {
		const {press, ask, clock, ui} = openInput();
		ask();
		press(esc);
		clock.advance(60_000);
		expect(ui.snapshot().card.focused).toBe(false);
		press(`${esc}a`);
		expect(ui.snapshot().card.focused).toBe(true);
	});
});

describe('permission for a time', () => {
	it('can be for the session, and only for calls like this one', () => {
		const {type, press, ask, asked, clock, ui} = openInput();
		ask();
		clock.advance(cardGuardMs);
		type('t');
		clock.advance(cardGuardMs);
		type('e');
		expect(ui.snapshot().mode).toBe('rule');
		type(' -l');
		press(enter);
		expect(ui.snapshot().card.step).toBe('time');
		clock.advance(cardGuardMs);
		type('s');
		expect(asked).toEqual([{type: 'answer', call, verdict: {type: 'session', match: 'ls -l'}}]);
	});
});

describe('what was queued before an interrupt', () => {
	it('is said when Enter is pressed with nothing written', () => {
		const {press, asked, store} = openInput();
		store.append({type: 'message.queued', message: 'm' as MessageId, text: 'later', how: 'queue'});
		press(enter);
		expect(asked).toEqual([
			{type: 'unqueue', message: 'm'},
			{type: 'send', text: 'later'},
		]);
	});
});
