import {Box} from 'ink';
import {describe, expect, it} from 'vitest';
import {commands} from '../../../commands/index.ts';
import {localHost, type TerminalId} from '../../../source/events/ids.ts';
import {textWidth} from '../../../source/text/width.ts';
import type {ViewHandles} from '../../../source/view/handles.ts';
import {helpCommands} from '../../../source/view/input/help-commands.ts';
import {Dialog} from '../../../source/view/overlays/dialog.tsx';
import type {Overlay} from '../../../source/view/ui-state/overlay.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {always, drawnText, testHandles} from '../ink/drawn.tsx';
import {openInput} from '../input/open-input.ts';

const esc = '\u001B';
const leader = '\u0018';

function drawnDialog(overlay: Overlay, handles: ViewHandles): readonly string[] {
	const {columns, rows} = handles.look.snapshot();
	const screen = (
		<Box width={columns} height={rows}>
			<Dialog overlay={overlay} />
		</Box>
	);
	return drawnText(screen, handles, columns).split('\n');
}

/** What stands within the frame, and in its lower edge. */
function insideOf(screen: readonly string[]) {
	const framed = screen.map(row => row.trim()).filter(row => row !== '');
	return {
		title: framed[0] ?? '',
		rows: framed.slice(1, -1).map(row => row.slice(1, -1)),
		foot: framed.at(-1) ?? '',
		widths: framed.map(textWidth),
	};
}

/** The help of a screen, as a person reads it. */
function openHelp(size = {columns: 80, rows: 24}) {
	const tools = openInput();
	const all = helpCommands({commands, promptCommands: []});
	const handles = testHandles({ui: tools.ui, commands: all}, size);
	const content = () => insideOf(drawnDialog(tools.ui.snapshot().overlay!, handles));
	const rows = () => content().rows.map(row => row.trimEnd());
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
		const {widths, rows: shown} = content();
		expect(new Set(widths).size).toBe(1);
		expect(shown.filter(row => row.includes('…'))).toEqual([]);
		const keyless = shown.filter(row => /^ {1,3}[a-z]/.test(row));
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

describe('a list', () => {
	const items = Array.from({length: 40}, (_, index) => ({
		label: `entry ${index} 漢字`,
		detail: `about ${index} \u001B[31m\u202e`,
		intent: {type: 'close-overlay'} as const,
	}));
	const picker: Overlay = {type: 'picker', title: 'Pick one', items};
	const open = (selected: number, query = '', size = {columns: 80, rows: 24}) => {
		const ui = always({...initialUiState, overlay: picker, list: {query, selected}});
		return insideOf(drawnDialog(picker, testHandles({ui}, size)));
	};

	it('shows what was typed, the entries around the chosen one, and marks that', () => {
		const {title, rows, foot} = open(20);
		expect(title).toContain('Pick one');
		expect(rows.filter(row => row.includes('❯')).map(row => row.trim())).toEqual([
			'❯',
			expect.stringMatching(/^❯ entry 20 漢字/),
		]);
		expect(rows.join('\n')).toContain('entry 19');
		expect(foot).toContain('40 of 40  Enter chooses');
		expect(open(0, '3').rows[0]).toContain('❯ 3');
	});

	it('says so where nothing matches', () => {
		expect(open(0, 'xyzzy').rows.join('\n')).toContain('Nothing matches');
	});

	it.each([
		[40, 10],
		[80, 24],
		[200, 60],
	])('keeps its border straight around foreign text in %d x %d', (columns, rows) => {
		const {widths, rows: shown} = open(3, '', {columns, rows});
		expect(new Set(widths).size).toBe(1);
		expect(shown.join('')).not.toMatch(/[\u001B\u202e]/);
	});
});

describe('a text over the panes', () => {
	const size = {columns: 80, rows: 24};
	const overlay: Overlay = {
		type: 'text',
		title: 'Detail',
		lines: Array.from({length: 90}, (_, index) => `line ${index}`),
	};

	it('is shown from where the person has come to, and says how far that is', () => {
		const open = (pagerTop: number) =>
			insideOf(
				drawnDialog(overlay, testHandles({ui: always({...initialUiState, pagerTop})}, size)),
			);
		expect(open(0).rows[0]).toContain('line 0');
		expect(open(7).rows[0]).toContain('line 7');
		expect(open(999).rows.at(-1)).toContain('line 89');
		expect(open(999).foot).toContain('90 of 90  Esc closes');
	});

	it('tells the compositor where it stands, and that it is gone', () => {
		const told: (readonly [string, unknown])[] = [];
		const places = {put: (...place: readonly [string, unknown]) => void told.push(place)};
		drawnDialog(overlay, testHandles({places}, size));
		expect(told[0]).toEqual(['dialog', {x: 0, y: 0, width: 80, height: 23}]);
		expect(told.at(-1)).toEqual(['dialog', null]);
	});
});
