import {type Cluster, textWidth} from './width.ts';

/**
 * The cells that a terminal gives to clusters on whose width terminals disagree, by kind of
 * cluster.
 */
export type TerminalWidths = {
	readonly family: number;
	readonly tone: number;
	readonly flag: number;
	readonly conjunct: number;
	readonly sign: number;
};

/**
 * The widths for a terminal that gave no answer: the largest possible ones, so that no text is ever
 * covered.
 */
export const safeWidths: TerminalWidths = {family: 8, tone: 4, flag: 2, conjunct: 3, sign: 2};

/** The widths with which the layout counts. They hold if there is no terminal. */
export const layoutWidths: TerminalWidths = {family: 2, tone: 2, flag: 2, conjunct: 3, sign: 2};

/** Returns the cells that this terminal gives to a cluster; in doubt more, never fewer. */
export function widthIn(terminal: TerminalWidths, {text, width}: Cluster): number {
	if (text.length < 2) {
		return width;
	}
	if (flags.test(text)) {
		return Math.max(width, terminal.flag);
	}
	if (pictographic.test(text) && /\u200D|\p{Emoji_Modifier}/u.test(text)) {
		return pictureIn(terminal, text);
	}
	if (text.includes('\uFE0F')) {
		return Math.min(width, Math.max(terminal.sign, textWidth(text.replace('\uFE0F', ''))));
	}
	return isLetters(text) ? lettersIn(terminal, {text, width}) : width;
}

/**
 * Shortens a cluster (a family to one person, for example), for a row without room for all of it.
 */
export function narrowed(terminal: TerminalWidths, {text, width}: Cluster): string {
	const [first = text] = terminal.family > 2 ? text.split('\u200D') : [text];
	const plain = terminal.tone > 2 ? first.replace(toneSigns, '') : first;
	return flags.test(plain) && terminal.flag > width
		? String.fromCodePoint(plain.codePointAt(0)!)
		: plain;
}

/**
 * Returns the cells of joined emoji. Some terminals draw each person, thing and skin tone in cells
 * of its own.
 */
function pictureIn({family, tone}: TerminalWidths, text: string): number {
	const tones = tone > 2 ? (text.match(toneSigns)?.length ?? 0) * 2 : 0;
	const parts = text.replace(toneSigns, '').split('\u200D');
	const drawn = (family > 2 ? parts : parts.slice(0, 1)).filter(part => pictographic.test(part));
	const least = tones === 0 && drawn.length === 1 ? 2 : 0;
	return Math.max(least, drawn.reduce((sum, part) => sum + textWidth(part), 0) + tones);
}

/**
 * Returns the most cells that a terminal may give to a conjunct of letters. If it draws the
 * conjunct as one, it may count only the first letter, at most two cells, or the letter with its
 * vowels; the largest of these is used.
 */
function lettersIn({conjunct}: TerminalWidths, {text, width}: Cluster): number {
	if (conjunct >= 3) {
		return width;
	}
	const vowels = text.match(spacingMarks)?.length ?? 0;
	return Math.min(width, conjunct === 1 ? 1 : Math.max(2, 1 + vowels));
}

function isLetters(text: string): boolean {
	return /^\p{L}/u.test(text) && !wideLetters.test(text);
}

const flags = /^\p{Regional_Indicator}{2}/u;
const toneSigns = /\p{Emoji_Modifier}/gu;
const pictographic = /^\p{Extended_Pictographic}/u;
const spacingMarks = /[\p{Mc}\uFF9E\uFF9F]/gu;
const wideLetters =
	/^[\u1100-\u11FF\u3041-\u30FF\u3400-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\uFF00-\uFFEF]/;
