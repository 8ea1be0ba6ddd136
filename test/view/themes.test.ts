import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {builtInThemes} from '../../source/view/built-in-themes.ts';
import {completeTheme, createPaint, isStyle, type Theme, tokens} from '../../source/view/theme.ts';

const root = join(import.meta.dirname, '../..');

/** The tokens that none of these texts names. */
function undrawn(texts: readonly string[]): readonly string[] {
	const all = texts.join('\n');
	return tokens.filter(token => !all.includes(`'${token}'`) && !all.includes(`"${token}"`));
}

describe('the tokens', () => {
	it('are each drawn by some code', () => {
		const view = join(root, 'source/view');
		const texts = readdirSync(view, {recursive: true, encoding: 'utf8'})
			.filter(name => /\.tsx?$/.test(name) && name !== 'theme.ts')
			.map(name => readFileSync(join(view, name), 'utf8'));
		expect(undrawn(texts)).toEqual([]);
		expect(undrawn(texts.map(text => text.replaceAll("'series'", '')))).toEqual(['series']);
	});

	it('take the style of their fallback where a theme does not name them', () => {
		const theme = completeTheme({name: 'few', 'text.accent': 'red', 'text.dim': 'gray'});
		expect(theme).toMatchObject({
			'border.focus': 'red',
			'title.focus': 'red',
			border: 'gray',
			text: '',
			selection: '',
			ascii: false,
		});
		expect(Object.keys(theme).toSorted()).toEqual([...tokens, 'name', 'ascii'].toSorted());
	});
});

describe('each theme in themes/', () => {
	const files = readdirSync(join(root, 'themes')).map(name => name.replace('.json', ''));

	it('is built in, and no other is', () => {
		expect(builtInThemes.map(({name}) => name).toSorted()).toEqual(files.toSorted());
	});

	it.each(builtInThemes)('$name names tokens only, and each has a style that is known', theme => {
		const file = readFileSync(join(root, `themes/${theme.name}.json`), 'utf8');
		const names = Object.keys(JSON.parse(file) as object);
		expect(names.filter(name => ![...tokens, 'name', 'base', 'ascii'].includes(name))).toEqual([]);
		expect(tokens.filter(token => !isStyle(theme[token]))).toEqual([]);
	});

	it.each([
		['dark', '#1a1b26'],
		['light', '#ffffff'],
	])('%s can be read on its ground', (name, ground) => {
		const theme = builtInThemes.find(one => one.name === name)!;
		expect(dimTokens(theme, ground)).toEqual([]);
		expect(dimTokens({...theme, 'text.dim': ground}, ground)).toEqual(['text.dim']);
		expect(dimTokens({...theme, search: `on ${ground}`, text: ground}, ground)).toContain('text');
	});

	it.each(['dark', 'light'])('%s can be read on the ground of a message', name => {
		const theme = builtInThemes.find(one => one.name === name)!;
		const ground = theme['user.ground'].replace('on ', '');
		const read = (['user', 'text.dim'] as const).map(token => theme[token].replace('bold ', ''));
		expect(read.filter(color => contrastOf(color, ground) < words)).toEqual([]);
	});
});

describe('a ground', () => {
	it.each([
		[3, '\u001B[48;2;35;40;52m'],
		[2, '\u001B[48;5;235m'],
		[1, ''],
		[0, ''],
	] as const)('has what a terminal of colour depth %i can show', (level, opening) => {
		const theme = builtInThemes.find(({name}) => name === 'dark')!;
		expect(createPaint(theme, level).open('user.ground')).toBe(opening);
	});

	it.each(['sixteen', 'contrast', 'ascii'])('is not drawn in %s', name => {
		const theme = builtInThemes.find(one => one.name === name)!;
		expect(createPaint(theme, 3).open('user.ground')).toBe('');
	});
});

const words = 4.5;
const lines = 1.5;

/** The tokens with too little contrast: words need more of it than the lines of a frame. */
function dimTokens(theme: Theme, ground: string): readonly string[] {
	return tokens.filter(token => {
		const colors = /(?:^| )(on )?(#[0-9a-f]{6})$/.exec(theme[token]);
		if (!colors) {
			return false;
		}
		const [, isGround, color = ''] = colors;
		// A token with a ground of its own is read in the terminal's colour for text.
		const text = ground === '#ffffff' ? '#24292f' : '#d4d4d4';
		const contrast = isGround ? contrastOf(text, color) : contrastOf(color, ground);
		return contrast < (/(?:^|\.)border$/.test(token) ? lines : words);
	});
}

/** The contrast of two colours, from 1 to 21, as WCAG 2 defines it. */
function contrastOf(one: string, other: string): number {
	const [high = 0, low = 0] = [one, other].map(luminance).toSorted((a, b) => b - a);
	return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
		const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
		return part <= 0.039_28 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
