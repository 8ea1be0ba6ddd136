import {expect, it} from 'vitest';
import {readChord, showChord} from '../../source/keys/show-chord.ts';

it.each([
	['Ctrl+P', 'ctrl+p'],
	['ctrl+p', 'ctrl+p'],
	['CTRL+Alt+Shift+Up', 'ctrl+alt+shift+up'],
	['Alt+Ctrl+X', 'ctrl+alt+x'],
	['Alt+↑', 'alt+up'],
	['Esc', 'escape'],
	['PgUp', 'pageup'],
	['F5', 'f5'],
	['Enter', 'enter'],
	['Ctrl++', 'ctrl++'],
	['+', '+'],
	['Shift+a', 'A'],
	['A', 'A'],
	['a', 'a'],
	['?', '?'],
])('%s is read as %s', (written, chord) => {
	expect(readChord(written)).toBe(chord);
});

it('each chord is read back from how the screen shows it', () => {
	for (const chord of ['ctrl+x', 'alt+enter', 'pagedown', 'ctrl+left', 'f12', 'shift+tab', 'G']) {
		expect(readChord(showChord(chord))).toBe(chord);
	}
});
