import type {OfferedTool, WrittenArguments, WrittenField} from '../attempt.ts';
import {findTool, propertiesOf} from '../find-tool.ts';
import type {Written, WrittenCall} from './format.ts';
import {bareName, toTheEnd} from './json-calls.ts';
import {valueEnd} from './json-slices.ts';

export type FieldTags = {
	/**
	 * The opening tag of a field. Like all tags here, it is the source of a regular expression. It
	 * has a group `field` for the field's name, and may have a group `string`.
	 */
	readonly fieldOpen: string;
	readonly fieldClose: string;
	/** The opening tag of a call. It has a group `name` for the tool's name. */
	readonly callOpen: string;
	readonly callClose: string;
	readonly sectionClose?: string;
};

type Body = {
	readonly name: string;
	readonly begin: number;
	readonly end: number;
	readonly after: number;
	readonly isClosed: boolean;
};

/** Reads the calls of a text whose arguments are fields between tags. */
export function taggedCalls(tags: FieldTags, written: Written): readonly WrittenCall[] {
	const bodies = bodiesOf(tags, written.raw);
	if (!written.isWhole && bodies.some(body => isMention(written.raw.slice(body.begin, body.end)))) {
		return [];
	}
	const calls = bodies.map(body => ({
		name: body.name.trim() || null,
		arguments: argumentsOf(tags, {
			body: written.raw.slice(body.begin, body.end),
			known: knownFields(written.tools, body.name),
		}),
		isWhole: body.isClosed && (written.isWhole || body !== bodies.at(-1)),
		end: body.after,
	}));
	return toTheEnd(calls, written.raw.length);
}

