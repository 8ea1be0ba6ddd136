/**
 * Colours by meaning. Each token names the token whose style it takes if a theme lacks it. A theme
 * is a flat JSON object from tokens to words such as `bold cyan`, `#88aaff`, `on #202020`. Nothing
 * else in `view/` names a colour. This file imports neither Ink nor chalk, because the first frame
 * is painted before they are loaded.
 */
const tokenTable = {
	text: null,
	'text.dim': 'text',
	'text.strong': 'text',
	'text.accent': 'text',
	border: 'text.dim',
	'border.focus': 'text.accent',
	title: 'text.dim',
	'title.focus': 'border.focus',
	user: 'text.strong',
	'user.ground': null,
	heading: 'text.strong',
	link: 'text.accent',
	quote: 'text.dim',
	list: 'text.accent',
	code: 'text',
	'code.keyword': 'code',
	'code.string': 'code',
	'code.comment': 'text.dim',
	'code.number': 'code',
	'code.function': 'code',
	'code.type': 'code',
	'diff.add': 'status.ok',
	'diff.remove': 'status.error',
	'diff.add.ground': null,
	'diff.remove.ground': null,
	'diff.header': 'heading',
	'status.ok': 'text',
	'status.warn': 'text.strong',
	'status.error': 'text.strong',
	'status.busy': 'text.accent',
	'card.border': 'border',
	'card.host': 'text.strong',
	'card.danger': 'status.error',
	key: 'text.accent',
	selection: null,
	search: 'selection',
	series: 'text.accent',
} as const;

export type ThemeToken = keyof typeof tokenTable;

export const tokens = Object.keys(tokenTable) as readonly ThemeToken[];

const fallbacks: Readonly<Record<ThemeToken, ThemeToken | null>> = tokenTable;

/** A theme as it is written: the theme on which it is based, and the differences. */
export type ThemeData = {
	readonly name: string;
	readonly base?: string;
	readonly ascii?: boolean;
} & {readonly [token in ThemeToken]?: string};

/** A theme with a style for every token. */
export type Theme = {readonly name: string; readonly ascii: boolean} & {
	readonly [token in ThemeToken]: string;
};

/**
 * Completes a theme: each token that neither the theme nor its base names gets the style of its
 * fallback.
 */
export function completeTheme(data: ThemeData): Theme {
	const styleOf = (token: ThemeToken | null): string =>
		token === null ? '' : (data[token] ?? styleOf(fallbacks[token]));
	const styles = tokens.map(token => [token, styleOf(token)]);
	return {...Object.fromEntries(styles), name: data.name, ascii: data.ascii ?? false};
}

/** 0: no colours; 1: 16; 2: 256; 3: true colour. */
export type ColorLevel = 0 | 1 | 2 | 3;

export type Paint = {
	readonly theme: Theme;
	readonly glyphs: Glyphs;
	/** Returns the text in the token's style. The style ends with the text. */
	readonly style: (token: ThemeToken, text: string) => string;
	/** Returns only the escape that begins the style, for code that resets it by itself. */
	readonly open: (token: ThemeToken) => string;
};

export type Glyphs = typeof unicodeGlyphs;

export function createPaint(theme: Theme, level: ColorLevel): Paint {
	const opens = new Map<ThemeToken, string>();
	const open = (token: ThemeToken) => {
		const known = opens.get(token);
		if (known !== undefined) {
			return known;
		}
		// Among sixteen colours none is only slightly lighter or darker than the terminal's background.
		const isTooFew = token.endsWith('.ground') && level < 2;
		const made = isTooFew ? '' : openEscape(theme[token], level);
		opens.set(token, made);
		return made;
	};
	return {
		theme,
		glyphs: theme.ascii ? asciiGlyphs : unicodeGlyphs,
		open,
		style(token, text) {
			const opening = open(token);
			return opening === '' || text === '' ? text : `${opening}${text}\u001B[m`;
		},
	};
}

/** Finds out from the environment how many colours the terminal has. */
export function colorLevelOf(env: Readonly<Record<string, string | undefined>>): ColorLevel {
	const force = env['FORCE_COLOR'];
	if (force !== undefined) {
		return force === 'false'
			? 0
			: (Math.min(3, Math.max(0, Number.parseInt(force, 10) || 1)) as ColorLevel);
	}
	if (env['NO_COLOR'] || env['TERM'] === 'dumb') {
		return 0;
	}
	if (/^(truecolor|24bit)$/.test(env['COLORTERM'] ?? '')) {
		return 3;
	}
	return /-256(color)?$/.test(env['TERM'] ?? '') ? 2 : 1;
}

