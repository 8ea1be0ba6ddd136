/** Keys by the final letter of `CSI … letter` or `SS3 letter`. */
export const letterKeys: Readonly<Record<string, string>> = {
	A: 'up',
	B: 'down',
	C: 'right',
	D: 'left',
	E: 'begin',
	F: 'end',
	H: 'home',
	P: 'f1',
	Q: 'f2',
	R: 'f3',
	S: 'f4',
};

/**
 * Keys by the number in `CSI number ~`. rxvt writes `$`, `^` or `@` instead of `~` for Shift, Ctrl
 * or both.
 */
export const numberKeys: Readonly<Record<number, string>> = {
	1: 'home',
	2: 'insert',
	3: 'delete',
	4: 'end',
	5: 'pageup',
	6: 'pagedown',
	7: 'home',
	8: 'end',
	11: 'f1',
	12: 'f2',
	13: 'f3',
	14: 'f4',
	15: 'f5',
	17: 'f6',
	18: 'f7',
	19: 'f8',
	20: 'f9',
	21: 'f10',
	23: 'f11',
	24: 'f12',
	25: 'f13',
	26: 'f14',
	28: 'f15',
	29: 'f16',
	31: 'f17',
	32: 'f18',
	33: 'f19',
	34: 'f20',
	57427: 'begin',
};

/** Keys by the letter in `CSI [ letter`, as the Linux console sends them. */
export const consoleKeys: Readonly<Record<string, string>> = {
	A: 'f1',
	B: 'f2',
	C: 'f3',
	D: 'f4',
	E: 'f5',
};

/** What keypad keys type in application mode, by the letter of `SS3 letter`. */
export const keypadText: Readonly<Record<string, string>> = {
	j: '*',
	k: '+',
	l: ',',
	m: '-',
	n: '.',
	o: '/',
	p: '0',
	q: '1',
	r: '2',
	s: '3',
	t: '4',
	u: '5',
	v: '6',
	w: '7',
	x: '8',
	y: '9',
	X: '=',
	' ': ' ',
};

/** Keys without a character, by their code point in the kitty protocol. */
export const kittyKeys: Readonly<Record<number, string>> = {
	9: 'tab',
	13: 'enter',
	27: 'escape',
	32: 'space',
	127: 'backspace',
	57361: 'print',
	57362: 'pause',
	57363: 'menu',
	57414: 'enter',
	57417: 'left',
	57418: 'right',
	57419: 'up',
	57420: 'down',
	57421: 'pageup',
	57422: 'pagedown',
	57423: 'home',
	57424: 'end',
	57425: 'insert',
	57426: 'delete',
	57427: 'begin',
	...Object.fromEntries(Array.from({length: 23}, (_, index) => [57376 + index, `f${13 + index}`])),
};

/** What keypad keys type, by their code in the kitty protocol. */
export const kittyKeypadText: Readonly<Record<number, string>> = {
	...Object.fromEntries(Array.from({length: 10}, (_, digit) => [57399 + digit, String(digit)])),
	57409: '.',
	57410: '/',
	57411: '*',
	57412: '-',
	57413: '+',
	57415: '=',
	57416: ',',
};
