import {isTooDeep, type Json} from '../../events/json.ts';
import {Unreadable} from './edit.ts';

/**
 * A value in a JSON file with its position in the text. Files of other programs may contain
 * comments and trailing commas, which an edit has to keep.
 */
export type JsonNode = {
	readonly start: number;
	/** The position after the value's last character. */
	readonly end: number;
} & (
	| {readonly type: 'object'; readonly parts: readonly JsonMember[]; readonly hasTail: boolean}
	| {readonly type: 'list'; readonly parts: readonly JsonNode[]; readonly hasTail: boolean}
	| {readonly type: 'plain'; readonly value: Json}
);

export type JsonMember = {
	readonly name: string;
	readonly start: number;
	readonly end: number;
	readonly node: JsonNode;
};

export function readJsonTree(text: string): JsonNode {
	if (isTooDeep(text)) {
		throw new Unreadable('it is nested too deeply');
	}
	const reader: Reader = {text, at: text.startsWith('\uFEFF') ? 1 : 0};
	skip(reader);
	const node = readNode(reader);
	skip(reader);
	return reader.at < text.length ? refuse(reader) : node;
}

/** The value of a node. Of two members with the same name the last counts. */
export function jsonOf(node: JsonNode): Json {
	switch (node.type) {
		case 'object':
			return Object.fromEntries(node.parts.map(part => [part.name, jsonOf(part.node)]));
		case 'list':
			return node.parts.map(jsonOf);
		case 'plain':
			return node.value;
	}
}

type Reader = {readonly text: string; at: number};

function refuse({text, at}: Reader): never {
	throw new Unreadable(`it can't be read as JSON at line ${text.slice(0, at).split('\n').length}`);
}

const blank = /(?:[ \t\r\n]+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const plain = /"(?:[^"\\\n]|\\.)*"|true|false|null|-?\d[\d.eE+-]*/y;

function skip(reader: Reader): void {
	take(reader, blank);
}

function take(reader: Reader, pattern: RegExp): string | null {
	pattern.lastIndex = reader.at;
	const found = pattern.exec(reader.text)?.[0];
	reader.at += found?.length ?? 0;
	return found ?? null;
}

function readNode(reader: Reader): JsonNode {
	const start = reader.at;
	switch (reader.text[start]) {
		case '{':
			return {type: 'object', start, ...readParts(reader, {close: '}', readOne: readMember})};
		case '[':
			return {type: 'list', start, ...readParts(reader, {close: ']', readOne: readNode})};
		default: {
			const value = readPlain(reader);
			return {type: 'plain', start, value, end: reader.at};
		}
	}
}

function readPlain(reader: Reader): Json {
	try {
		return JSON.parse(take(reader, plain) ?? '') as Json;
	} catch {
		return refuse(reader);
	}
}

function readMember(reader: Reader): JsonMember {
	const start = reader.at;
	const name = readPlain(reader);
	skip(reader);
	if (typeof name !== 'string' || take(reader, /:/y) === null) {
		return refuse(reader);
	}
	skip(reader);
	const node = readNode(reader);
	return {name, start, end: node.end, node};
}

function readParts<Part>(
	reader: Reader,
	{close, readOne}: {close: '}' | ']'; readOne: (reader: Reader) => Part},
): {parts: readonly Part[]; end: number; hasTail: boolean} {
	const parts: Part[] = [];
	let hasTail = false;
	reader.at += 1;
	for (;;) {
		skip(reader);
		if (reader.text[reader.at] === close) {
			reader.at += 1;
			return {parts, end: reader.at, hasTail};
		}
		if (parts.length > 0 && !hasTail) {
			refuse(reader);
		}
		parts.push(readOne(reader));
		skip(reader);
		hasTail = take(reader, /,/y) !== null;
	}
}