/** Whether the model only mentions the tag: words follow it directly, and no tag closes it. */
function isMention(body: string): boolean {
	return /^\s*[^\s<{]/.test(body);
}

/**
 * Returns the body of each call: up to its closing tag outside of fields, or up to the next call.
 */
function bodiesOf(tags: FieldTags, raw: string): readonly Body[] {
	const marks = new RegExp(
		`(?<call>${tags.callOpen})|(?<field>${tags.fieldOpen.replace(/\?<\w+>/g, '?:')})|(?<fieldEnd>${tags.fieldClose})|(?<callEnd>${tags.callClose})|(?<sectionEnd>${tags.sectionClose ?? '(?!)'})`,
		'g',
	);
	const bodies: Body[] = [];
	let open: {name: string; begin: number} | null = null;
	let isInField = false;
	let isJsonOpen = false;
	const close = (end: number, after: number, isClosed: boolean) => {
		if (open) {
			bodies.push({...open, end, after, isClosed});
		}
		open = null;
		isInField = false;
	};
	for (let found = marks.exec(raw); found; found = marks.exec(raw)) {
		const {call, field, fieldEnd, callEnd, sectionEnd} = found.groups!;
		const after = found.index + found[0].length;
		if (isInField) {
			const ends = callEnd !== undefined || sectionEnd !== undefined;
			if ((fieldEnd !== undefined || ends) && isFieldEnd(raw, {after, marks: tags, ends})) {
				isInField = false;
			}
		}
		if (isInField || fieldEnd !== undefined) {
			continue;
		}
		if (call !== undefined) {
			close(found.index, found.index, false);
			open = {name: found.groups!['name'] ?? '', begin: after};
			const behindJson: number | null = isJsonOpen ? null : jsonEnd(tags, raw, after);
			// If the JSON of one call has no end, the search for an end is not repeated for later calls.
			isJsonOpen ||= behindJson === null;
			marks.lastIndex = behindJson ?? after;
			if (found[0].endsWith('/>')) {
				close(after, after, true);
			}
		} else if (field !== undefined) {
			isInField = open !== null;
		} else if (callEnd !== undefined || sectionEnd !== undefined) {
			close(found.index, after, true);
		}
	}
	close(raw.length, raw.length, false);
	return bodies;
}

/** Returns the position after JSON that replaces the fields, whatever the JSON contains. */
function jsonEnd(tags: FieldTags, raw: string, from: number): number | null {
	if (!/^\s{0,200}\{/.test(raw.slice(from, from + 201))) {
		return from;
	}
	const end = valueEnd(raw, from);
	if (end >= raw.length && !raw.endsWith('}')) {
		return null;
	}
	const behind = new RegExp(`\\s*(?:$|${tags.callClose}|${tags.sectionClose ?? '(?!)'})`, 'y');
	behind.lastIndex = end;
	return raw[end - 1] === '}' && behind.test(raw) ? end : from;
}

type EndCheck = {readonly after: number; readonly marks: FieldTags; readonly ends: boolean};

/**
 * Whether a closing tag ends a field. It does if the format continues after it. A call's closing
 * tag does if a section ends after it.
 */
function isFieldEnd(raw: string, {after, marks, ends}: EndCheck): boolean {
	const next = ends
		? `(?:${marks.sectionClose ?? '(?!)'})\\s*$`
		: `${marks.fieldOpen}|${marks.callOpen}|${marks.callClose}|${marks.sectionClose ?? '(?!)'}`;
	const behind = new RegExp(`\\s*(?:$|${next.replace(/\?<\w+>/g, '?:')})`, 'y');
	behind.lastIndex = after;
	return behind.test(raw);
}

function knownFields(tools: readonly OfferedTool[], name: string): readonly string[] {
	const tool = findTool(bareName(name), tools)?.tool;
	return tool ? propertiesOf(tool) : [];
}

type FieldsIn = {readonly body: string; readonly known: readonly string[]};

function argumentsOf(tags: FieldTags, {body, known}: FieldsIn): WrittenArguments {
	const text = body.trim();
	const fields = text.startsWith('{') ? [] : fieldsOf(tags, {body, known});
	const isUnclear = fields.some(field => isUnclearIn(tags, field.text));
	return (fields.length === 0 && text !== '') || isUnclear
		? {type: 'json', text}
		: {type: 'fields', fields};
}

/**
 * Reads the fields in order. A field without its closing tag ends where the next one begins, or at
 * the end.
 */
function fieldsOf(tags: FieldTags, {body, known}: FieldsIn): readonly WrittenField[] {
	const opening = new RegExp(tags.fieldOpen, 'g');
	const ending = new RegExp(
		`(?:${tags.fieldClose})(?=\\s*(?:$|${tags.fieldOpen.replace(/\?<\w+>/g, '?:')}))`,
		'g',
	);
	const fields: WrittenField[] = [];
	for (let open = opening.exec(body); open; open = opening.exec(body)) {
		const begin = opening.lastIndex;
		ending.lastIndex = begin;
		const end = ending.exec(body);
		const next = unclosedUntil(tags, {body, known, begin, before: end?.index ?? body.length});
		const {field = '', isString, value} = open.groups!;
		const cut = body.slice(begin, next ?? end?.index ?? body.length);
		// If no tag closes the value, its last line break is missing already, so it is added.
		const text = value ?? (next === null ? cut : `${cut.replace(/^(?!\r?\n)/, '\n')}\n`);
		const written = isString === undefined ? undefined : isString === 'true' ? 'string' : 'json';
		fields.push({
			name: field.trim(),
			text: written === 'string' ? text : withoutEdges(text),
			...(written && {written}),
		});
		opening.lastIndex = next ?? (end ? ending.lastIndex : body.length);
	}
	return fields;
}

/**
 * Whether the end of a call stands inside a value. Then either a tag before it is missing, or the
 * value is a text about calls.
 */
function isUnclearIn(tags: FieldTags, text: string): boolean {
	const next = `${tags.callOpen.replace(/\?<\w+>/g, '?:')}|${tags.sectionClose ?? '(?!)'}`;
	return new RegExp(`${tags.callClose}\\s*(?:${next})`).test(text);
}

type Unclosed = FieldsIn & {readonly begin: number; readonly before: number};

/**
 * Returns where a field ends whose closing tag is missing: at a known field that begins on a new
 * line inside it, and nowhere else. Returns null if there is none.
 */
function unclosedUntil(tags: FieldTags, {body, known, begin, before}: Unclosed): number | null {
	const text = body.slice(begin, before);
	const next = new RegExp(`\\n\\s{0,8}${tags.fieldOpen}`).exec(text);
	const name = next?.groups?.['field']?.trim() ?? '';
	if (next === null || !known.includes(name) || text.slice(0, next.index).includes('</')) {
		return null;
	}
	const same = [...body.matchAll(new RegExp(tags.fieldOpen, 'g'))].filter(
		found => found.groups?.['field']?.trim() === name,
	);
	return same.length === 1 ? begin + next.index : null;
}

/**
 * Returns a value without the line breaks that chat templates put before and after it. A line break
 * on one side only belongs to the value.
 */
export function withoutEdges(text: string): string {
	return /^\r?\n(?:[\s\S]*\n)?$/.test(text) ? text.replace(/^\r?\n|\r?\n$/g, '') : text;
}
