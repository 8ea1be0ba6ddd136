import {scanStyled} from '../source/text/scan.ts';
import {attribute, type Style, trueColor} from '../source/text/style.ts';
import {textWidth} from '../source/text/width.ts';

const cell = {width: 8.4, height: 18};
const margin = 12;

/** Background, text, and the sixteen colours that are common for terminals. */
const grounds = {
	dark: {ground: '#16181d', text: '#d7dae0'},
	light: {ground: '#fdfdfb', text: '#24292f'},
};
const sixteen = [
	...['#45475a', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#abb2bf'],
	...['#5c6370', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'],
];

/** Draws a screen, given as rows with SGR, as SVG with real text. */
export function screenSvg(
	screen: string,
	{theme, columns}: {readonly theme: keyof typeof grounds; readonly columns: number},
): string {
	const rows = rowsOf(screen);
	return framed(
		rows.flatMap((row, y) => drawRow(row, y, theme)),
		{theme, columns, rows: rows.length},
	);
}

/**
 * Draws an animation of several screens, each with the text that was typed for it. After the last
 * comes the first.
 */
export function walkSvg(
	steps: readonly {readonly typed: string; readonly screen: string}[],
	{theme, columns}: {readonly theme: keyof typeof grounds; readonly columns: number},
): string {
	const rows = Math.max(...steps.map(({screen}) => rowsOf(screen).length)) + 1;
	const total = steps.length * stepSeconds;
	const style = [
		`g{visibility:hidden;animation:step ${total}s step-end infinite}`,
		...steps.map((_, at) => `#s${at}{animation-delay:${at * stepSeconds}s}`),
		`@keyframes step{0%{visibility:visible}${round(100 / steps.length)}%{visibility:hidden}}`,
	].join('');
	const drawn = steps.flatMap(({typed, screen}, at) => [
		`<g id="s${at}">`,
		...drawRow(`\u001B[1m${at + 1}/${steps.length}  ${typed}\u001B[m`, 0, theme),
		...rowsOf(screen).flatMap((row, y) => drawRow(row, y + 1, theme)),
		'</g>',
	]);
	return framed([`<style>${style}</style>`, ...drawn], {theme, columns, rows});
}

const stepSeconds = 5;

function rowsOf(screen: string): readonly string[] {
	return screen.replace(/\n+$/, '').split('\n');
}

function framed(
	drawn: readonly string[],
	{
		theme,
		columns,
		rows,
	}: {readonly theme: keyof typeof grounds; readonly columns: number; readonly rows: number},
): string {
	const {ground, text} = grounds[theme];
	const width = Math.ceil(columns * cell.width) + 2 * margin;
	const height = rows * cell.height + 2 * margin;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${text}">`,
		`<rect width="${width}" height="${height}" rx="8" fill="${ground}"/>`,
		...drawn,
		'</svg>',
		'',
	].join('\n');
}

/**
 * Draws a row word by word, with backgrounds that span several words, so that it doesn't matter
 * where the program has repeated an escape for the same style.
 */
function drawRow(row: string, y: number, theme: keyof typeof grounds): readonly string[] {
	const words: string[] = [];
	const backs: (string | null)[] = [];
	for (const {text, style} of scanStyled(row)) {
		const {front, back} = colorsOf(style, theme);
		for (const [word] of text.matchAll(/\s+|\S+/g)) {
			if (word.trim() !== '') {
				words.push(drawWord(word, {at: backs.length, y, style, front}));
			}
			backs.push(...Array.from({length: textWidth(word)}, () => back));
		}
	}
	return [...drawGrounds(backs, y), ...words];
}

function drawGrounds(backs: readonly (string | null)[], y: number): readonly string[] {
	const starts = backs.flatMap((back, x) => (back !== null && back !== backs[x - 1] ? [x] : []));
	return starts.map(from => {
		const other = backs.findIndex((back, x) => x > from && back !== backs[from]);
		const cells = (other < 0 ? backs.length : other) - from;
		const box = `x="${round(margin + from * cell.width)}" width="${round(cells * cell.width)}"`;
		return `<rect ${box} y="${margin + y * cell.height}" height="${cell.height}" fill="${backs[from]}"/>`;
	});
}

/** Draws a word. Its length is given, so that columns stay aligned in any font. */
function drawWord(
	word: string,
	{at, y, style, front}: {at: number; y: number; style: Style; front: string | null},
): string {
	const has = (bit: number) => (style.attributes & bit) !== 0;
	const looks = [
		front === null ? '' : ` fill="${front}"`,
		has(attribute.bold) ? ' font-weight="bold"' : '',
		has(attribute.dim) ? ' opacity="0.7"' : '',
		has(attribute.italic) ? ' font-style="italic"' : '',
		style.underline > 0 ? ' text-decoration="underline"' : '',
	].join('');
	const x = round(margin + at * cell.width);
	const base = margin + y * cell.height + 13;
	const length = round(textWidth(word) * cell.width);
	return `<text x="${x}" y="${base}" textLength="${length}"${looks}>${escaped(word)}</text>`;
}

function colorsOf(
	{attributes, foreground, background}: Style,
	theme: keyof typeof grounds,
): {readonly front: string | null; readonly back: string | null} {
	const front = colorOf(foreground);
	const back = colorOf(background);
	const {ground, text} = grounds[theme];
	return (attributes & attribute.inverse) === 0
		? {front, back}
		: {front: back ?? ground, back: front ?? text};
}

function colorOf(color: number): string | null {
	if (color < 0) {
		return null;
	}
	if (color >= trueColor) {
		return `#${(color - trueColor).toString(16).padStart(6, '0')}`;
	}
	if (color < 16) {
		return sixteen[color] ?? null;
	}
	const level = (value: number) => (value === 0 ? 0 : 55 + 40 * value);
	const cube = color - 16;
	const [red, green, blue] =
		color < 232
			? [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]
			: [8 + 10 * (color - 232), 8 + 10 * (color - 232), 8 + 10 * (color - 232)];
	return `rgb(${red},${green},${blue})`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
