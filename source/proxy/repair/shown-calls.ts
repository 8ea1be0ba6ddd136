import type {Json, JsonObject} from '../../events/json.ts';
import type {OfferedTool, WrittenArguments} from './attempt.ts';
import type {WrittenCall} from './formats/format.ts';
import {firstPythonCall} from './formats/python-calls.ts';
import {mend} from './mend.ts';
import type {Openers} from './reader-openers.ts';

/**
 * Returns a key that is equal for calls that differ only in blanks, in the order of names, or in
 * numbers written as text.
 */
export function callKey(name: string, given: JsonObject): string {
	return `${name} ${JSON.stringify(normal(given))}`;
}

function normal(value: Json | undefined): Json {
	if (Array.isArray(value)) {
		return value.map(normal);
	}
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value)
			.filter(([, inner]) => (inner ?? null) !== null)
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([key, inner]) => [key, normal(inner)]);
	}
	return String(value).replace(/\s+/g, ' ').trim();
}

export type Looked = {
	readonly key: string;
	/** Characters that occur in every way to write the call. */
	readonly clue: string;
	readonly tools: readonly OfferedTool[];
	readonly openers: Openers;
};

const windowMax = 32 * 1024;
/** The most characters that are read. A text with more openers is an attempt to hide something. */
const workMax = 4 * 1024 * 1024;

/**
 * Whether a text contains this call, anywhere and in any notation; `unknown` if the search takes
 * too long.
 */
export function showsCall(text: string, {key, clue, tools, openers}: Looked): boolean | 'unknown' {
	const names = new Set(tools.map(({name}) => name[0]));
	let work = workMax;
	let clueAt = text.indexOf(clue);
	for (let at = 0; at < text.length && clueAt >= 0; at += 1) {
		if (clueAt < at) {
			clueAt = text.indexOf(clue, at);
		}
		if (clueAt < 0 || clueAt - at > windowMax) {
			at = clueAt < 0 ? text.length : clueAt - windowMax;
		}
		if (!names.has(text[at]!) && !openers.lineFirsts.has(text[at]!)) {
			continue;
		}
		const found = callsAt(text, at, {tools, openers});
		work -= found.length;
		if (found.calls.some(call => keyOf(call, tools) === key)) {
			return true;
		}
		if (work < 0) {
			return 'unknown';
		}
	}
	return false;
}

type Found = {readonly calls: readonly Shown[]; readonly length: number};

type Shown = {readonly name: string | null; readonly arguments: WrittenArguments};

const nothing: Found = {calls: [], length: 0};

function callsAt(text: string, at: number, {tools, openers}: Omit<Looked, 'key' | 'clue'>): Found {
	const found = openers.at(text, at, 'line-start');
	if (found.type !== 'opener') {
		return /\w/.test(text[at - 1] ?? ' ') ? nothing : pythonAt(text, at, tools);
	}
	const {format, length} = found;
	const collector = format.collect(text.slice(at, at + length));
	const rest = text.slice(at + length, at + length + windowMax);
	const end = collector.read(rest) ?? collector.end() ?? length + rest.length;
	const raw = text.slice(at, at + end);
	const calls: readonly WrittenCall[] = format.calls({raw, isWhole: true, tools});
	return {calls, length: rest.length};
}

function pythonAt(text: string, at: number, tools: readonly OfferedTool[]): Found {
	if (!tools.some(({name}) => text.startsWith(`${name}(`, at))) {
		return nothing;
	}
	const call = firstPythonCall(text.slice(at, at + windowMax), tools);
	return call ? {calls: [call], length: call.end} : {calls: [], length: windowMax};
}

function keyOf({name, arguments: written}: Shown, tools: readonly OfferedTool[]): string | null {
	const raw = written.type === 'fields' ? '' : written.text;
	const mended = mend({format: 'shown', name, arguments: written, isWhole: true, raw}, tools);
	return mended.type === 'call' ? callKey(mended.name, mended.arguments) : null;
}

/** Returns the longest word of the arguments that is written the same in every notation. */
export function clueOf(name: string, given: JsonObject): string {
	const words = wordsIn(given).sort((one, other) => other.length - one.length);
	return words[0] ?? name;
}

function wordsIn(value: Json | undefined): string[] {
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).flatMap(wordsIn);
	}
	return value === null ? [] : (String(value).match(/[\p{L}\p{N}_.:-]+/gu) ?? []).map(String);
}

/**
 * Returns the text and its possible decodings: pages, logs and tools escape characters once or
 * twice, or put a mark before each line.
 */
export function plainTexts(text: string): readonly string[] {
	const visible = text.replace(/[\u00AD\u200B-\u200F\u2060\uFEFF]/g, '');
	const found = new Set([visible]);
	for (const decode of [fromEntities, fromEscapes, fromEscapes, fromMarks]) {
		for (const one of [...found]) {
			found.add(decode(one));
		}
	}
	return [...found];
}

const entities: Readonly<Record<string, string>> = {
	lt: '<',
	gt: '>',
	quot: '"',
	amp: '&',
	apos: "'",
	nbsp: ' ',
};

function fromEntities(text: string): string {
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi,
		(all, decimal, hex, name) => {
			const code = Number.parseInt(decimal ?? hex, hex === undefined ? 10 : 16);
			return code <= 0x10ffff ? String.fromCodePoint(code) : (entities[name ?? ''] ?? all);
		},
	);
}

const escapes: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t'};

function fromEscapes(text: string): string {
	return text.replace(/\\(?:u([\da-f]{4})|(["'\\/nrt`]))/gi, (all, hex, letter) =>
		hex === undefined
			? (escapes[letter] ?? letter ?? all)
			: String.fromCharCode(Number.parseInt(hex, 16)),
	);
}

function fromMarks(text: string): string {
	return text.replace(/^[ \t]*(?:>+|#|\/\/|\*|\||│|[+-]|\d{1,6}[:→|\t])[ \t]?/gm, '');
}
