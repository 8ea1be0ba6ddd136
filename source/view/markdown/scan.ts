import {entityText, readDestination} from './destination.ts';
import {bareAddressLength, safeTarget} from './target.ts';

/** A piece of inline text. Brackets have been resolved: they are links or plain text. */
export type InlineNode =
	| {readonly type: 'text'; readonly text: string}
	| {readonly type: 'code'; readonly text: string}
	| {
			readonly type: 'marks';
			readonly character: '*' | '_' | '~';
			readonly length: number;
			readonly canOpen: boolean;
			readonly canClose: boolean;
	  }
	| {readonly type: 'break'}
	/** `target` is null if a terminal can't open the address, or must not. */
	| {readonly type: 'link'; readonly target: string | null; readonly address: string}
	| {readonly type: 'unlink'};

/**
 * A link whose text has more nodes counts as plain text, because nested badges would take too long
 * to read.
 */
const linkNodesMax = 500;

/** Scans in one pass. Every lookahead is bounded or cached, so no text takes quadratic time. */
export function scanInline(text: string, growing: boolean): readonly InlineNode[] {
	const scan: Scan = {text, growing, nodes: [], brackets: [], runs: null};
	const special = text.includes('://') ? specialOrAddress : specialOnly;
	const next = new RegExp(special, 'gi');
	let at = 0;
	while (at < text.length) {
		next.lastIndex = at;
		const found = next.exec(text)?.index ?? text.length;
		if (found > at) {
			scan.nodes.push({type: 'text', text: text.slice(at, found)});
		}
		at = found < text.length ? read(scan, found) : found;
	}
	return scan.nodes;
}

const specialOnly = '[\\\\`*_~\\[\\]!<&\\n]';
const specialOrAddress = `${specialOnly}|https?://`;

type Scan = {
	readonly text: string;
	readonly growing: boolean;
	readonly nodes: InlineNode[];
	/** The indexes of nodes with an opening bracket that may still begin a link. */
	readonly brackets: number[];
	/** The positions of runs of backticks, by their length; null until the first run is read. */
	runs: Map<number, number[]> | null;
};

function read(scan: Scan, at: number): number {
	const {text} = scan;
	switch (text[at]) {
		case '\n':
			scan.nodes.push({type: 'break'});
			return at + 1;
		case '\\':
			return readEscape(scan, at);
		case '`':
			return readCode(scan, at);
		case '*':
		case '_':
		case '~':
			return readMarks(scan, at);
		case '[':
			return readBracket(scan, at, 1);
		case '!':
			return text[at + 1] === '[' ? readBracket(scan, at, 2) : plain(scan, at, 1);
		case ']':
			return readBracketEnd(scan, at);
		case '<':
			return readAngle(scan, at);
		case '&':
			return readEntity(scan, at);
		default:
			return readAddress(scan, at);
	}
}

function plain(scan: Scan, at: number, length: number): number {
	scan.nodes.push({type: 'text', text: scan.text.slice(at, at + length)});
	return at + length;
}

