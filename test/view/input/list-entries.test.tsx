import {Box} from 'ink';
import {describe, expect, it} from 'vitest';
import {commands} from '../../../commands/index.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {helpCommands} from '../../../source/view/input/help-commands.ts';
import {listEntries} from '../../../source/view/input/list-entries.ts';
import {recentCommands} from '../../../source/view/input/recent.ts';
import {Dialog} from '../../../source/view/overlays/dialog.tsx';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {always, drawnText, testHandles} from '../ink/drawn.tsx';
import {openInput} from './open-input.ts';

const {keymap} = createKeymap({});
const all = helpCommands({commands, promptCommands: []});
const palette = {type: 'palette'} as const;

function find(query: string, recent: readonly string[] = []): readonly string[] {
	return listEntries(palette, {query, recent, keymap, commands: all}).map(({label}) => label);
}

describe('the palette', () => {
	it.each([
		['the', '/theme'],
		['ses', '/sessions'],
		['copy', '/copy'],
		['next term', 'Next terminal'],
		['proxy', '/proxy restart'],
	])('finds by %j first what is called so', (query, label) => {
		expect(find(query)[0]?.split(' [')[0]).toBe(label);
	});

	it('lists what is called so before what is only described so', () => {
		const found = listEntries(palette, {query: 'mouse', recent: [], keymap, commands: all});
		const named = found.map(({label}) => /\bmouse/i.test(label));
		expect(named).toEqual(named.toSorted((one, other) => Number(other) - Number(one)));
		expect(named[0]).toBe(true);
	});

	it('takes scattered letters only where nothing else fits', () => {
		expect(find('thm').some(label => label.startsWith('/theme'))).toBe(true);
		expect(find('zoom').every(label => /zoom|screen/i.test(label))).toBe(true);
		expect(find('xyzzy')).toEqual([]);
	});

	it('begins with what was used last, and keeps the rest in order', () => {
		expect(find('', ['/stats', 'zoom']).slice(0, 2)).toEqual(['/stats', keymap.wordsOf('zoom')]);
		expect(find('', ['/stats'])).toHaveLength(find('').length);
		expect(find('', ['/gone'])).toEqual(find(''));
	});

	it('remembers what was chosen, and what was typed as a command, now and earlier', () => {
		const {press, type, ui} = openInput();
		type('/theme');
		press('\r');
		press('\u001B');
		press('\u0010');
		type('zoom');
		press('\r');
		expect(ui.snapshot().recent).toEqual(['/zoom', '/theme']);
		expect(recentCommands(['/stats', 'hello', '/etc/hosts', '/theme dark', '/stats now'])).toEqual([
			'/stats',
			'/theme',
		]);
	});

	it('shows each name and what it does whole from 120 columns on', () => {
		for (const entry of listEntries(palette, {query: '', recent: [], keymap, commands: all})) {
			const ui = always({...initialUiState, list: {query: entry.label, selected: 0}});
			const handles = testHandles({ui, commands: all}, {columns: 120, rows: 40});
			const screen = (
				<Box width={120} height={40}>
					<Dialog overlay={palette} />
				</Box>
			);
			const text = drawnText(screen, handles);
			expect(text).toContain(entry.label);
			expect(text).toContain(entry.detail);
		}
	});
});
