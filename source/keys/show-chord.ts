/** Writes the chord `ctrl+x` as people do: `Ctrl+X`. */
export function showChord(chord: string): string {
	return chord
		.split('+')
		.map((part, index) => chordWords[part] ?? (part.length > 1 || index > 0 ? capital(part) : part))
		.join('+');
}

const chordWords: Readonly<Record<string, string>> = {
	up: '↑',
	down: '↓',
	left: '←',
	right: '→',
	escape: 'Esc',
	pageup: 'PgUp',
	pagedown: 'PgDn',
};

function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Reads a chord as people write it (`Ctrl+P`, `PgUp`, `Esc`, `↑`) into the form of the key tables.
 */
export function readChord(written: string): string {
	const [, prefix = '', name = ''] = /^((?:(?:ctrl|alt|shift)\+)*)(.*)$/is.exec(written) ?? [];
	const held = prefix.toLowerCase();
	const shown = Object.entries(chordWords).find(
		([, words]) => words.toLowerCase() === name.toLowerCase(),
	);
	const isLetter = [...name].length === 1;
	const plain = shown?.[0] ?? (isLetter && held === '' ? name : name.toLowerCase());
	// A letter with only Shift is an upper case letter, so it has no `shift+`.
	return isLetter && held === 'shift+'
		? name.toUpperCase()
		: modifiers.filter(one => held.includes(one)).join('') + plain;
}

const modifiers = ['ctrl+', 'alt+', 'shift+'];