const unicodeGlyphs = {
	horizontal: '─',
	vertical: '│',
	topLeft: '╭',
	topRight: '╮',
	bottomLeft: '╰',
	bottomRight: '╯',
	prompt: '❯',
	bullet: '•',
	ok: '✓',
	failed: '✗',
	running: '●',
	waiting: '?',
	denied: '⊘',
	more: '…',
	arrow: '→',
	quote: '│',
	fold: '▸',
	unfold: '▾',
	bars: '▁▂▃▄▅▆▇█',
	separator: '·',
};

const asciiGlyphs: Glyphs = {
	horizontal: '-',
	vertical: '|',
	topLeft: '+',
	topRight: '+',
	bottomLeft: '+',
	bottomRight: '+',
	prompt: '>',
	bullet: '*',
	ok: '+',
	failed: 'x',
	running: '*',
	waiting: '?',
	denied: '!',
	more: '...',
	arrow: '->',
	quote: '|',
	fold: '>',
	unfold: 'v',
	bars: '_.:-=+*#',
	separator: '-',
};

const attributes: Readonly<Record<string, string>> = {
	bold: '1',
	dim: '2',
	italic: '3',
	underline: '4',
	inverse: '7',
	strike: '9',
};

const colorNames = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** Whether a text is a valid style, made of words that `openEscape` knows. */
export function isStyle(words: string): boolean {
	return words
		.split(' ')
		.every(
			word =>
				word === '' ||
				word === 'on' ||
				word === 'gray' ||
				Object.hasOwn(attributes, word) ||
				colorNames.includes(word.replace(/^bright-/, '')) ||
				/^#[0-9a-f]{6}$/i.test(word),
		);
}

function openEscape(words: string, level: ColorLevel): string {
	const parameters: string[] = [];
	let ground: 'fore' | 'back' = 'fore';
	for (const word of words.split(' ')) {
		const attribute = attributes[word];
		if (word === 'on') {
			ground = 'back';
		} else if (attribute) {
			parameters.push(attribute);
		} else if (level > 0) {
			parameters.push(...colorParameters(word, ground, level));
		}
	}
	if (level === 0 && ground === 'back' && parameters.length === 0) {
		// A token may have only a background. Without colours it is shown reversed.
		parameters.push('7');
	}
	return parameters.length === 0 ? '' : `\u001B[${parameters.join(';')}m`;
}

function colorParameters(
	word: string,
	ground: 'fore' | 'back',
	level: ColorLevel,
): readonly string[] {
	const offset = ground === 'back' ? 10 : 0;
	const bright = word.startsWith('bright-');
	const index = colorNames.indexOf(bright ? word.slice('bright-'.length) : word);
	if (index >= 0) {
		return [String((bright ? 90 : 30) + index + offset)];
	}
	if (word === 'gray') {
		return [String(90 + offset)];
	}
	const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(word);
	if (!hex) {
		return [];
	}
	const [red, green, blue] = [hex[1]!, hex[2]!, hex[3]!].map(part => Number.parseInt(part, 16)) as [
		number,
		number,
		number,
	];
	if (level === 3) {
		return [String(38 + offset), '2', String(red), String(green), String(blue)];
	}
	return level === 2
		? [String(38 + offset), '5', String(to256(red, green, blue))]
		: [String(to16(red, green, blue) + offset)];
}

function to256(red: number, green: number, blue: number): number {
	if (Math.max(red, green, blue) - Math.min(red, green, blue) <= grayRangeMax) {
		const step = Math.round(((red + green + blue) / 3 - 8) / 10);
		return 232 + Math.min(23, Math.max(0, step));
	}
	const step = (value: number) => Math.round((value / 255) * 5);
	return 16 + 36 * step(red) + 6 * step(green) + step(blue);
}

/**
 * If red, green and blue differ by no more than this, the colour is nearly grey, and the grey scale
 * has finer steps than the colour cube.
 */
const grayRangeMax = 24;

function to16(red: number, green: number, blue: number): number {
	const bright = Math.max(red, green, blue) > 170 ? 60 : 0;
	const bit = (value: number) => (value > 110 ? 1 : 0);
	return 30 + bright + bit(red) + 2 * bit(green) + 4 * bit(blue);
}
