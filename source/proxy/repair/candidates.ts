import {isJsonObject, type Json} from '../../events/json.ts';
import type {OfferedTool, WrittenArguments} from './attempt.ts';
import {propertiesOf, requiredOf} from './find-tool.ts';
import {fieldsAsObject} from './fit-schema.ts';
import {change} from './shown.ts';
import {type JsonReading, readTolerant} from './tolerant-json.ts';
import {unescaped} from './unwrap.ts';

/** One way to read the arguments. Whether they fit the tool is checked later. */
export type Candidate = {
	readonly value: Json;
	readonly changes: readonly string[];
	readonly code?: string;
	readonly problem?: string | null;
	/** Closing brackets were added at the end. */
	readonly isCompleted?: boolean;
};

/** Returns every way to read the written text as arguments of the tool. */
export function candidatesOf(written: WrittenArguments, tool: OfferedTool): readonly Candidate[] {
	if (tool.form === 'custom') {
		if (written.type === 'fields' && written.fields.some(field => field.written === 'program')) {
			return [{value: {}, changes: [], problem: fieldsAsObject(written.fields, tool).problem}];
		}
		return [{value: {input: freeText(written)}, changes: []}];
	}
	switch (written.type) {
		case 'json':
			return readingsOf(written.text).map(reading => ({
				value: reading.value,
				...jsonChange(written.text, reading),
			}));
		case 'fields': {
			const {value, problem} = fieldsAsObject(written.fields, tool);
			return [{value, changes: [], problem}];
		}
		case 'body':
			return bodyCandidates(written.text, tool);
	}
}

/**
 * Returns the ways to read a text as JSON: one if it is valid, otherwise those that its damage
 * allows.
 */
export function readingsOf(text: string): readonly JsonReading[] {
	const trimmed = text.trim();
	const plain = trimmed.startsWith('{\\"') ? JSON.stringify(unescaped(trimmed)) : trimmed;
	try {
		return [{value: plain === '' ? {} : (JSON.parse(plain) as Json), faults: []}];
	} catch {
		const doubled = readDoubled(plain);
		return doubled ? [doubled] : readTolerant(plain);
	}
}

/**
 * Reads `{"cmd": "{"cmd": "ls"}"}`, where the text between the outer quotes is valid JSON by
 * itself.
 */
function readDoubled(text: string): JsonReading | null {
	const [, name = '', inner = ''] = /^\{\s*"(\w+)"\s*:\s*"(\{[\s\S]*\})"\s*\}$/.exec(text) ?? [];
	try {
		const value = inner === '' ? null : (JSON.parse(inner) as Json);
		return isJsonObject(value) && Object.hasOwn(value, name)
			? {value: {[name]: inner}, faults: ['quotes that were not escaped']}
			: null;
	} catch {
		return null;
	}
}

function jsonChange(
	text: string,
	{value, faults}: JsonReading,
): Pick<Candidate, 'changes' | 'code' | 'isCompleted'> {
	return faults.length === 0
		? {changes: []}
		: {
				changes: [
					`${change('JSON', {before: text, after: JSON.stringify(value)})} (${faults.join(', ')})`,
				],
				code: 'json',
				isCompleted: faults.includes('missing brackets at the end'),
			};
}

/**
 * Reads the only text of a block: as an object of arguments, or as the one argument that the tool
 * needs.
 */
function bodyCandidates(text: string, tool: OfferedTool): readonly Candidate[] {
	const trimmed = text.trim();
	if (/^\{\s*(?:["'}\\]|[\w$]+\s*:)/.test(trimmed)) {
		return readingsOf(trimmed).map(reading => ({
			value: reading.value,
			...jsonChange(trimmed, reading),
		}));
	}
	const [needed, ...more] = requiredOf(tool);
	const [first] = propertiesOf(tool);
	const name = more.length > 0 ? undefined : (needed ?? first);
	return name === undefined || trimmed === '' ? [] : [{value: {[name]: trimmed}, changes: []}];
}

/** Returns the text for a tool without a schema, without the wrapping that some formats add. */
function freeText(written: WrittenArguments): string {
	if (written.type === 'fields') {
		return written.fields.length === 1 ? written.fields[0]!.text : '';
	}
	const parsed = written.type === 'json' ? readingsOf(written.text)[0]?.value : undefined;
	if (typeof parsed === 'string') {
		return parsed;
	}
	const values = isJsonObject(parsed) ? Object.values(parsed) : [];
	return values.length === 1 && typeof values[0] === 'string' ? values[0] : written.text;
}
