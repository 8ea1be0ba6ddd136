import {keyLinesStart} from './redact-key-lines.ts';
import {
	isApart,
	type PatternShape,
	type ReaderShape,
	type SecretReading,
	type SecretShape,
	secretLengthMax,
} from './redact-shape.ts';
import {createTable, eachAnchor, keyOf, type Table} from './redact-table.ts';
import type {TextRange} from './redact-words.ts';

/** A secret found in a text: its range and its kind. */
export type FoundSecret = TextRange & {readonly kind: string};

export type Scanner = {
	/**
	 * Finds secrets that end behind `from`, in order, without overlaps. Text before `from` is used
	 * as context: it may hold the name of the secret.
	 */
	readonly find: (text: string, from?: number) => readonly FoundSecret[];
	/**
	 * Returns up to where the text can be written now. A secret after that position may still grow.
	 */
	readonly settled: (text: string, from: number) => Settled;
};

export type Settled = {
	readonly cut: number;
	/** The secrets before the cut, followed by texts after it that may become secrets. */
	readonly found: readonly FoundSecret[];
	/**
	 * From this position on, the text may be part of a secret and must not be shown. Between the cut
	 * and this position, there is only a fixed beginning that all secrets of a kind share.
	 */
	readonly hideFrom: number;
};

/**
 * How many characters before a new piece are kept as context. A command that makes the piece a
 * secret may begin there.
 */
export const contextLength = 2048;
/** A secret's name and separator begin at most this many characters before an anchor. */
const reachBefore = 128;

/**
 * Scans a text once, three characters at a time, and tries a shape only at one of its anchors.
 * Ordinary text costs one table look-up per character, however many shapes there are.
 */
export function createScanner(shapes: readonly SecretShape[]): Scanner {
	const table = createTable(shapes);
	return {
		find: (text, from = 0) => scan(table, text, {from, wantsOpen: false}).found,
		settled(text, from) {
			const {found, openFrom, hideFrom} = scan(table, text, {from, wantsOpen: true});
			const keyLines = keyLinesStart(text, from);
			const open = Math.min(openFrom, keyLines, beginningAt(table, text, from));
			// The end of a complete secret may look like the beginning of another one.
			const torn = found.find(({start, end}) => start < open && end > open);
			const cut = torn ? torn.start : open;
			return {
				cut,
				found,
				hideFrom: Math.min(hideFrom, keyLines),
			};
		},
	};
}

type Scan = {readonly found: readonly FoundSecret[]} & Growing;

/**
 * Text at the end that may become a secret. It begins at `openFrom`; from `hideFrom` on, it must
 * not be shown.
 */
type Growing = {readonly openFrom: number; readonly hideFrom: number};

function scan(
	table: Table,
	text: string,
	{from, wantsOpen}: {from: number; wantsOpen: boolean},
): Scan {
	const found: FoundSecret[] = [];
	const read = createReader();
	const reach = Math.max(0, from - reachBefore);
	const openReach = wantsOpen ? Math.max(reach, text.length - secretLengthMax) : text.length;
	let growing: Growing = {openFrom: text.length, hideFrom: text.length};
	let last = from;
	let doneTo = reach;
	const mayGrow = ({openFrom, hideFrom}: Growing) => {
		growing = {
			openFrom: Math.min(growing.openFrom, Math.max(from, openFrom)),
			hideFrom: Math.min(growing.hideFrom, Math.max(from, hideFrom)),
		};
	};
	eachAnchor(table, {text, from: Math.max(0, from - contextLength)}, (at, candidates) => {
		for (const shape of candidates) {
			if ('read' in shape) {
				const reading = read(shape, text, at);
				for (const {start, end} of reading?.secrets ?? []) {
					if (end > from) {
						const range = {start: Math.max(from, start), end, kind: shape.kind};
						found.push(kindOf(table, text, range));
					}
				}
				const openFrom = reading?.openFrom ?? null;
				mayGrow(
					openFrom === null
						? beginningOf(shape, text, at)
						: {openFrom, hideFrom: reading?.hideFrom ?? openFrom},
				);
				continue;
			}
			if (shape.beginsApart && text.length - at > anchorLengthMax && !isApart(text, at)) {
				continue;
			}
			const match = at < doneTo ? null : matchAt(table, shape, {text, at, last});
			if (match) {
				found.push(match);
				last = match.end;
				doneTo = match.end;
			}
			if (at >= openReach) {
				mayGrow(openOf(shape, text, at));
			}
		}
	});
	return {found: inOrder(found), ...growing};
}

/** Text that was already read is read again from a later anchor at most this often. */
const readingsMax = 12;

/**
 * Creates a function that reads a secret at an anchor. It limits repeated readings, so that no text
 * is slow in which everything looks like a beginning.
 */
