import {isJsonObject, type Json} from '../../events/json.ts';
import {
	type Parser,
	readText,
	skipSpace,
	type TextFault,
	type TextReading,
} from './tolerant-text.ts';

/** One way to read a damaged text, with the faults that the text has if this reading is right. */
export type JsonReading = {readonly value: Json; readonly faults: readonly TextFault[]};

/** If there are more readings than this, nobody can say which one is meant. */
const readingsMax = 8;
/**
 * The limit for nesting, so that the parser can't overflow the stack. Real arguments are never
 * nested so deeply.
 */
const depthMax = 64;
/**
 * The limit for members, because each member of a damaged list or object is read in a recursion.
 */
const membersMax = 500;
const stepsMin = 200_000;

/**
 * Returns every way to read a JSON-like text. First, dialects are read (Python, JavaScript, missing
 * brackets at the end), which give at most one reading. Only if that fails, each quote inside a
 * string is tried as its end, which may give several.
 */
export function readTolerant(
	text: string,
	{mayClose = true}: {mayClose?: boolean} = {},
): readonly JsonReading[] {
	const bare = withoutFence(text);
	const plain = readings({text: bare, guess: false, mayClose});
	const found = plain.length > 0 ? plain : readings({text: bare, guess: true, mayClose});
	if (found.some(reading => isDoubtful(reading, bare))) {
		return [];
	}
	return bare === text
		? found
		: found.map(({value, faults}) => ({value, faults: [...faults, 'a fence around it']}));
}

/** Whether this reading is a guess. If any reading is one, none of them is used. */
function isDoubtful({faults, value}: JsonReading, text: string): boolean {
	return (
		faults.includes('a name given twice') ||
		faults.includes('another possible end of a text') ||
		(faults.includes('missing brackets at the end') && isCrowded(value)) ||
		// A model that has forgotten to double one backslash may have forgotten it for all others.
		(faults.includes('a lone backslash') && [...text.matchAll(/\\([\s\S]?)/g)].some(isEscape))
	);
}

/**
 * Whether an inner object has several members. If a closing bracket is missing then, it may belong
 * after any of them.
 */
function isCrowded(value: Json, isInner = false): boolean {
	if (Array.isArray(value)) {
		return value.some(item => isCrowded(item));
	}
	const members = isJsonObject(value) ? Object.values(value) : [];
	return (isInner && members.length > 1) || members.some(one => isCrowded(one ?? null, true));
}

function isEscape([, letter = '']: RegExpMatchArray): boolean {
	return "\\/'bfnrtu".includes(letter);
}

function readings(options: Omit<Parser, 'stepsLeft'>): readonly JsonReading[] {
	const parser: Parser = {...options, stepsLeft: stepsMin + options.text.length * 8};
	const found = new Map<string, JsonReading>();
	for (const step of readValue(parser, skipSpace(parser, 0), 0)) {
		const faults = endFaults(parser, step);
		if (faults && !isGuessedTwice(faults)) {
			const key = JSON.stringify(step.value);
			found.set(key, found.get(key) ?? {value: step.value, faults: [...new Set(faults)]});
		}
		if (found.size > readingsMax) {
			break;
		}
	}
	// If the search was given up, other readings may exist, so none is used.
	return parser.stepsLeft <= 0 ? [] : [...found.values()];
}

/** Whether the end is missing and a quote was guessed. Then the text itself may be cut off. */
function isGuessedTwice(faults: readonly TextFault[]): boolean {
	return (
		faults.includes('quotes that were not escaped') &&
		faults.includes('missing brackets at the end')
	);
}

/**
 * Returns all faults, including what follows the value; null if what follows shows that this
 * reading is wrong.
 */
function endFaults({text}: Parser, {at, faults}: TextReading): readonly TextFault[] | null {
	const rest = text.slice(at).trim();
	if (rest === '') {
		return faults;
	}
	if (/^[\]}\s]+$/.test(rest)) {
		return [...faults, 'surplus brackets at the end'];
	}
	return /^[;,]$/.test(rest) ? [...faults, 'something behind the end'] : null;
}

function* readValue(parser: Parser, at: number, depth: number): Generator<TextReading> {
	parser.stepsLeft -= 1;
	const first = parser.text.charAt(at);
	if (parser.stepsLeft <= 0 || depth > depthMax) {
		return;
	}
	if (first === '{') {
		yield* readMembers(parser, {at: at + 1, depth, entries: [], faults: []});
	} else if (first === '[') {
		yield* readItems(parser, {at: at + 1, depth, items: [], faults: []});
	} else if (first === '"' || first === "'") {
		yield* readText(parser, {at, ends: ',}]'});
	} else {
		yield* readWord(parser, at);
	}
}

type Members = {
	readonly at: number;
	readonly depth: number;
	readonly entries: readonly (readonly [string, Json])[];
	readonly faults: readonly TextFault[];
};

