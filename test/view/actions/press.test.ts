import {describe, expect, it} from 'vitest';
import {localHost, type TerminalId} from '../../../source/events/ids.ts';
import {openInput} from '../input/open-input.ts';

const esc = '\u001B';
const leader = '\u0018';
const ctrlR = '\u0012';

/** Somebody changes the command of a waiting call; a half-written message is set aside. */
function openEdit() {
	const tools = openInput();
	tools.ask();
	tools.type('half a message');
	tools.clock.advance(1000);
	tools.press(`${esc}a`);
	tools.clock.advance(1000);
	tools.press('e');
	expect(tools.ui.snapshot().mode).toBe('edit');
	return tools;
}

describe('while the command of a call is changed', () => {
	it('a question mark is text, not the key of help', () => {
		const {type, ui, draft} = openEdit();
		type(' a?.txt');
		expect(ui.snapshot().overlay).toBeNull();
		expect(draft()).toContain('a?.txt');
	});

	it.each([
		['the search of earlier input', ctrlR],
		['the leader key and the search', `${leader}r`],
		['the key of the card', `${esc}a`],
		['the leader key and the card', `${leader}a`],
		['the key that queues', '\t'],
	])('%s does not lose the message that was set aside', (_, keys) => {
		const {press, draft, clock} = openEdit();
		for (const key of keys.startsWith(leader) ? [...keys] : [keys]) {
			press(key);
		}
		clock.advance(1000);
		press(esc);
		expect(draft()).toBe('half a message');
	});

	it('no command or file is suggested', () => {
		const {press, type, ui} = openEdit();
		press('\u0015');
		type('/th');
		expect(ui.snapshot().composer.suggestions).toBeNull();
	});
});

describe('an action that was chosen after the leader key', () => {
	it('is done also where its own key would be text: ? over a half-written message', () => {
		const {type, press, ui} = openInput();
		type('half a message');
		press('?');
		expect(ui.snapshot().overlay).toBeNull();
		press(leader);
		press('?');
		expect(ui.snapshot().overlay).toEqual({type: 'help', first: ['composer']});
	});

	it.each([
		['a', 'No card waits for an answer.'],
		['i', 'No terminal is open. !command opens one.'],
		['k', 'No terminal is open. !command opens one.'],
		['S', 'No terminal is open. !command opens one.'],
		['|', 'A split needs two terminals.'],
	])('says why it can not be done: %s', (key, reason) => {
		const {press, ui, asked} = openInput();
		press(leader);
		press(key);
		expect(ui.snapshot().flash).toBe(reason);
		expect(asked).toEqual([]);
	});
});

describe('the action that opens or closes a pane', () => {
	function toggle({press}: ReturnType<typeof openInput>) {
		press(leader);
		press('M');
	}

	it('keeps it open without the focus, and closes it the next time', () => {
		const input = openInput();
		toggle(input);
		expect(input.ui.snapshot()).toMatchObject({openPanes: {monitor: 'opened'}, focus: 'chat'});
		toggle(input);
		expect(input.ui.snapshot().openPanes).toEqual({});
	});

	it('leaves a pane that was open for the focus alone', () => {
		const input = openInput();
		input.press(leader);
		input.press('m');
		expect(input.ui.snapshot()).toMatchObject({openPanes: {}, focus: 'monitor'});
		toggle(input);
		expect(input.ui.snapshot()).toMatchObject({openPanes: {}, focus: 'chat'});
	});
});

describe('hidden input that was left half-typed', () => {
	it('is not sent to the next program that asks for some', () => {
		const {store, press, type, asked, clock} = openInput();
		const open = (id: string) => {
			const terminal = id as TerminalId;
			store.append({
				type: 'terminal.opened',
				terminal,
				title: 'sudo',
				host: localHost,
				cwd: '/',
				owner: 'model',
			});
			store.append({type: 'terminal.waited', terminal, waiting: 'password'});
		};
		open('1');
		press(`${esc}p`);
		type('hunter');
		// To the transcript, past the prompt and not through it.
		press(leader);
		press('v');
		clock.advance(1000);
		open('2');
		press(`${esc}p`);
		type('2');
		press('\r');
		expect(asked).toContainEqual({type: 'type-into', terminal: '2', bytes: '2\r'});
		expect(JSON.stringify(asked)).not.toContain('hunter');
	});
});