function createReader(): (shape: ReaderShape, text: string, at: number) => SecretReading | null {
	const states = new Map<ReaderShape, {readTo: number; count: number; seen: Set<number>}>();
	return (shape, text, at) => {
		let state = states.get(shape);
		if (state === undefined || at >= state.readTo) {
			state = {readTo: 0, count: 0, seen: new Set()};
			states.set(shape, state);
		}
		const reading = state.seen.has(at) || state.count > readingsMax ? null : shape.read(text, at);
		if (reading !== null) {
			state.readTo ||= reading.readTo ?? 0;
			state.count += 1;
			for (const place of reading.seen ?? []) {
				state.seen.add(place);
			}
		}
		return reading;
	};
}

/** Sorts the secrets and merges overlapping ones, since two forms may find the same secret. */
function inOrder(found: FoundSecret[]): readonly FoundSecret[] {
	const apart: FoundSecret[] = [];
	for (const one of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
		const before = apart.at(-1);
		if (before !== undefined && one.start < before.end) {
			apart[apart.length - 1] = {...before, end: Math.max(before.end, one.end)};
		} else {
			apart.push(one);
		}
	}
	return apart;
}

type Place = {readonly text: string; readonly at: number; readonly last: number};

function matchAt(table: Table, shape: PatternShape, place: Place): FoundSecret | null {
	const {text, at, last} = place;
	const {pattern, kind, accepts} = shape;
	pattern.lastIndex = at;
	const groups = pattern.exec(text)?.groups;
	const secret = groups?.['secret'];
	if (secret === undefined) {
		return null;
	}
	const keptEnd = at + (groups?.['kept']?.length ?? 0);
	const start = shape.reach ? startBefore(shape.reach, place) : keptEnd;
	const end = keptEnd + secret.length;
	if (start === null || end <= last || (accepts && !accepts(secret))) {
		return null;
	}
	const found = {start: Math.max(start, last), end, kind};
	return shape.isToken ? found : kindOf(table, text, found);
}

function startBefore(reach: RegExp, {text, at, last}: Place): number | null {
	const length = reach.exec(text.slice(Math.max(last, at - reachMax), at))?.[0].length;
	return length === undefined ? null : at - length;
}

const reachMax = 8192;

/**
 * Returns the kind of a secret. If a field holds a token, the token's kind says more than the
 * field's.
 */
function kindOf(table: Table, text: string, found: FoundSecret): FoundSecret {
	const {start, end} = found;
	const bucket = table.buckets[keyOf(text.slice(start, start + 3))]!;
	for (const shape of table.shapes[bucket]!) {
		if (shape.isToken && !('read' in shape)) {
			const token = matchAt(table, shape, {text, at: start, last: start});
			if (token?.start === start && token.end >= end) {
				return token;
			}
		}
	}
	return found;
}

/**
 * Returns where a secret begins that may still grow at the end of the text; the text's length if
 * there is none.
 */
function openOf(shape: PatternShape, text: string, at: number): Growing {
	shape.open.lastIndex = at;
	const match = shape.open.exec(text);
	if (!match) {
		return beginningOf(shape, text, at);
	}
	const openFrom = at + (match.groups?.['kept']?.length ?? 0);
	if (text.length - openFrom <= (shape.tooShort ?? 0)) {
		return {openFrom, hideFrom: text.length};
	}
	return {openFrom, hideFrom: shape.hasOpenAnchor ? behindAnchor(shape, text, at) : openFrom};
}

function behindAnchor({anchors}: SecretShape, text: string, at: number): number {
	const rest = text.slice(at, at + anchorLengthMax).toLowerCase();
	return at + (anchors.find(anchor => rest.startsWith(anchor))?.length ?? 0);
}

/** Like `openOf`, for a token of which the text ends within the anchor. */
function beginningOf(shape: SecretShape, text: string, at: number): Growing {
	const none = {openFrom: text.length, hideFrom: text.length};
	const length = text.length - at;
	if (!shape.isToken || length > anchorLengthMax) {
		return none;
	}
	const rest = text.slice(at).toLowerCase();
	return shape.anchors.some(anchor => anchor.length >= length && anchor.startsWith(rest))
		? {openFrom: at, hideFrom: shape.hasOpenAnchor ? text.length : at}
		: none;
}

const anchorLengthMax = 40;

const apart = /(?:^|\W|\\[nrtbf]|\[[\d;]{0,12}m|%[0-9a-f]{2})$/i;
const apartLength = 16;

/** Returns where a token may begin whose first one or two characters end the text. */
function beginningAt({beginnings}: Table, text: string, from: number): number {
	for (const length of [2, 1]) {
		const start = text.length - length;
		const isApart = apart.test(text.slice(Math.max(0, start - apartLength), Math.max(0, start)));
		const place = beginnings.get(text.slice(start).toLowerCase());
		if (start >= from && (place === 'inner' || (place === 'word' && isApart))) {
			return start;
		}
	}
	return text.length;
}
