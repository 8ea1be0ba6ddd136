/** The bytes of a key as tmux names it: `Enter`, `C-x`, `M-a`, `BSpace`, `F5`; other words are themselves. */
export function bytesOfKey(name: string): string {
	const plain = named[name];
	if (plain !== undefined) {
		return plain;
	}
	const [, modifier, rest] = /^([CM])-(.+)$/.exec(name) ?? [];
	if (modifier === 'M' && rest !== undefined) {
		return `\u001B${bytesOfKey(rest)}`;
	}
	if (modifier === 'C' && rest !== undefined) {
		return controlled(rest);
	}
	if (/^[A-Z]\w+$/.test(name)) {
		throw new Error(`The robot knows no key called ${name}.`);
	}
	return name;
}

const named: Readonly<Record<string, string>> = {
	Enter: '\r',
	Escape: '\u001B',
	Tab: '\t',
	BTab: '\u001B[Z',
	BSpace: '\u007F',
	Space: ' ',
	Up: '\u001B[A',
	Down: '\u001B[B',
	Right: '\u001B[C',
	Left: '\u001B[D',
	Home: '\u001B[1~',
	End: '\u001B[4~',
	IC: '\u001B[2~',
	DC: '\u001B[3~',
	PPage: '\u001B[5~',
	NPage: '\u001B[6~',
	F1: '\u001BOP',
	F2: '\u001BOQ',
	F3: '\u001BOR',
	F4: '\u001BOS',
	F5: '\u001B[15~',
};

const withControl: Readonly<Record<string, string>> = {
	Up: '\u001B[1;5A',
	Down: '\u001B[1;5B',
	Right: '\u001B[1;5C',
	Left: '\u001B[1;5D',
	Space: '\0',
	'@': '\0',
	'\\': '\u001C',
	']': '\u001D',
	'^': '\u001E',
	_: '\u001F',
};

function controlled(name: string): string {
	const known = withControl[name];
	if (known !== undefined) {
		return known;
	}
	const code = name.toLowerCase().charCodeAt(0) - 0x60;
	if (code < 1 || code > 26) {
		throw new Error(`The robot knows no key called C-${name}.`);
	}
	return String.fromCharCode(code);
}
