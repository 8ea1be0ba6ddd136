import type {Collector} from './format.ts';
import {createJsonScan, type JsonScan} from './json-scan.ts';

/**
 * The tags of a format. Each is the source of a regular expression that matches one complete tag.
 */
export type TagsShape = {
	readonly fieldOpen: string;
	readonly fieldClose: string;
	readonly callOpen: string;
	readonly callClose: string;
	/** Ends the whole attempt, even if fields or calls are still open. */
	readonly sectionClose?: string;
	/** A call may have JSON in place of the fields. */
	readonly mayBeJson?: boolean;
	/** There is only one call. Text after its closing tag does not belong to the attempt. */
	readonly isSingle?: boolean;
};

type Kind = 'fieldOpen' | 'fieldClose' | 'callOpen' | 'callClose' | 'sectionClose';
type Tag = {
	readonly kind: Kind;
	readonly end: number;
	readonly isAfterGap: boolean;
	readonly isEmpty: boolean;
};

const tagMax = 400;
const gapMax = 4096;

type TagsState = {
	readonly shape: TagsShape;
	readonly tags: RegExp;
	status: 'section' | 'call' | 'field' | 'behind';
	/**
	 * Inside a field: a closing tag that may end the field, or the whole call. It counts only if
	 * another tag of the format follows. Null otherwise.
	 */
	closing: 'field' | 'call' | null;
	json: JsonScan | null;
	/** Of this call, only the opening tag was read so far. */
	isFresh: boolean;
	carry: string;
	base: number;
	end: number | null;
	/** Where the call ends if it turns out that the open field has no closing tag. */
	guess: number | null;
	/** The position after the first tag that may have closed the call. */
	fallback: number | null;
	isOver: boolean;
	/** The length of the text since the last tag. */
	gapLength: number;
	isGapBlank: boolean;
};

/**
 * The result of reading at a position. A number: the position at which to continue. `wait`: more
 * text is needed. `over`: the attempt has ended.
 */
type Step = number | 'wait' | 'over';

/**
 * Collects calls whose arguments are fields between tags. A field may hold any text, even tags, so
 * its closing tag counts only if another tag of the format follows.
 */
export function collectTags(shape: TagsShape, opened: string): Collector {
	const state: TagsState = {
		shape,
		tags: patternOf(shape),
		status: 'section',
		closing: null,
		json: null,
		isFresh: false,
		carry: '',
		base: 0,
		end: null,
		guess: null,
		fallback: null,
		isOver: false,
		gapLength: 0,
		isGapBlank: true,
	};
	read(state, opened);
	return {read: text => read(state, text), end: () => state.guess ?? state.end ?? state.fallback};
}

function patternOf(shape: TagsShape): RegExp {
	const kinds: readonly Kind[] = [
		'fieldOpen',
		'fieldClose',
		'callOpen',
		'callClose',
		'sectionClose',
	];
	return new RegExp(kinds.map(kind => `(?<${kind}>${shape[kind] ?? '(?!)'})`).join('|'), 'g');
}

function read(state: TagsState, chunk: string): number | null {
	const text = state.carry + chunk;
	let at: Step = state.isOver ? 'over' : 0;
	while (typeof at === 'number') {
		at = state.json ? stepJson(state, state.json, {text, at}) : step(state, text, at);
	}
	state.isOver = at === 'over';
	return state.isOver ? (state.guess ?? state.end) : null;
}

function step(state: TagsState, text: string, at: number): Step {
	state.tags.lastIndex = at;
	const found = state.tags.exec(text);
	const until = found ? found.index : openTagAt(text, at);
	const jsonAt = jsonIn(state, text.slice(at, until));
	if (jsonAt !== null) {
		state.json = createJsonScan([]);
		return at + jsonAt;
	}
	note(state, text.slice(at, until));
	if (state.status === 'behind' && (!state.isGapBlank || state.gapLength > gapMax)) {
		return 'over';
	}
	if (!found) {
		return waitFrom(state, text, until);
	}
	const tagEnd = found.index + found[0].length;
	const kind = Object.entries(found.groups ?? {}).find(([, tag]) => tag !== undefined)![0] as Kind;
	const isOver = take(state, {
		kind,
		end: state.base + tagEnd,
		isAfterGap: state.isGapBlank,
		isEmpty: found[0].endsWith('/>'),
	});
	state.gapLength = 0;
	state.isGapBlank = true;
	return isOver ? 'over' : tagEnd;
}

function waitFrom(state: TagsState, text: string, at: number): 'wait' {
	state.carry = text.slice(at);
	state.base += at;
	return 'wait';
}

/** Notes the text between two tags. */
function note(state: TagsState, text: string): void {
	state.gapLength += text.length;
	state.isGapBlank &&= !/\S/.test(text);
}

/** Returns the position of JSON that replaces the fields; null if there is none. */
function jsonIn(state: TagsState, text: string): number | null {
	if (state.status !== 'call' || !state.isFresh || state.shape.mayBeJson !== true) {
		return null;
	}
	const at = text.search(/\S/);
	state.isFresh = at < 0;
	return text[at] === '{' ? at : null;
}

function stepJson(state: TagsState, json: JsonScan, {text, at}: {text: string; at: number}): Step {
	const stop = json.read(text, {from: at, base: state.base});
	if (stop.type === 'more') {
		return waitFrom(state, text, stop.at);
	}
	state.json = null;
	return stop.type === 'overrun' ? 'over' : stop.at;
}

/** Handles one tag. Returns true if the attempt has ended. */
function take(state: TagsState, tag: Tag): boolean {
	if (state.status === 'field') {
		return takeInField(state, tag);
	}
	switch (tag.kind) {
		case 'fieldOpen':
			if (state.status === 'behind') {
				return true;
			}
			state.status = 'field';
			return false;
		case 'callOpen':
			state.status = tag.isEmpty ? 'behind' : 'call';
			state.end = tag.isEmpty ? tag.end : state.end;
			state.isFresh = true;
			return false;
		case 'callClose':
			state.end = tag.end;
			state.status = 'behind';
			return state.shape.isSingle === true;
		case 'sectionClose':
			state.end = tag.end;
			return true;
		case 'fieldClose':
			return false;
	}
}

function takeInField(state: TagsState, tag: Tag): boolean {
	const {closing} = state;
	state.closing = null;
	if (closing === 'field' && tag.isAfterGap && tag.kind !== 'fieldClose') {
		state.guess = null;
		state.status = 'call';
		return take(state, tag);
	}
	if (state.guess !== null) {
		return leaveGuess(state, tag);
	}
	if (tag.kind === 'fieldClose') {
		state.closing = 'field';
	} else if (tag.kind === 'callClose') {
		state.closing = 'call';
		state.fallback ??= tag.end;
	} else if (closing === 'call' && tag.isAfterGap && tag.kind === 'sectionClose') {
		state.guess = tag.end;
	}
	return false;
}

/**
 * Handles a tag after the call seemed to end within an open field. The call has ended there if
 * another call begins, or if nothing follows. Returns true if so.
 */
function leaveGuess(state: TagsState, tag: Tag): boolean {
	if (tag.kind === 'fieldClose') {
		state.closing = 'field';
	}
	return tag.kind === 'callOpen';
}

/**
 * Returns the position at which an incomplete tag may begin; the text's length if there is none.
 */
function openTagAt(text: string, from: number): number {
	const at = text.lastIndexOf('<');
	return at >= from && text.length - at <= tagMax && !text.includes('>', at) ? at : text.length;
}
