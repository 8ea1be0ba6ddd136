import type {OfferedTool} from './attempt.ts';
import type {Format} from './formats/format.ts';
import {formats} from './formats/index.ts';
import {type CompiledOpener, compileOpener, type Opener} from './formats/opener.ts';
import {isForLines} from './reader-judge.ts';

/** No opener is longer: what is still undecided then is text. */
export const heldCharactersMax = 64;

export type OpenerMatch =
	| {readonly type: 'none'}
	/** It may become an opener with what comes next. */
	| {readonly type: 'maybe'}
	| {readonly type: 'opener'; readonly format: Format; readonly length: number};

export type Openers = {
	/** What stands at the place; mid-line, formats that need a line of their own are left out. */
	readonly at: (text: string, at: number, where: 'line-start' | 'mid-line') => OpenerMatch;
	/** The first letters of those openers that count only at the start of a line. */
	readonly lineFirsts: ReadonlySet<string>;
};

type Entry = {readonly format: Format; readonly opener: CompiledOpener};

const none: OpenerMatch = {type: 'none'};
const maybe: OpenerMatch = {type: 'maybe'};

/** Those that are the same whatever is on offer. */
const fixed: readonly (readonly Entry[])[] = formats.map(format => compiled(format, format.opens));

function compiled(format: Format, openers: readonly Opener[]): readonly Entry[] {
	return openers.map(pieces => ({format, opener: compileOpener(pieces)}));
}

/** Clients offer the same tools with every request: patterns made for one answer serve the next. */
export type KeptOpeners = {readonly of: (tools: readonly OfferedTool[]) => Openers};

const indexesKeptMax = 16;
const keyCharactersMax = 16_384;

export function keepOpeners(): KeptOpeners {
	const kept = new Map<string, Index>();
	return {
		of(tools) {
			const key = tools.map(({name}) => name).join('\n');
			const index = kept.get(key) ?? indexFor(tools);
			// The one that was used last stands last.
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
	function look(text: string, isMidLine: boolean): OpenerMatch {
		let isOpen = false;
		for (const {format, opener} of byTwo.get(text.slice(0, 2)) ?? byOne.get(text[0]!) ?? []) {
			if (isMidLine && isForLines(format.trust)) {
				continue;
			}
			const length = opener.match(text);
			if (length > 0 && (format.accepts?.(text.slice(0, length), tools) ?? true)) {
				// One that comes first in the table, and may still turn out to stand here, has it.
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
			const found = look(text.slice(at, at + heldCharactersMax + 1), where === 'mid-line');
			return found.type === 'maybe' && text.length - at > heldCharactersMax ? none : found;
		},
		lineFirsts: firsts,
	};
}

type Index = {
	readonly byTwo: ReadonlyMap<string, readonly Entry[]>;
	/** Those whose second letter may be one of many. */
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

/** By their first letters, in the order of the table: most text is then looked at by few patterns. */
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

/** A single letter may be followed by any. */
function reachedFrom(start: string, starts: ReadonlySet<string>): readonly string[] {
	return start.length === 2 ? [start] : [...starts].filter(each => each[0] === start);
}
