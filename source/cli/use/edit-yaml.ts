import type {JsonObject} from '../../events/json.ts';
import {type Edit, type Editor, editing, lineEndOf, Unreadable} from './edit.ts';

/**
 * Edits a YAML file as text. Its top level must be a mapping. Adds missing names at the top level,
 * and inserts an entry as the first of a list in block style. A person has to change lists of any
 * other style.
 */
export const editYaml: Editor = (text, edits) =>
	editing(() => edits.reduce(editOne, checked(text)));

function checked(text: string): string {
	if (/^(?:---|\.\.\.)[ \t]*\S?.*\n[\s\S]*^(?:---|\.\.\.)/m.test(text)) {
		throw new Unreadable('it holds several YAML documents');
	}
	return text;
}

function editOne(text: string, edit: Edit): string {
	const [name = ''] = edit.at;
	const eol = lineEndOf(text);
	const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
	// A name at the beginning of a line is a top-level name, because YAML indents all others.
	const at = lines.findIndex(line => new RegExp(`^["']?${name}["']?[ \\t]*:`).test(line));
	const edited =
		'entry' in edit ? putEntry(lines, {at, name, edit}) : putTop(lines, {at, name, edit});
	return `${edited.join(eol)}${eol}`;
}

/** Adds a name and a version at the top if the file has none, and keeps those of the user. */
function putTop(
	lines: readonly string[],
	{at, name, edit}: {at: number; name: string; edit: Extract<Edit, {put: unknown}>},
): readonly string[] {
	return at < 0 ? [...lines, `${name}: ${scalar(edit.put)}`] : lines;
}

function putEntry(
	lines: readonly string[],
	{at, name, edit}: {at: number; name: string; edit: Extract<Edit, {entry: JsonObject}>},
): readonly string[] {
	if (at < 0) {
		return [...lines, `${name}:`, ...entryLines(edit.entry, '  ')];
	}
	const behind = lines[at]!.slice(lines[at]!.indexOf(':') + 1)
		.replace(/(?:^|[ \t])#.*$/, '')
		.trim();
	const items = behind === '' ? itemsFrom(lines, at + 1) : [];
	const indent = items[0]?.indent ?? (behind === '' || behind === '[]' ? '  ' : null);
	if (indent === null) {
		throw new Unreadable(`“${name}” is written there in a way that is not edited`);
	}
	const own = items.find(({start, end}) => isOurs(lines.slice(start, end), edit));
	const head = behind === '[]' ? lines[at]!.replace(/:[ \t]*\[\]/, ':') : lines[at]!;
	const start = own?.start ?? items[0]?.start ?? at + 1;
	return [
		...lines.slice(0, at),
		head,
		...lines.slice(at + 1, start),
		...(own
			? mergedLines(lines.slice(own.start, own.end), {entry: edit.entry, indent})
			: entryLines(edit.entry, indent)),
		...lines.slice(own?.end ?? start),
	];
}

type Item = {readonly indent: string; readonly start: number; readonly end: number};

/** Splits a list in block style into its entries, each with its lines. */
function itemsFrom(lines: readonly string[], from: number): readonly Item[] {
	const stop = lines.findIndex((line, index) => index >= from && /^[^\s#-]/.test(line));
	const until = stop < 0 ? lines.length : stop;
	const first = lines.slice(from, until).find(line => /\S/.test(line) && !/^\s*#/.test(line));
	if (first === undefined) {
		return [];
	}
	const indent = /^([ ]*)-(?:\s|$)/.exec(first)?.[1];
	if (indent === undefined) {
		throw new Unreadable('a list in it is written in a way that is not edited');
	}
	const starts = lines.flatMap((line, index) =>
		index >= from && index < until && new RegExp(`^${indent}-(?:\\s|$)`).test(line) ? [index] : [],
	);
	return starts.map((start, index) => {
		const end = starts[index + 1] ?? until;
		const gap = lines
			.slice(start, end)
			.findLastIndex(line => /\S/.test(line) && !/^\s*#/.test(line));
		return {indent, start, end: start + gap + 1};
	});
}

function isOurs(
	item: readonly string[],
	{entry, sameBy}: {entry: JsonObject; sameBy: readonly string[]},
): boolean {
	return sameBy.every(name =>
		item.some(line => {
			const [, value] = new RegExp(`^[ ]*(?:-[ ]+)?${name}:[ ]*(.*?)[ ]*$`).exec(line) ?? [];
			return value !== undefined && value.replace(/^(["'])(.*)\1$/, '$2') === entry[name];
		}),
	);
}

/**
 * Replaces only those lines of our entry that differ, so that the user's additions to the entry are
 * kept.
 */
function mergedLines(
	lines: readonly string[],
	{entry, indent}: {entry: JsonObject; indent: string},
): readonly string[] {
	const merged = [...lines];
	for (const [name, value] of Object.entries(entry)) {
		const field = new RegExp(`^(${indent}(?:-|[ ])[ ]+)${name}:`);
		const at = merged.findIndex(line => field.test(line));
		if (at < 0) {
			merged.splice(1, 0, `${indent}  ${name}: ${scalar(value)}`);
		} else {
			merged[at] = `${field.exec(merged[at]!)![1]}${name}: ${scalar(value)}`;
		}
	}
	return merged;
}

function entryLines(entry: JsonObject, indent: string): readonly string[] {
	return Object.entries(entry).map(
		([name, value], index) => `${indent}${index === 0 ? '- ' : '  '}${name}: ${scalar(value)}`,
	);
}

/** Writes a value without quotes if YAML would read the same text back, else in double quotes. */
function scalar(value: unknown): string {
	const text = JSON.stringify(value);
	return typeof value === 'string' && /^[a-zA-Z][\w ./-]*$/.test(value) && !reserved.test(value)
		? value
		: text;
}

const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
