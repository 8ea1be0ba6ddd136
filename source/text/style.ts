/** The style of a cell. Colours are kept as the program set them, since the palette is unknown. */
export type Style = {
	/** A sum of `attribute` bits. */
	readonly attributes: number;
	/** The kind of underline: 0 none, 1 single, 2 double, 3 curly, 4 dotted, 5 dashed. */
	readonly underline: number;
	readonly foreground: Color;
	readonly background: Color;
	readonly underlineColor: Color;
	/** The text after `OSC 8 ;`, that is `parameters;address`; empty without a link. */
	readonly link: string;
};

/**
 * A colour as a number: -1 is the default, 0 to 255 a palette index; from `trueColor` on, it holds
 * red, green and blue.
 */
export type Color = number;

export const trueColor = 0x1000000;

export const attribute = {
	bold: 1,
	dim: 2,
	italic: 4,
	blink: 8,
	inverse: 16,
	hidden: 32,
	strike: 64,
	overline: 128,
} as const;

export const plainStyle: Style = {
	attributes: 0,
	underline: 0,
	foreground: -1,
	background: -1,
	underlineColor: -1,
	link: '',
};

export function sameStyle(one: Style, other: Style): boolean {
	return (
		one === other ||
		(one.attributes === other.attributes &&
			one.underline === other.underline &&
			one.foreground === other.foreground &&
			one.background === other.background &&
			one.underlineColor === other.underlineColor &&
			one.link === other.link)
	);
}

/** Applies `CSI parameters m` to a style. The parameters may contain colons. */
export function applySgr(style: Style, parameters: string): Style {
	const next: Writable<Style> = {...style};
	const words = parameters.split(';');
	for (let index = 0; index < words.length; index++) {
		const word = words[index]!;
		if (word.includes(':')) {
			applyColons(next, word.split(':'));
			continue;
		}
		const code = Number(word);
		if (code === 38 || code === 48 || code === 58) {
			index += applyExtended(next, code, words, index);
		} else {
			applyCode(next, code);
		}
	}
	return next;
}

/**
 * The escape sequences that set this style, starting from the plain one. `closeStyle` undoes them.
 */
export function openStyle(style: Style): string {
	const parameters = sgrParameters(style);
	return `${parameters === '' ? '' : `\u001B[${parameters}m`}${style.link === '' ? '' : `\u001B]8;${style.link}\u001B\\`}`;
}

export function closeStyle(style: Style): string {
	const styled = sgrParameters(style) !== '';
	return `${styled ? '\u001B[m' : ''}${style.link === '' ? '' : '\u001B]8;;\u001B\\'}`;
}

/** Reduces a style to what is visible on an empty cell. */
export function blankStyle(style: Style): Style {
	const {inverse, strike, overline} = attribute;
	const seen =
		style.underline > 0 ||
		style.link !== '' ||
		(style.attributes & (inverse | strike | overline)) !== 0;
	return seen || sameStyle(style, plainStyle)
		? style
		: {...plainStyle, background: style.background};
}

/** The SGR parameters that set this style, starting from the plain one; empty for the plain one. */
export function sgrParameters(style: Style): string {
	const parameters: string[] = [];
	for (const [bit, code] of attributeCodes) {
		if (style.attributes & bit) {
			parameters.push(code);
		}
	}
	if (style.underline > 0) {
		parameters.push(style.underline === 1 ? '4' : `4:${style.underline}`);
	}
	if (style.foreground >= 0) {
		parameters.push(colorParameters(style.foreground, 30));
	}
	if (style.background >= 0) {
		parameters.push(colorParameters(style.background, 40));
	}
	if (style.underlineColor >= 0) {
		parameters.push(underlineColorParameters(style.underlineColor));
	}
	return parameters.join(';');
}

/** `base`: 30 for the foreground, 40 for the background. */
export function colorParameters(color: Color, base: 30 | 40): string {
	if (color < 0) {
		return String(base + 9);
	}
	if (color >= trueColor) {
		return `${base + 8};2;${(color >> 16) & 0xff};${(color >> 8) & 0xff};${color & 0xff}`;
	}
	if (color >= 16) {
		return `${base + 8};5;${color}`;
	}
	return String(color < 8 ? base + color : base + 60 + color - 8);
}

