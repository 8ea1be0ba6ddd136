import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import type {CallFailure} from '../failure.ts';

/** A part of a request that a provider refuses, and how later requests avoid it. */
export type Lesson =
	/** Leaves out the field at this path; `*` stands for every entry of a list. */
	| {readonly type: 'drop'; readonly path: string}
	| {readonly type: 'rename'; readonly from: string; readonly to: string}
	/** Leaves out this keyword in the schemas of all tools. */
	| {readonly type: 'schema-keyword'; readonly keyword: string};

/**
 * Finds the parameter that a refusal names, if the request contains it. Returns null if nothing can
 * be learned. A lesson never removes a part of the conversation itself.
 */
export function findLesson(failure: CallFailure, body: JsonObject): Lesson | null {
	const {status, code, param, said = ''} = failure;
	if ((status !== 400 && status !== 422) || code === 'context_length_exceeded') {
		return null;
	}
	const renamed = renames.find(
		({from, to}) => body[from] !== undefined && new RegExp(`\\b${to}\\b`).test(said),
	);
	if (renamed) {
		return {type: 'rename', ...renamed};
	}
	const candidates = [...(param ? [param] : []), ...quotedNames(said), ...bareNames(said, body)];
	for (const candidate of candidates) {
		const lesson = lessonOf(candidate, body);
		if (lesson) {
			return lesson;
		}
	}
	return null;
}

export function applyLesson(body: JsonObject, lesson: Lesson): JsonObject {
	switch (lesson.type) {
		case 'drop':
			return without(body, lesson.path.split('.')) as JsonObject;
		case 'rename': {
			const {[lesson.from]: value, ...rest} = body;
			return value === undefined ? body : {...rest, [lesson.to]: value};
		}
		case 'schema-keyword':
			return {...body, tools: withoutKeyword(body['tools'], lesson.keyword)};
	}
}

export function describeLesson(lesson: Lesson): string {
	switch (lesson.type) {
		case 'drop':
			return `drop ${lesson.path}`;
		case 'rename':
			return `rename ${lesson.from} to ${lesson.to}`;
		case 'schema-keyword':
			return `drop ${lesson.keyword} from schemas`;
	}
}

/** Reads a lesson from the file, which anyone may have edited. Returns null if it is not valid. */
export function readLesson(value: unknown): Lesson | null {
	if (!isJsonObject(value)) {
		return null;
	}
	const {type, path, from, to, keyword} = value;
	if (type === 'drop' && typeof path === 'string' && isDroppable(path)) {
		return {type, path};
	}
	if (type === 'rename') {
		const known = renames.find(each => each.from === from && each.to === to);
		return known ? {type, ...known} : null;
	}
	return type === 'schema-keyword' && typeof keyword === 'string' && keywords.has(keyword)
		? {type, keyword}
		: null;
}

const renames = [
	{from: 'max_tokens', to: 'max_completion_tokens'},
	{from: 'max_completion_tokens', to: 'max_tokens'},
] as const;

function quotedNames(said: string): readonly string[] {
	return [...said.matchAll(/[`'"“‘]([$\w.[\]*]{2,80})[`'"”’]/g)].map(found => found[1]!);
}

/** Returns names that stand without quotes, if they can't be ordinary words of a sentence. */
function bareNames(said: string, body: JsonObject): readonly string[] {
	return Object.keys(body).filter(
		name =>
			(name.includes('_') || name === 'temperature') && new RegExp(`\\b${name}\\b`).test(said),
	);
}

function lessonOf(name: string, body: JsonObject): Lesson | null {
	const segments = name
		.replace(/^\$\.|^body\./, '')
		.replaceAll(/\[(\d*|\*)\]/g, '.*')
		.split('.')
		.map(segment => (/^\d+$/.test(segment) ? '*' : segment))
		.filter(segment => segment !== '');
	const last = segments.at(-1) ?? '';
	const isInSchema = segments.some(each => each === 'parameters' || each === 'input_schema');
	if (keywords.has(last) && (isInSchema || segments.length === 1)) {
		return mentions(body['tools'], last) ? {type: 'schema-keyword', keyword: last} : null;
	}
	const path = segments.join('.');
	return isDroppable(path) && reaches(body, segments) ? {type: 'drop', path} : null;
}

function isDroppable(path: string): boolean {
	const segments = path.split('.');
	const [first = ''] = segments;
	const last = segments.at(-1) ?? '';
	if (path.length > pathLengthMax || segments.length > depthMax || segments.includes('')) {
		return false;
	}
	if (conversation.has(first)) {
		return segments.length > 1 && extras.has(last);
	}
	return !essential.has(first) && last !== '*';
}

const depthMax = 8;
const pathLengthMax = 200;
const essential: ReadonlySet<string> = new Set(['model', 'stream', '__proto__', 'constructor']);
const conversation: ReadonlySet<string> = new Set([
	'messages',
	'input',
	'contents',
	'system',
	'instructions',
	'systemInstruction',
	'tools',
]);
/** Fields of a message or a tool that can be left out without changing what it says. */
const extras: ReadonlySet<string> = new Set([
	'strict',
	'cache_control',
	'reasoning_content',
	'encrypted_content',
	'status',
	'phase',
	'namespace',
	'annotations',
	'logprobs',
	'detail',
]);

const keywords: ReadonlySet<string> = new Set(
	`$schema $id $comment $defs additionalProperties unevaluatedProperties propertyNames
	patternProperties pattern format const default examples title minLength maxLength minimum maximum
	exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems minProperties
	maxProperties`.split(/\s+/),
);

function reaches(value: unknown, [first, ...rest]: readonly string[]): boolean {
	if (first === undefined) {
		return value !== undefined;
	}
	if (first === '*') {
		return Array.isArray(value) && value.some(each => reaches(each, rest));
	}
	return isJsonObject(value) && reaches(value[first], rest);
}

function without(value: Json | undefined, [first, ...rest]: readonly string[]): Json | undefined {
	if (first === '*' && Array.isArray(value)) {
		return value.map(each => without(each, rest)) as Json[];
	}
	if (first === undefined || !isJsonObject(value) || value[first] === undefined) {
		return value;
	}
	if (rest.length === 0) {
		const {[first]: _, ...kept} = value;
		return kept;
	}
	return {...value, [first]: without(value[first], rest)};
}

function mentions(value: unknown, keyword: string): boolean {
	if (Array.isArray(value)) {
		return value.some(each => mentions(each, keyword));
	}
	return (
		isJsonObject(value) &&
		(Object.hasOwn(value, keyword) || Object.values(value).some(each => mentions(each, keyword)))
	);
}

/** Directly under `properties`, a name is a parameter's name and not a keyword, so it stays. */
function withoutKeyword(value: Json | undefined, keyword: string): Json | undefined {
	if (Array.isArray(value)) {
		return value.map(each => withoutKeyword(each, keyword)) as Json[];
	}
	if (!isJsonObject(value)) {
		return value;
	}
	const entries = Object.entries(value).filter(([name]) => name !== keyword);
	return Object.fromEntries(
		entries.map(([name, each]) => [
			name,
			name === 'properties' && isJsonObject(each)
				? Object.fromEntries(
						Object.entries(each).map(([key, schema]) => [key, withoutKeyword(schema, keyword)]),
					)
				: withoutKeyword(each, keyword),
		]),
	);
}
