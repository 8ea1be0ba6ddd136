/**
 * The one measure of text in cells, for layout, wrapping and the terminal pane alike.
 * A terminal may disagree about clusters (an emoji family is 2 cells here, 4 in tmux 3.3): the
 * painter therefore moves the cursor explicitly after every cluster that is not plain.
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

/** Splits text without escapes into what occupies cells together. */
export function clusters(text: string): readonly Cluster[] {
	if (isPlain(text)) {
		return Array.from(text, character => ({text: character, width: 1}));
	}
	return Array.from(segmenter().segment(text), ({segment}) => ({
		text: segment,
		width: clusterWidth(segment),
	}));
}

/** The longest beginning of the text that fits into so many cells. */
export function fit(text: string, widthMax: number): string {
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

/** Shortens to so many cells; what was cut is marked. */
export function shorten(text: string, widthMax: number, mark = '…'): string {
	return textWidth(text) <= widthMax
		? text
		: fit(text, Math.max(0, widthMax - textWidth(mark))) + (widthMax > 0 ? mark : '');
}

export function padTo(text: string, width: number): string {
	return text + ' '.repeat(Math.max(0, width - textWidth(text)));
}

/** Latin, box drawing, blocks, Braille: one cell each in every terminal, one code unit each. */
export function isPlain(text: string): boolean {
	return /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u2010-\u2027\u2030-\u205E\u2190-\u2199\u2500-\u25CF\u2800-\u28FF]*$/.test(
		text,
	);
}

function clusterWidth(cluster: string): number {
	const code = cluster.codePointAt(0) ?? 0;
	if (cluster.length > 1 && /\uFE0F|\p{Regional_Indicator}{2}/u.test(cluster)) {
		return 2;
	}
	if (code < 0x20 || (code >= 0x7f && code < 0xa0) || /^[\p{Mn}\p{Me}\p{Cf}]/u.test(cluster)) {
		return 0;
	}
	return isWide(code) ? 2 : 1;
}

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

/** East Asian wide and emoji presentation, as pairs of first and last. */
// biome-ignore format: a table reads better in rows
const wideRanges: readonly number[] = [
	0x1100, 0x115f, 0x231a, 0x231b, 0x2329, 0x232a, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3,
	0x25fd, 0x25fe, 0x2614, 0x2615, 0x2648, 0x2653, 0x267f, 0x267f, 0x2693, 0x2693, 0x26a1, 0x26a1,
	0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce, 0x26d4, 0x26d4, 0x26ea, 0x26ea,
	0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a, 0x270b,
	0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797,
	0x27b0, 0x27b0, 0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x2e80, 0x303e,
	0x3041, 0x33ff, 0x3400, 0x4dbf, 0x4e00, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff,
	0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18aff, 0x1b000, 0x1b2ff,
	0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f200, 0x1f320,
	0x1f32d, 0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3,
	0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4, 0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc,
	0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a, 0x1f57a, 0x1f595, 0x1f596,
	0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2,
	0x1f6d5, 0x1f6d7, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb,
	0x1f7f0, 0x1f7f0, 0x1f90c, 0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1faff,
	0x20000, 0x3fffd,
];

/** Building a segmenter starts ICU, the dearest part of a start: only text that needs it pays. */
const segmenter = once(() => new Intl.Segmenter('en', {granularity: 'grapheme'}));

function once<Value>(make: () => Value): () => Value {
	let made: Value | undefined;
	return () => {
		made ??= make();
		return made;
	};
}
