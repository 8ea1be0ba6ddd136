import {keyLinesStart} from './redact-key-lines.ts';
import {type SecretShape, secretLengthMax} from './redact-shape.ts';

/** A secret found in a text: its range and its kind. */
export type FoundSecret = {readonly start: number; readonly end: number; readonly kind: string};

export type Scanner = {
	/**
	 * Finds secrets that begin at `from` or later, in order, without overlaps. Text before `from` is
	 * used as context: it may hold the name of the secret.
	 */
	readonly find: (text: string, from?: number) => readonly FoundSecret[];
	/** How far the text can be written without splitting a secret that may still be growing. */
	readonly settled: (
		text: string,
		from: number,
	) => {readonly cut: number; readonly found: readonly FoundSecret[]};
};

/**
 * Scans a text once, three characters at a time, and tries a shape only at one of its anchors.
 * Ordinary text costs one table look-up per character, however many shapes there are.
 */
export function createScanner(shapes: readonly SecretShape[]): Scanner {
	const table = createTable(shapes);
	return {
		find: (text, from = 0) => findAll(table, text, from),
		settled(text, from) {
			const found = findAll(table, text, from);
			const open = Math.min(
				openFrom(table, text, from),
				beginningAt(table, text, from),
				keyLinesStart(text, from),
			);
			// The end of a complete secret may look like the beginning of another.
			const torn = found.find(({start, end}) => start < open && end > open);
			const cut = torn ? torn.start : open;
			return {cut, found: found.filter(({end}) => end <= cut)};
		},
	};
}

function findAll(table: Table, text: string, from: number): readonly FoundSecret[] {
	const found: FoundSecret[] = [];
	let last = from;
	eachAnchor(table, {text, from: Math.max(0, from - reachBefore)}, (at, candidates) => {
		const match = matchAt(table, candidates, {text, at, last});
		if (!match) {
			return at;
		}
		found.push(match);
		last = match.end;
		return last - 1;
	});
	return found;
}

/** Where the first secret begins that may still be growing. */
function openFrom(table: Table, text: string, from: number): number {
	let cut = text.length;
	const start = Math.max(0, from - reachBefore, text.length - secretLengthMax);
	eachAnchor(table, {text, from: start}, (at, candidates) => {
		for (const shape of candidates) {
			const start = openAt(shape, text, at);
			if (start !== null) {
				cut = Math.min(cut, Math.max(from, start));
			}
		}
		return at;
	});
	return cut;
}

/** Room for a name, its separator, and the command before an option. */
const reachBefore = 128;

type Table = {
	/** The bucket number for each three characters; 0 means none. */
	readonly buckets: Uint16Array;
	readonly shapes: readonly (readonly SecretShape[])[];
	/** The first one or two characters of tokens; at the end of a text, a token may begin there. */
	readonly beginnings: ReadonlyMap<string, 'word' | 'inner'>;
};

const classBits = 6;
const tableSize = 1 << (3 * classBits);
const mask = tableSize - 1;

/** Both cases of a letter share a class. Characters that no anchor uses are class 0. */
const classes = createClasses('abcdefghijklmnopqrstuvwxyz0123456789-_:/. =~?&+@');

function createClasses(characters: string): Uint8Array {
	const table = new Uint8Array(256);
	for (const [index, character] of [...characters].entries()) {
		table[character.charCodeAt(0)] = index + 1;
		table[character.toUpperCase().charCodeAt(0)] = index + 1;
	}
	return table;
}

function classOf(code: number): number {
	return code < 256 ? classes[code]! : 0;
}

function createTable(shapes: readonly SecretShape[]): Table {
	const buckets = new Uint16Array(tableSize);
	const lists: SecretShape[][] = [[]];
	const beginnings = new Map<string, 'word' | 'inner'>();
	for (const shape of shapes) {
		for (const anchor of shape.anchors) {
			const key = keyOf(anchor);
			buckets[key] ||= lists.push([]) - 1;
			const list = lists[buckets[key]!]!;
			if (!list.includes(shape)) {
				list.push(shape);
			}
			if (shape.isToken) {
				for (const length of [1, 2]) {
					const beginning = anchor.slice(0, length).toLowerCase();
					const isInner = shape.isInner || beginnings.get(beginning) === 'inner';
					beginnings.set(beginning, isInner ? 'inner' : 'word');
				}
			}
		}
	}
	return {buckets, shapes: lists, beginnings};
}

function keyOf(anchor: string): number {
	let key = 0;
	for (let index = 0; index < 3; index += 1) {
		key = (key << classBits) | classOf(anchor.charCodeAt(index));
	}
	return key;
}

/** `visit` returns the position up to which the text is done. */
function eachAnchor(
	{buckets, shapes}: Table,
	{text, from}: {text: string; from: number},
	visit: (at: number, shapes: readonly SecretShape[]) => number,
): void {
	let key = 0;
	let known = -1;
	for (let index = from; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		key = ((key << classBits) | (code < 256 ? classes[code]! : 0)) & mask;
		const bucket = buckets[key]!;
		if (bucket !== 0 && index - 2 > known && index - 2 >= from) {
			known = visit(index - 2, shapes[bucket]!);
			if (known > index) {
				index = known;
				key = 0;
			}
		}
	}
}

type Place = {readonly text: string; readonly at: number; readonly last: number};

/** The first shape that matches here. If it is a named field, the kind of its content wins. */
function matchAt(
	table: Table,
	shapes: readonly SecretShape[],
	{text, at, last}: Place,
): FoundSecret | null {
	for (const shape of shapes) {
		const {pattern, kind, accepts} = shape;
		pattern.lastIndex = at;
		const groups = pattern.exec(text)?.groups;
		const secret = groups?.['secret'];
		if (secret === undefined) {
			continue;
		}
		const start = shape.reach
			? startBefore(shape.reach, {text, at, last})
			: at + (groups?.['kept']?.length ?? 0);
		const end = at + (groups?.['kept']?.length ?? 0) + secret.length;
		if (start !== null && end > last && (!accepts || accepts(secret))) {
			const found = {start: Math.max(start, last), end, kind};
			return shape.isToken ? found : (tokenIn(table, text, found) ?? found);
		}
	}
	return null;
}

function startBefore(reach: RegExp, {text, at, last}: Place): number | null {
	const length = reach.exec(text.slice(Math.max(last, at - reachMax), at))?.[0].length;
	return length === undefined ? null : at - length;
}

const reachMax = 8192;

function tokenIn(table: Table, text: string, {start, end}: FoundSecret): FoundSecret | null {
	const bucket = table.buckets[keyOf(text.slice(start, start + 3))]!;
	const tokens = table.shapes[bucket]!.filter(({isToken}) => isToken);
	const found = matchAt(table, tokens, {text, at: start, last: start});
	return found && found.start === start && found.end >= end ? found : null;
}

/** Where a secret begins that may still be growing at the end of the text; null if none. */
function openAt({open, anchors, isToken}: SecretShape, text: string, at: number): number | null {
	open.lastIndex = at;
	const match = open.exec(text);
	if (match) {
		return at + (match.groups?.['kept']?.length ?? 0);
	}
	const length = text.length - at;
	if (!isToken || length > anchorLengthMax) {
		return null;
	}
	const rest = text.slice(at).toLowerCase();
	return anchors.some(anchor => anchor.length >= length && anchor.startsWith(rest)) ? at : null;
}

const anchorLengthMax = 40;

const apart = /(?:^|\W|\\[nrtbf]|\[[\d;]{0,12}m|%[0-9a-f]{2})$/i;
const apartLength = 16;

/** Finds a token whose first one or two characters end the text. */
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