/** Reads the members of an object, from its beginning or from after a comma. */
function* readMembers(parser: Parser, members: Members): Generator<TextReading> {
	const {entries, faults, depth} = members;
	parser.stepsLeft -= entries.length;
	const at = skipSpace(parser, members.at);
	const next = parser.text.charAt(at);
	if (next === '}') {
		const comma: readonly TextFault[] = entries.length === 0 ? [] : ['a trailing comma'];
		yield {value: objectOf(entries), at: at + 1, faults: [...faults, ...comma]};
		return;
	}
	for (const key of entries.length < membersMax ? readKey(parser, at) : []) {
		const colon = skipSpace(parser, key.at);
		if (parser.text.charAt(colon) !== ':') {
			continue;
		}
		const twice: readonly TextFault[] = hasKey(entries, key.value) ? ['a name given twice'] : [];
		for (const value of readValue(parser, skipSpace(parser, colon + 1), depth + 1)) {
			yield* closeOrGoOn(parser, {
				value,
				close: '}',
				make: () => objectOf([...entries, [String(key.value), value.value]]),
				faults: [...faults, ...twice, ...key.faults, ...value.faults],
				goOn: (after, all) =>
					readMembers(parser, {
						at: after,
						depth,
						entries: [...entries, [String(key.value), value.value]],
						faults: all,
					}),
			});
		}
	}
}

/** Whether the object already has this name. A name with two values has no single reading. */
function hasKey(entries: Members['entries'], key: Json): boolean {
	return entries.some(([name]) => name === key);
}

function objectOf(entries: Members['entries']): Json {
	// Assignment would not do, because `__proto__` must be a name like any other.
	return Object.fromEntries(entries);
}

type Items = {
	readonly at: number;
	readonly depth: number;
	readonly items: readonly Json[];
	readonly faults: readonly TextFault[];
};

function* readItems(parser: Parser, list: Items): Generator<TextReading> {
	const {items, faults, depth} = list;
	parser.stepsLeft -= items.length;
	const at = skipSpace(parser, list.at);
	if (parser.text.charAt(at) === ']') {
		const comma: readonly TextFault[] = items.length === 0 ? [] : ['a trailing comma'];
		yield {value: items, at: at + 1, faults: [...faults, ...comma]};
		return;
	}
	const values = items.length < membersMax ? readValue(parser, at, depth + 1) : [];
	for (const value of values) {
		yield* closeOrGoOn(parser, {
			value,
			close: ']',
			make: () => [...items, value.value],
			faults: [...faults, ...value.faults],
			goOn: (after, all) =>
				readItems(parser, {at: after, depth, items: [...items, value.value], faults: all}),
		});
	}
}

/**
 * Reads what follows a member or an element: the end, a comma, or nothing if the end is missing.
 */
function* closeOrGoOn(
	parser: Parser,
	{
		value,
		close,
		make,
		faults,
		goOn,
	}: {
		value: TextReading;
		close: '}' | ']';
		make: () => Json;
		faults: readonly TextFault[];
		goOn: (at: number, faults: readonly TextFault[]) => Generator<TextReading>;
	},
): Generator<TextReading> {
	const at = skipSpace(parser, value.at);
	const next = parser.text.charAt(at);
	if (next === close) {
		yield {value: make(), at: at + 1, faults};
	} else if (next === ',') {
		yield* goOn(at + 1, faults);
	} else if (next === '' && parser.mayClose && typeof value.value !== 'number') {
		// A number at the very end may have lost digits, so it is not accepted. Any other value shows
		// its own end.
		yield {value: make(), at, faults: [...faults, 'missing brackets at the end']};
	}
}

function* readKey(parser: Parser, at: number): Generator<TextReading> {
	const first = parser.text.charAt(at);
	if (first === '"' || first === "'") {
		yield* readText(parser, {at, ends: ':'});
		return;
	}
	const word = wordAt(parser.text, at, /[A-Za-z_$][\w$-]*/y);
	if (word !== '') {
		yield {value: word, at: at + word.length, faults: ['names without quotes']};
	}
}

const pythonWords: Readonly<Record<string, Json>> = {True: true, False: false, None: null};
const plainWords: Readonly<Record<string, Json>> = {true: true, false: false, null: null};

function* readWord(parser: Parser, at: number): Generator<TextReading> {
	const number = wordAt(parser.text, at, /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y);
	if (number !== '') {
		yield {value: Number(number), at: at + number.length, faults: []};
		return;
	}
	const word = wordAt(parser.text, at, /[A-Za-z]+(?![\w$])/y);
	if (Object.hasOwn(plainWords, word)) {
		yield {value: plainWords[word]!, at: at + word.length, faults: []};
	} else if (Object.hasOwn(pythonWords, word)) {
		yield {value: pythonWords[word]!, at: at + word.length, faults: ['Python literals']};
	}
}

function wordAt(text: string, at: number, pattern: RegExp): string {
	pattern.lastIndex = at;
	return pattern.exec(text)?.[0] ?? '';
}

function withoutFence(text: string): string {
	const fenced = /^\s*```[\w-]*\n([\s\S]*?)\n?```\s*$/.exec(text);
	return fenced?.[1] ?? text;
}
