import type {OfferedTool} from './attempt.ts';
import type {Format} from './formats/format.ts';
import {formats} from './formats/index.ts';
import {type CompiledOpener, compileOpener, type Opener} from './formats/opener.ts';
import {isForLines} from './reader-judge.ts';

/** No opener is longer. If a text is still undecided at this length, it is plain text. */
export const heldCharactersMax = 64;

export type OpenerMatch =
	| {readonly type: 'none'}
	/** The text may become an opener when more arrives. */
	| {readonly type: 'maybe'}
	| {readonly type: 'opener'; readonly format: Format; readonly length: number};

export type Openers = {
	/**
	 * Looks for an opener at a position. In the middle of a line, formats that need a line of their
	 * own are ignored.
	 */
	readonly at: (text: string, at: number, where: 'line-start' | 'mid-line') => OpenerMatch;
	/** The first characters of openers that count only at the start of a line. */
	readonly lineFirsts: ReadonlySet<string>;
};

type Entry = {readonly format: Format; readonly opener: CompiledOpener};

const none: OpenerMatch = {type: 'none'};
const maybe: OpenerMatch = {type: 'maybe'};

/** The openers that don't depend on the offered tools. */
const fixed: readonly (readonly Entry[])[] = formats.map(format => compiled(format, format.opens));

function compiled(format: Format, openers: readonly Opener[]): readonly Entry[] {
	return openers.map(pieces => ({format, opener: compileOpener(pieces)}));
}

/**
 * Keeps compiled patterns for later answers, because clients offer the same tools with each
 * request.
 */
export type KeptOpeners = {readonly of: (tools: readonly OfferedTool[]) => Openers};

const indexesKeptMax = 16;
const keyCharactersMax = 16_384;

export function keepOpeners(): KeptOpeners {
	const kept = new Map<string, Index>();
	return {
		of(tools) {
			const key = tools.map(({name}) => name).join('\n');
			const index = kept.get(key) ?? indexFor(tools);
			// Moves the entry to the end, so that the one that was not used for longest is dropped first.
			kept.delete(key);
			if (key.length <= keyCharactersMax) {
				kept.set(key, index);
			}
			for (const old of [...kept.keys()].slice(0, -indexesKeptMax)) {
				kept.delete(old);
			}
			return createOpeners(tools, index);
		},
	};
}

export function createOpeners(
	tools: readonly OfferedTool[],
	{byTwo, byOne, firsts}: Index = indexFor(tools),
): Openers {
	function look(
		entries: readonly Entry[],
		text: string,
		where: 'line-start' | 'mid-line',
	): OpenerMatch {
		let isOpen = false;
		const isMidLine = where === 'mid-line';
		for (const {format, opener} of entries) {
			if (isMidLine && isForLines(format.trust)) {
				continue;
			}
			const length = opener.match(text);
			if (length > 0 && (format.accepts?.(text.slice(0, length), tools) ?? true)) {
				// A format that comes earlier in the table, and that may still match here, has precedence.
				return isOpen ? maybe : {type: 'opener', format, length};
			}
			isOpen ||= length === 0 && opener.mayBecome(text);
		}
		return isOpen ? maybe : none;
	}

	return {
		at: (text, at, where) => {
			if (!firsts.has(text[at]!)) {
				return none;
			}
			if (at + 1 === text.length) {
				return maybe;
			}
			const entries = byTwo.get(text.slice(at, at + 2)) ?? byOne.get(text[at]!);
			if (!entries) {
				return none;
			}
			const found = look(entries, text.slice(at, at + heldCharactersMax + 1), where);
			return found.type === 'maybe' && text.length - at > heldCharactersMax ? none : found;
		},
		lineFirsts: firsts,
	};
}

type Index = {
	readonly byTwo: ReadonlyMap<string, readonly Entry[]>;
	/** Openers by their first character, if their second one may be one of many. */
	readonly byOne: ReadonlyMap<string, readonly Entry[]>;
	readonly firsts: ReadonlySet<string>;
};

function indexFor(tools: readonly OfferedTool[]): Index {
	return indexOf(
		formats.flatMap((format, at) => [
			...fixed[at]!,
			...tools.flatMap(({name}) => compiled(format, format.opensWith?.(name) ?? [])),
		]),
	);
}

/**
 * Sorts openers by their first characters, in the order of the table, so that most text is compared
 * with few patterns.
 */
function indexOf(entries: readonly Entry[]): Index {
	const starts = new Set(entries.flatMap(({opener}) => opener.starts));
	const all = new Map([...starts].map(start => [start, [] as Entry[]]));
	for (const entry of entries) {
		for (const start of new Set(entry.opener.starts.flatMap(one => reachedFrom(one, starts)))) {
			all.get(start)!.push(entry);
		}
	}
	return {
		byTwo: new Map([...all].filter(([start]) => start.length === 2)),
		byOne: new Map([...all].filter(([start]) => start.length === 1)),
		firsts: new Set([...starts].map(start => start[0]!)),
	};
}

/**
 * Returns the starts under which an opener is found: its own, or all that begin with its single
 * character.
 */
function reachedFrom(start: string, starts: ReadonlySet<string>): readonly string[] {
	return start.length === 2 ? [start] : [...starts].filter(each => each[0] === start);
}
