import {wideRanges} from './wide-ranges.ts';

/**
 * The only measure of text in cells, for layout, wrapping and the terminal pane. Terminals may
 * measure clusters differently; many give a skin tone two cells of its own. So the terminal is
 * asked how it measures (`terminal-widths.ts`), and the difference is compensated when rows become
 * cells (`cell-row.ts`).
 */
export type Cluster = {readonly text: string; readonly width: number};

export function textWidth(text: string): number {
	if (isPlain(text)) {
		return text.length;
	}
	let width = 0;
	for (const cluster of clusters(text)) {
		width += cluster.width;
	}
	return width;
}

/** Splits text without escape sequences into clusters, which occupy cells together. */
export function clusters(text: string): readonly Cluster[] {
	if (isPlain(text)) {
		return Array.from(text, character => ({text: character, width: 1}));
	}
	if (standsAlone.test(text)) {
		return Array.from(text, character => ({
			text: character,
			width: isWide(character.codePointAt(0) ?? 0) ? 2 : 1,
		}));
	}
	return Array.from(segmenter().segment(text), ({segment}) => ({
		text: segment,
		width: clusterWidth(segment),
	}));
}

/** The longest beginning of the text that fits into this many cells. */
export function fitTo(text: string, widthMax: number): string {
	if (isPlain(text)) {
		return text.slice(0, Math.max(0, widthMax));
	}
	let width = 0;
	let kept = '';
	for (const cluster of clusters(text)) {
		width += cluster.width;
		if (width > widthMax) {
			break;
		}
		kept += cluster.text;
	}
	return kept;
}

/** Shortens a text to this many cells; a mark shows that it was cut. */
export function shorten(text: string, widthMax: number, mark = '…'): string {
	return textWidth(text) <= widthMax
		? text
		: fitTo(text, Math.max(0, widthMax - textWidth(mark))) + fitTo(mark, widthMax);
}

export function padTo(text: string, width: number): string {
	return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/**
 * Whether a text consists only of Latin, Greek, Cyrillic, arrows, box drawing, blocks, Braille and
 * the marks that this program draws with. Each of these is one code unit and one cell in every
 * terminal, and none is an emoji by default.
 */
export function isPlain(text: string): boolean {
	return plain.test(text);
}

/** Whether all terminals agree on the width: plain characters, ideographs, kana and Hangul. */
export function isSettled(cluster: string): boolean {
	return settled.test(cluster);
}

const plainRanges =
	' -~\\u00A1-\\u00AC\\u00AE-\\u02FF\\u0370-\\u0377\\u0384-\\u0482\\u048A-\\u0523\\u1E00-\\u1EFF\\u2010-\\u2027\\u2030-\\u205E\\u2070-\\u2094\\u20A0-\\u20BF\\u2150-\\u2199\\u2200-\\u22FF\\u2500-\\u25CF\\u2713\\u2717\\u2718\\u276E-\\u2771\\u2800-\\u28FF';

const wideSettledRanges =
	'\\u3001-\\u3029\\u3041-\\u3096\\u309B-\\u30FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uFF01-\\uFF60';

const plain = new RegExp(`^[${plainRanges}]*$`);
const settled = new RegExp(`^[${plainRanges}${wideSettledRanges}]$`);

/** Characters that are always clusters of their own, so that no segmenter is needed. */
const standsAlone = new RegExp(`^[${plainRanges}${wideSettledRanges}]*$`);

/**
 * Returns the width of a cluster. An emoji of several parts is one picture. For letters that merely
 * form one cluster, such as a Hindi conjunct or the Thai vowel in น้ำ, the cells add up, since no
 * terminal gives them more.
 */
function clusterWidth(cluster: string): number {
	const code = cluster.codePointAt(0) ?? 0;
	if (String.fromCodePoint(code) === cluster) {
		return characterWidth(cluster);
	}
	if (picture.test(cluster)) {
		return 2;
	}
	let width = 0;
	for (const character of cluster) {
		width += width > 0 && joining.test(character) ? 0 : characterWidth(character);
	}
	return width;
}

function characterWidth(character: string): number {
	const code = character.codePointAt(0) ?? 0;
	if (code < 0x20 || (code >= 0x7f && code < 0xa0) || withoutCell.test(character)) {
		return 0;
	}
	return isWide(code) ? 2 : 1;
}

const withoutCell = /^[\p{Mn}\p{Me}\p{Cf}]/u;

/**
 * Matches a flag, and an emoji with a variation selector, with a skin tone, or joined to another
 * one.
 */
const picture =
	/\uFE0F|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}\p{Emoji_Modifier}|\p{Extended_Pictographic}\u200D\p{Extended_Pictographic}/u;

/** Hangul vowels and final consonants, which are drawn in the cells of the first consonant. */
const joining = /[\u1160-\u11FF\uD7B0-\uD7FB]/;

function isWide(code: number): boolean {
	if (code < 0x1100) {
		return false;
	}
	let low = 0;
	let high = wideRanges.length / 2 - 1;
	while (low <= high) {
		const middle = (low + high) >> 1;
		if (code < wideRanges[middle * 2]!) {
			high = middle - 1;
		} else if (code > wideRanges[middle * 2 + 1]!) {
			low = middle + 1;
		} else {
			return true;
		}
	}
	return false;
}

/**
 * Creating a segmenter loads ICU, the most expensive part of a start, so only text that needs it
 * pays.
 */
const segmenter = once(() => new Intl.Segmenter('en', {granularity: 'grapheme'}));

function once<Value>(make: () => Value): () => Value {
	let made: Value | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
