/** The terminal modes that change what a key sends. */
export type KeyModes = {readonly applicationCursor: boolean};

/**
 * Returns the bytes that xterm sends for a key name: `Up`, `F5`, `C-c`, `M-x`, `S-Tab`, `C-M-Left`.
 * Returns null for an unknown name.
 */
export function keyBytes(name: string, {applicationCursor}: KeyModes): string | null {
	const {key, shift, alt, control} = parseKey(name);
	const modifiers = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (control ? 4 : 0);
	const cursor = cursorKeys[key];
	if (cursor !== undefined) {
		if (modifiers > 1) {
			return `\u001B[1;${modifiers}${cursor}`;
		}
		return applicationCursor ? `\u001BO${cursor}` : `\u001B[${cursor}`;
	}
	const early = earlyFunctionKeys[key];
	if (early !== undefined) {
		return modifiers > 1 ? `\u001B[1;${modifiers}${early}` : `\u001BO${early}`;
	}
	const numbered = numberedKeys[key];
	if (numbered !== undefined) {
		return modifiers > 1 ? `\u001B[${numbered};${modifiers}~` : `\u001B[${numbered}~`;
	}
	const typed = typedBytes(key, {shift, control});
	return typed === null ? null : (alt ? '\u001B' : '') + typed;
}

type Key = {
	readonly key: string;
	readonly shift: boolean;
	readonly alt: boolean;
	readonly control: boolean;
};

function parseKey(name: string): Key {
	const caret = /^\^(.)$/.exec(name);
	if (caret) {
		return {key: caret[1]!, shift: false, alt: false, control: true};
	}
	const [, prefixes = '', rest = name] =
		/^((?:(?:C|Ctrl|M|A|Alt|S|Shift)[-+])*)(.+)$/su.exec(name) ?? [];
	const held = prefixes.split(/[-+]/);
	return {
		key: rest.length > 1 ? (synonyms[rest.toLowerCase()] ?? rest.toLowerCase()) : rest,
		shift: held.some(word => word === 'S' || word === 'Shift'),
		alt: held.some(word => word === 'M' || word === 'A' || word === 'Alt'),
		control: held.some(word => word === 'C' || word === 'Ctrl'),
	};
}

function typedBytes(
	key: string,
	{shift, control}: {shift: boolean; control: boolean},
): string | null {
	const named = namedKeys[key];
	if (named !== undefined) {
		if (key === 'tab' && shift) {
			return '\u001B[Z';
		}
		return control ? (controlled(named) ?? named) : named;
	}
	if ([...key].length !== 1) {
		return null;
	}
	return control ? controlled(key) : shift ? key.toUpperCase() : key;
}

/** Only `@`, letters, `[`, `\`, `]`, `^`, `_` and `?` have a control code. */
function controlled(character: string): string | null {
	if (character === ' ') {
		return '\0';
	}
	if (character === '?' || character === '\u007F') {
		return character === '?' ? '\u007F' : '\b';
	}
	const code = character.toUpperCase().charCodeAt(0);
	return code >= 0x40 && code <= 0x5f ? String.fromCharCode(code - 0x40) : null;
}

const synonyms: Readonly<Record<string, string>> = {
	esc: 'escape',
	return: 'enter',
	cr: 'enter',
	bs: 'backspace',
	bspace: 'backspace',
	del: 'delete',
	ins: 'insert',
	pgup: 'pageup',
	ppage: 'pageup',
	pgdn: 'pagedown',
	pgdown: 'pagedown',
	npage: 'pagedown',
	arrowup: 'up',
	arrowdown: 'down',
	arrowleft: 'left',
	arrowright: 'right',
};

const namedKeys: Readonly<Record<string, string>> = {
	enter: '\r',
	tab: '\t',
	btab: '\u001B[Z',
	backtab: '\u001B[Z',
	escape: '\u001B',
	backspace: '\u007F',
	space: ' ',
};

const cursorKeys: Readonly<Record<string, string>> = {
	up: 'A',
	down: 'B',
	right: 'C',
	left: 'D',
	end: 'F',
	home: 'H',
};

const earlyFunctionKeys: Readonly<Record<string, string>> = {f1: 'P', f2: 'Q', f3: 'R', f4: 'S'};

const numberedKeys: Readonly<Record<string, number>> = {
	insert: 2,
	delete: 3,
	pageup: 5,
	pagedown: 6,
	...Object.fromEntries(
		// Old terminals left gaps between groups of function keys, so these numbers have gaps too.
		[15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34].map((number, index) => [
			`f${index + 5}`,
			number,
		]),
	),
};
