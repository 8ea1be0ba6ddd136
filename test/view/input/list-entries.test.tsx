import {describe, expect, it} from 'vitest';
import {commands} from '../../../commands/index.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {helpCommands} from '../../../source/view/input/help-commands.ts';
import {listEntries} from '../../../source/view/input/list-entries.ts';
import {recentCommands} from '../../../source/view/input/recent.ts';
import {ListView} from '../../../source/view/overlays/list-view.tsx';
import {drawnText} from '../ink/drawn.tsx';
import {openInput} from './open-input.ts';

const {keymap} = createKeymap({});
const all = helpCommands({commands, promptCommands: []});
const palette = {type: 'palette', items: []} as const;

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

	it('finds by a little word no sentence that has it, only what begins so', () => {
		expect(find('the')).toEqual(['/theme [name]']);
		expect(find('to').every(label => /\bto\w/i.test(label.slice(0, 4)))).toBe(true);
		expect(find('go to the monitor')[0]).toBe('Go to the monitor');
	});

	it('ranks a whole word of a name before one that only begins so', () => {
		const found = find('session').map(label => /\bsession\b/i.test(label));
		const whole = found.lastIndexOf(true);
		const named = find('session').filter(label => label.startsWith('/session')).length;
		expect(found.slice(named, whole + 1)).not.toContain(false);
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
		const entries = listEntries(palette, {query: '', recent: [], keymap, commands: all});
		const text = drawnText(
			<ListView entries={entries} selected={0} query="" width={118} height={entries.length + 2} />,
		);
		for (const {label, detail} of entries) {
			expect(text).toContain(label);
			expect(text).toContain(detail);
		}
	});
});
