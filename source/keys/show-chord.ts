/** `ctrl+x` as people write it. */
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