function readEscape(scan: Scan, at: number): number {
	const next = scan.text[at + 1];
	if (next === '\n') {
		scan.nodes.push({type: 'break'});
		return at + 2;
	}
	if (next === undefined || !/[!-/:-@[-`{-~]/.test(next)) {
		return plain(scan, at, 1);
	}
	scan.nodes.push({type: 'text', text: next});
	return at + 2;
}

function readCode(scan: Scan, at: number): number {
	const {text, growing, nodes} = scan;
	const length = runLength(text, at);
	const start = at + length;
	const end = closingRun(scan, start, length);
	if (end !== undefined) {
		nodes.push({type: 'code', text: codeText(text.slice(start, end))});
		return end + length;
	}
	if (!growing) {
		return plain(scan, at, length);
	}
	if (start < text.length) {
		nodes.push({type: 'code', text: codeText(text.slice(start))});
	}
	return text.length;
}

function closingRun(scan: Scan, from: number, length: number): number | undefined {
	scan.runs ??= backtickRuns(scan.text);
	const places = scan.runs.get(length) ?? [];
	while (places.length > 0 && places.at(-1)! < from) {
		places.pop();
	}
	return places.at(-1);
}

/**
 * Finds the runs of backticks. Their positions are in reverse order, so that those already passed
 * can be popped.
 */
function backtickRuns(text: string): Map<number, number[]> {
	const runs = new Map<number, number[]>();
	for (const {0: run, index} of text.matchAll(/`+/g)) {
		const places = runs.get(run.length);
		if (places) {
			places.push(index);
		} else {
			runs.set(run.length, [index]);
		}
	}
	for (const places of runs.values()) {
		places.reverse();
	}
	return runs;
}

function codeText(text: string): string {
	const line = text.replaceAll('\n', ' ');
	const padded = line.startsWith(' ') && line.endsWith(' ') && line.trim() !== '';
	return padded ? line.slice(1, -1) : line;
}

function readMarks(scan: Scan, at: number): number {
	const {text, nodes} = scan;
	const character = text[at] as '*' | '_' | '~';
	const length = runLength(text, at);
	const before = sortOf(text, at - 1);
	const after = sortOf(text, at + length);
	const left = after !== 'space' && (after === 'word' || before !== 'word');
	const right = before !== 'space' && (before === 'word' || after !== 'word');
	const isUnderscore = character === '_';
	const canOpen = left && !(isUnderscore && right && before !== 'punctuation');
	const canClose = right && !(isUnderscore && left && after !== 'punctuation');
	if (character === '~' && length !== 2) {
		return plain(scan, at, length);
	}
	nodes.push({type: 'marks', character, length, canOpen, canClose});
	return at + length;
}

function runLength(text: string, at: number): number {
	let end = at + 1;
	while (text[end] === text[at]) {
		end += 1;
	}
	return end - at;
}

function sortOf(text: string, at: number): 'space' | 'punctuation' | 'word' {
	const character = text[at];
	if (character === undefined || /\s/.test(character)) {
		return 'space';
	}
	return /[\p{P}\p{S}]/u.test(character) ? 'punctuation' : 'word';
}

function readBracket(scan: Scan, at: number, length: number): number {
	scan.brackets.push(scan.nodes.length);
	return plain(scan, at, length);
}

function readBracketEnd(scan: Scan, at: number): number {
	const opener = scan.brackets.pop();
	const isNear = opener !== undefined && scan.nodes.length - opener < linkNodesMax;
	const link = isNear ? readDestination(scan.text, at + 1, scan.growing) : null;
	if (opener === undefined || !link) {
		return plain(scan, at, 1);
	}
	const {address, end} = link;
	const isImage = textOf(scan.nodes[opener]) === '![';
	flatten(scan.nodes, opener);
	scan.nodes[opener] = {type: 'link', target: safeTarget(address), address};
	scan.nodes.push({type: 'unlink'});
	if (!isImage) {
		scan.brackets.length = 0;
	}
	return end;
}

/** Removes links from the text of a link, because links can't be nested. */
function flatten(nodes: InlineNode[], from: number): void {
	for (let at = from; at < nodes.length; at += 1) {
		if (nodes[at]!.type === 'link' || nodes[at]!.type === 'unlink') {
			nodes[at] = {type: 'text', text: ''};
		}
	}
}

function textOf(node: InlineNode | undefined): string | null {
	return node?.type === 'text' ? node.text : null;
}

function readAngle(scan: Scan, at: number): number {
	const angle = /<(?:(br) ?\/?|((?:https?:\/\/|mailto:)[^\s<>]{1,2000}))>/iy;
	angle.lastIndex = at;
	const found = angle.exec(scan.text);
	if (!found) {
		return plain(scan, at, 1);
	}
	if (found[1]) {
		scan.nodes.push({type: 'break'});
	} else {
		putLink(scan, found[2]!);
	}
	return angle.lastIndex;
}

function readAddress(scan: Scan, at: number): number {
	const length = scan.text[at + 4] === undefined ? 0 : bareAddressLength(scan.text, at);
	if (length === 0) {
		return plain(scan, at, 1);
	}
	putLink(scan, scan.text.slice(at, at + length));
	return at + length;
}

function putLink(scan: Scan, address: string): void {
	scan.nodes.push(
		{type: 'link', target: safeTarget(address), address},
		{type: 'text', text: address},
		{type: 'unlink'},
	);
}

function readEntity(scan: Scan, at: number): number {
	const entity = /&#?\w{1,8};/y;
	entity.lastIndex = at;
	const found = entity.exec(scan.text)?.[0];
	const text = found === undefined ? null : entityText(found);
	if (found === undefined || text === null) {
		return plain(scan, at, 1);
	}
	scan.nodes.push({type: 'text', text});
	return at + found.length;
}
