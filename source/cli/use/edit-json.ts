import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import {type Edit, type Editor, editing, lineEndOf, Unreadable} from './edit.ts';
import {type JsonNode, readJsonTree} from './json-tree.ts';

/** Edits JSON as text, so that comments, order, numbers and layout of the rest are kept. */
export const editJson: Editor = (text, edits) =>
	editing(() => edits.reduce(editOne, text.trim() === '' ? '{}\n' : text));

function editOne(text: string, edit: Edit): string {
	return 'entry' in edit ? putEntry(text, edit) : putValue(text, edit);
}

/**
 * Writes a value at a path. If the value is an object, its names are written one by one, so that
 * other names of the object in the file are kept.
 */
function putValue(text: string, {at, put}: {at: readonly string[]; put: Json}): string {
	if (isJsonObject(put)) {
		return Object.entries(put).reduce(
			(edited, [name, value]) => putValue(edited, {at: [...at, name], put: value ?? null}),
			text,
		);
	}
	const found = find(text, at);
	return found.rest.length === 0
		? replace(text, {node: found.node, value: put})
		: insertNested(text, {...found, value: put});
}

function putEntry(text: string, edit: Extract<Edit, {entry: JsonObject}>): string {
	const {at, entry, sameBy} = edit;
	const {node: list, rest} = find(text, at);
	if (rest.length > 0) {
		return insertNested(text, {node: list, rest, value: [entry]});
	}
	if (list.type !== 'list') {
		throw new Unreadable(`“${at.join('.')}” is not a list there`);
	}
	const index = list.parts.findIndex(part =>
		sameBy.every(name => plainAt(part, name) === entry[name]),
	);
	return index < 0
		? insert(text, {into: list, name: null, value: entry})
		: putValue(text, {at: [...at, String(index)], put: entry});
}

/**
 * Finds the node at a path. If it doesn't exist, returns the nearest existing parent and the
 * missing names.
 */
function find(
	text: string,
	at: readonly string[],
): {readonly node: JsonNode; readonly rest: readonly string[]} {
	let node = readJsonTree(text);
	for (const [index, name] of at.entries()) {
		const inner = partOf(node, name);
		if (inner === 'missing') {
			return {node, rest: at.slice(index)};
		}
		if (inner === null) {
			throw new Unreadable(`“${at.slice(0, index).join('.')}” is not an object there`);
		}
		node = inner;
	}
	return {node, rest: []};
}

function partOf(node: JsonNode, name: string): JsonNode | 'missing' | null {
	if (node.type !== 'object') {
		return (node.type === 'list' && node.parts[Number(name)]) || null;
	}
	const found = node.parts.filter(part => part.name === name);
	if (found.length > 1) {
		throw new Unreadable(`“${name}” stands there twice`);
	}
	return found[0]?.node ?? 'missing';
}

function insertNested(
	text: string,
	{node, rest, value}: {node: JsonNode; rest: readonly string[]; value: Json},
): string {
	const [name = '', ...inner] = rest;
	const nested = inner.reduceRight<Json>((held, key) => ({[key]: held}), value);
	return insert(text, {into: node, name, value: nested});
}

function plainAt(node: JsonNode, name: string): Json | undefined {
	const member = node.type === 'object' ? node.parts.find(part => part.name === name) : undefined;
	return member?.node.type === 'plain' ? member.node.value : undefined;
}

function replace(text: string, {node, value}: {node: JsonNode; value: Json}): string {
	const written = write(text, {value, indent: indentAt(text, node.start)});
	return text.slice(0, node.start) + written + text.slice(node.end);
}

/**
 * Inserts a part after the last one, with a comma in between, and keeps a comment that follows the
 * last part.
 */
function insert(
	text: string,
	{into, name, value}: {into: JsonNode; name: string | null; value: Json},
): string {
	const {parts, hasTail} =
		into.type === 'plain'
			? {parts: [], hasTail: false}
			: {parts: into.parts, hasTail: into.hasTail};
	const eol = lineEndOf(text);
	const outer = indentAt(text, into.start);
	const last = parts.at(-1);
	const inner =
		last && isFirstOfLine(text, last.start) ? indentAt(text, last.start) : outer + unitOf(text);
	const close = into.end - 1;
	const before = text.slice(0, close).trimEnd();
	const comma = last && !hasTail ? last.end : null;
	const kept = comma === null ? before : `${before.slice(0, comma)},${before.slice(comma)}`;
	const label = name === null ? '' : `${JSON.stringify(name)}: `;
	return `${kept}${eol}${inner}${label}${write(text, {value, indent: inner})}${eol}${outer}${text.slice(close)}`;
}

function write(text: string, {value, indent}: {value: Json; indent: string}): string {
	return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', lineEndOf(text) + indent);
}

/** Returns the indentation of the line in which this position is. */
function indentAt(text: string, place: number): string {
	const start = text.lastIndexOf('\n', place - 1) + 1;
	return /^[ \t]*/.exec(text.slice(start, place))![0];
}

function isFirstOfLine(text: string, place: number): boolean {
	return /(?:^|\n)[ \t]*$/.test(text.slice(0, place));
}

function unitOf(text: string): string {
	return /^[ \t]+(?=["{[])/m.exec(text)?.[0] ?? '  ';
}
