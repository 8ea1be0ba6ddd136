import {neutralise} from '../../text/neutralise.ts';
import {targetCharactersMax} from './target.ts';

/** The target of a link: its address, and the position after its closing parenthesis. */
export type Destination = {readonly address: string; readonly end: number};

/**
 * A target is read only up to this length, so that many open brackets can't take quadratic time.
 */
const readCharactersMax = targetCharactersMax + 600;

const space = '[ \\n]{0,9}';
/** An address may contain pairs of parentheses, in which others may stand one level deep. */
const plainPart = '[^\\s()<>\\\\]|\\\\\\S';
const inParentheses = `\\((?:${plainPart}|\\((?:${plainPart})*\\))*\\)`;
const destination = `\\(${space}(?:<((?:[^<>\\n\\\\]|\\\\[^\\n])*)>|((?:${plainPart}|${inParentheses})*))`;
const quoted = (open: string, close: string) =>
	`${open}(?:[^${open}${close}\\n\\\\]|\\\\[^\\n])*${close}`;
const title = [quoted('"', '"'), quoted("'", "'"), quoted('\\(', '\\)')].join('|');
const ending = `(?:[ \\n]{1,9}(?:${title}))?${space}\\)`;

/**
 * Reads `(address "title")` at this position; null if there is none. In a growing text, an
 * unfinished target counts as one.
 */
export function readDestination(text: string, at: number, growing: boolean): Destination | null {
	if (text[at] !== '(') {
		return null;
	}
	const near = text.slice(at, at + readCharactersMax);
	const first = new RegExp(destination, 'y');
	const found = first.exec(near);
	if (!found || found[0].length > targetCharactersMax) {
		return null;
	}
	const last = new RegExp(ending, 'y');
	last.lastIndex = first.lastIndex;
	if (last.test(near)) {
		return {address: unescaped(found[1] ?? found[2] ?? ''), end: at + last.lastIndex};
	}
	return growing && at + first.lastIndex === text.length ? {address: '', end: text.length} : null;
}

function unescaped(address: string): string {
	return address.replaceAll(
		/\\([!-/:-@[-`{-~])|(&#?\w{1,8};)/g,
		(all, character: string, entity: string) =>
			character === undefined ? (entityText(entity) ?? all) : character,
	);
}

/** The frequent named characters. The other two thousand are shown as they are written. */
const named: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
	copy: '©',
	reg: '®',
	trade: '™',
	hellip: '…',
	mdash: '—',
	ndash: '–',
	bull: '•',
	middot: '·',
	larr: '←',
	rarr: '→',
	times: '×',
	deg: '°',
	euro: '€',
};

/** The text of `&amp;`, `&#35;` or `&#x22;`, neutralised; null if the name is unknown. */
export function entityText(entity: string): string | null {
	const name = entity.slice(1, -1);
	const number = /^#(?:(\d{1,7})|[xX]([\da-fA-F]{1,6}))$/.exec(name);
	if (!number) {
		return Object.hasOwn(named, name) ? named[name]! : null;
	}
	const code = number[1] ? Number.parseInt(number[1], 10) : Number.parseInt(number[2] ?? '', 16);
	if (code === 9 || code === 10 || code === 13) {
		return ' ';
	}
	const isCharacter = code > 0 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
	return isCharacter ? neutralise(String.fromCodePoint(code)) : '\uFFFD';
}
