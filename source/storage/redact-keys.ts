import {type SecretReading, type SecretShape, secretLengthMax} from './redact-shape.ts';

/** Private keys in files: whole, without their end, or without their beginning. */
export const keyShapes: readonly SecretShape[] = [
	{
		kind: 'private-key',
		anchors: ['-----begin'],
		read: readKey,
		isToken: true,
		hasOpenAnchor: true,
	},
	{
		kind: 'private-key',
		anchors: ['private-lines:'],
		read(text, at) {
			const head = matchOf(/private-lines: \d{1,4}(?:\s|\\{1,8}[nr])+/iy, text, at);
			const start = at + (head?.length ?? 0);
			const {end, isOpen} = readLines(text, start);
			return head === null
				? null
				: {secrets: end === null ? [] : [{start, end}], openFrom: isOpen ? start : null};
		},
	},
	// The last lines of a key whose beginning is missing, as in the output of `tail`.
	{
		kind: 'private-key',
		anchors: ['-----end'],
		pattern: /(?<secret>-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)/y,
		open: /(?!)/y,
		reach: /(?:[A-Za-z0-9+/=]{4,80}(?:\s|\\[nr])+){1,200}$/,
		isToken: true,
		hasOpenAnchor: true,
	},
];

const beginning = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const openBeginning = /-----BEGIN [A-Z0-9 ]{0,60}-{0,5}$/y;
const ending = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const openEnding = /-{1,5}(?:E(?:N(?:D[A-Z0-9 ]{0,60}-{0,5})?)?)?$/y;
/**
 * Matches what stands between two lines of a key, including what a program, a listing or a diff
 * writes around lines.
 */
const gap =
	/(?:\s|\\{1,8}(?:[nrt]|(?=["']|$))|["',|>+]|-(?!-)|\d{1,5}(?:[:|]|[ \t]{1,3})|\u001B(?:\[[\d;]{0,12}(?:[A-Za-z]|$)|$))*/y;
const header = /[A-Za-z-]{4,20}: [^\r\n\\"]{0,120}/y;
const line = /[A-Za-z0-9+/=]{1,8192}(?=[\s"',|\\\u001B<-]|$)/y;
const fullLength = 40;
const linesMax = 400;

function readKey(text: string, at: number): SecretReading | null {
	const head = matchOf(beginning, text, at);
	if (head === null) {
		const isOpen = matchOf(openBeginning, text, at) !== null;
		return isOpen ? {secrets: [], openFrom: at} : null;
	}
	const {end, isOpen} = readLines(text, at + head.length);
	const whole = end ?? endOfUnusual(text, at, head.length);
	return {
		secrets: whole === null ? [] : [{start: at, end: whole}],
		openFrom: isOpen ? at : null,
	};
}

/**
 * Reads the lines of a key. In a key without an END line, the text after its last line does not
 * belong to it.
 */
function readLines(text: string, from: number): {end: number | null; isOpen: boolean} {
	let place = from;
	let end: number | null = null;
	let hasLast = false;
	for (let count = 0; count < linesMax; count += 1) {
		const start = place + (matchOf(gap, text, place)?.length ?? 0);
		const last = matchOf(ending, text, start);
		if (last !== null) {
			return {end: start + last.length, isOpen: false};
		}
		if (start >= text.length || matchOf(openEnding, text, start) !== null) {
			return {end, isOpen: text.length - from < secretLengthMax};
		}
		const named = end === null ? matchOf(header, text, start) : null;
		const key = named ?? matchOf(line, text, start);
		if (key === null) {
			return {end, isOpen: false};
		}
		place = start + key.length;
		const isLast = !hasLast && end !== null && looksRandom(key);
		const isAccepted = key.length >= fullLength || isLast || (hasLast && /^=\S{4}$/.test(key));
		if (named === null && isAccepted) {
			end = place;
			hasLast ||= key.length < fullLength;
		}
		if (place >= text.length) {
			return {end, isOpen: true};
		}
		if (named === null && !isAccepted) {
			return {end, isOpen: false};
		}
	}
	return {end, isOpen: false};
}

/**
 * Returns true if a line looks like the last line of a key, which may be short. Where the END line
 * is missing, an ordinary word may follow the key, so only a line that looks random counts.
 */
function looksRandom(key: string): boolean {
	return /=$/.test(key) || (/\d/.test(key) && /[A-Z]/.test(key)) || /[a-z][A-Z]/.test(key);
}

/**
 * Returns the end of a key block whose lines have something unusual around them; most of its lines
 * must still look like a key's.
 */
function endOfUnusual(text: string, at: number, headLength: number): number | null {
	const next = text.slice(at + headLength, at + secretLengthMax);
	const length = /^(?:(?!-----BEGIN)[\s\S])*?(?=-----END [A-Z0-9 ]{0,40}PRIVATE KEY)/.exec(
		next,
	)?.[0].length;
	if (length === undefined) {
		return null;
	}
	const keyLength = (next.slice(0, length).match(/[A-Za-z0-9+/=]{16,}/g) ?? []).join('').length;
	const start = at + headLength + length;
	return keyLength * 2 > length ? start + (matchOf(ending, text, start)?.length ?? 0) : null;
}

function matchOf(pattern: RegExp, text: string, at: number): string | null {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? null;
}
