/** The bytes of a key as tmux names it: `Enter`, `C-x`, `M-a`, `BSpace`, `F5`; other words are themselves. */
export function bytesOfKey(name: string): string {
	const plain = named[name];
	if (plain !== undefined) {
		return plain;
	}
	const modified = bytesOfModified(name);
	if (modified !== null) {
		return modified;
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
	F11: '\u001B[23~',
	F12: '\u001B[24~',
};

const modifiers: Readonly<Record<string, number>> = {S: 1, M: 2, C: 4};

/** As xterm writes `S-Up` and `C-F12`: the modifiers as a number within the key's own sequence. */
function bytesOfModified(name: string): string | null {
	const [, held, key] = /^((?:[SMC]-)+)(\w{2,})$/.exec(name) ?? [];
	if (held === undefined || key === undefined) {
		return null;
	}
	const sum = held.split('-').reduce((total, letter) => total + (modifiers[letter] ?? 0), 1);
	const letter = lettered[key];
	const number = /^\u001B\[(\d+)~$/.exec(named[key] ?? '')?.[1];
	if (letter !== undefined) {
		return `\u001B[1;${sum}${letter}`;
	}
	return number === undefined ? null : `\u001B[${number};${sum}~`;
}

const lettered: Readonly<Record<string, string>> = {
	...{Up: 'A', Down: 'B', Right: 'C', Left: 'D', Home: 'H', End: 'F'},
	...{F1: 'P', F2: 'Q', F3: 'R', F4: 'S'},
};

const withControl: Readonly<Record<string, string>> = {
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