/**
 * The parameters for the colour of underlines. They use colons, because a terminal that doesn't
 * know 58 would take numbers after semicolons for attributes.
 */
export function underlineColorParameters(color: Color): string {
	if (color < 0) {
		return '59';
	}
	return color >= trueColor
		? `58:2::${(color >> 16) & 0xff}:${(color >> 8) & 0xff}:${color & 0xff}`
		: `58:5:${color}`;
}

export const attributeCodes: readonly (readonly [bit: number, on: string, off: string])[] = [
	[attribute.bold, '1', '22'],
	[attribute.dim, '2', '22'],
	[attribute.italic, '3', '23'],
	[attribute.blink, '5', '25'],
	[attribute.inverse, '7', '27'],
	[attribute.hidden, '8', '28'],
	[attribute.strike, '9', '29'],
	[attribute.overline, '53', '55'],
];

type Writable<Value> = {-readonly [Key in keyof Value]: Value[Key]};

function applyCode(style: Writable<Style>, code: number): void {
	if (code === 0) {
		Object.assign(style, plainStyle, {link: style.link});
	} else if (code >= 30 && code <= 37) {
		style.foreground = code - 30;
	} else if (code >= 90 && code <= 97) {
		style.foreground = code - 82;
	} else if (code >= 40 && code <= 47) {
		style.background = code - 40;
	} else if (code >= 100 && code <= 107) {
		style.background = code - 92;
	} else {
		applyAttribute(style, code);
	}
}

function applyAttribute(style: Writable<Style>, code: number): void {
	const change = attributeChanges.get(code);
	if (change) {
		style.attributes = (style.attributes & ~change.off) | change.on;
	} else if (code === 4) {
		style.underline = 1;
	} else if (code === 21) {
		style.underline = 2;
	} else if (code === 24) {
		style.underline = 0;
	} else if (code === 39) {
		style.foreground = -1;
	} else if (code === 49) {
		style.background = -1;
	} else if (code === 59) {
		style.underlineColor = -1;
	}
}

type AttributeChange = {readonly on: number; readonly off: number};

const attributeChanges: ReadonlyMap<number, AttributeChange> = new Map<number, AttributeChange>([
	...attributeCodes.map(([bit, on]): [number, AttributeChange] => [Number(on), {on: bit, off: 0}]),
	...attributeCodes.map(([bit, , off]): [number, AttributeChange] => [
		Number(off),
		{on: 0, off: bit},
	]),
	[6, {on: attribute.blink, off: 0}],
	[22, {on: 0, off: attribute.bold | attribute.dim}],
]);

/** Applies `38;5;n` or `38;2;r;g;b`. Returns how many of the parameters that follow were used. */
function applyExtended(
	style: Writable<Style>,
	code: 38 | 48 | 58,
	words: readonly string[],
	at: number,
): number {
	const kind = words[at + 1];
	const length = kind === '5' ? 2 : kind === '2' ? 4 : words.length;
	setColor(style, code, words.slice(at + 1, at + 1 + length));
	return length;
}

/** Applies parameters with colons: `38:5:n`, `38:2::r:g:b`, `38:2:r:g:b` and `4:3`. */
function applyColons(style: Writable<Style>, parts: readonly string[]): void {
	const code = Number(parts[0]);
	if (code === 4) {
		style.underline = Math.min(5, Number(parts[1]) || 0);
	} else if (code === 38 || code === 48 || code === 58) {
		const rest = parts.slice(1);
		setColor(style, code, rest[0] === '2' && rest.length > 4 ? ['2', ...rest.slice(2)] : rest);
	}
}

function setColor(style: Writable<Style>, code: 38 | 48 | 58, parts: readonly string[]): void {
	const color = readColor(parts);
	if (color === null) {
		return;
	}
	if (code === 38) {
		style.foreground = color;
	} else if (code === 48) {
		style.background = color;
	} else {
		style.underlineColor = color;
	}
}

function readColor(parts: readonly string[]): Color | null {
	const [kind, ...numbers] = parts.map(Number);
	const within = numbers.every(number => number >= 0 && number <= 255);
	if (kind === 5 && within && numbers.length >= 1) {
		return numbers[0]!;
	}
	if (kind === 2 && within && numbers.length >= 3) {
		return trueColor | (numbers[0]! << 16) | (numbers[1]! << 8) | numbers[2]!;
	}
	return null;
}
