import {describe, expect, it} from 'vitest';
import {commands} from '../../../commands/index.ts';
import {localHost, type TerminalId} from '../../../source/events/ids.ts';
import {styledWidth, unstyled} from '../../../source/text/styled.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {helpCommands} from '../../../source/view/input/help-commands.ts';
import {overlayContent} from '../../../source/view/overlays/overlay-content.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {openInput} from '../input/open-input.ts';

const esc = '\u001B';
const leader = '\u0018';
const paint = createPaint(builtInThemes[0]!, 0);

/** The help of a screen, as a person reads it. */
function openHelp(size = {columns: 80, rows: 24}) {
	const tools = openInput();
	const content = () => {
		const ui = tools.ui.snapshot();
		return overlayContent(ui.overlay!, {
			ui,
			look: {...size, paint},
			focus: ui.focus,
			keymap: createKeymap({}).keymap,
			commands: helpCommands({commands, promptCommands: []}),
		});
	};
	const rows = () => content().rows.map(row => unstyled(row).trimEnd());
	return {...tools, content, rows, top: () => rows()[0]?.trim()};
}

describe('help', () => {
	it('begins with where the person is', () => {
		const {press, top, store, ask, clock} = openHelp();
		press('?');
		expect(top()).toBe('In the composer');
		press('q');
		press(leader);
		press('v');
		press('?');
		expect(top()).toBe('In the transcript');
		press('q');
		press(esc);
		store.append({
			type: 'terminal.opened',
			terminal: '1' as TerminalId,
			title: 'top',
			host: localHost,
			cwd: '/',
			owner: 'model',
		});
		press(`${esc}2`);
		press('?');
		expect(top()).toBe('In the terminal pane');
		press('q');
		press(`${esc}1`);
		ask();
		clock.advance(1000);
		press(leader);
		press('?');
		expect(top()).toBe('On a waiting card');
	});

	it('begins with the commands on /help, and with the keys on /keys', () => {
		const {type, press, top} = openHelp();
		type('/help');
		press('\r');
		expect(top()).toBe('Commands');
		press('q');
		type('/keys');
		press('\r');
		expect(top()).toBe('In the composer');
	});

	it('is searched in all of its parts; Esc shows all again and then closes', () => {
		const {press, type, rows, content, ui} = openHelp();
		press('?');
		press('/');
		type('incidents');
		expect(rows().map(row => row.trim())).toEqual([
			'In the monitor',
			expect.stringContaining('Forget the incidents'),
			'',
		]);
		expect(content().foot).toContain('/incidents');
		press('\r');
		press('k');
		expect(rows()).toHaveLength(3);
		press(esc);
		expect(rows().length).toBeGreaterThan(3);
		press(esc);
		expect(ui.snapshot().overlay).toBeNull();
	});

	it('says so where nothing matches, and forgets the search when it closes', () => {
		const {press, type, rows, ui} = openHelp();
		press('?');
		press('/');
		type('xyzzy');
		expect(rows()[0]).toContain('Nothing matches');
		press(esc);
		press('?');
		press('?');
		expect(ui.snapshot()).toMatchObject({finding: false, list: {query: ''}});
		expect(rows().length).toBeGreaterThan(3);
	});

	it.each([
		[40, 12],
		[80, 24],
		[120, 40],
	])('keeps words beside their keys and within %ix%i', (columns, rows) => {
		const {press, content} = openHelp({columns, rows});
		press('?');
		const {rect, rows: shown} = content();
		expect(Math.max(...shown.map(row => styledWidth(row)))).toBeLessThanOrEqual(rect.width - 2);
		const keyless = shown.map(unstyled).filter(row => /^ {1,3}[a-z]/.test(row));
		expect(keyless).toEqual([]);
	});
});

describe('a text that a card shows', () => {
	it('is not searched: all of it has to be seen before it counts as read', () => {
		const {press, ui, input} = openInput();
		const overlay = {type: 'text', title: 'Detail', lines: ['one', 'two']} as const;
		input.apply({type: 'open-overlay', overlay});
		press('/');
		expect(ui.snapshot()).toMatchObject({finding: false, overlay});
	});
});
