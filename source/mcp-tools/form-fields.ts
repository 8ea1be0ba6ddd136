import type {Result} from '../events/failure.ts';
import {failed} from '../events/failure.ts';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import {cleanText, cutText} from './clean-text.ts';

/** A field of a form that a server wants a person to fill in. */
export type FormField = {
	readonly name: string;
	/** The question and the possible answers, in the server's own words. */
	readonly prompt: string;
	readonly isRequired: boolean;
	/** Reads the text that a person typed into this field. */
	readonly read: (text: string) => Result<Json | undefined>;
};

/** A form with more fields is declined: nobody would fill it in at a terminal. */
const fieldsMax = 12;
/** A field with more choices is declined: nobody could choose among so many. */
const choicesMax = 50;
const wordsLengthMax = 500;

/**
 * Returns the fields of a form; null if it can't be shown: it has too many fields, or one of an
 * unknown kind.
 */
export function formFields(schema: JsonObject): readonly FormField[] | null {
	const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
	const required = Array.isArray(schema['required']) ? schema['required'] : [];
	const fields = Object.entries(properties).map(([name, field]) =>
		isJsonObject(field) ? fieldOf(name, field, required.includes(name)) : null,
	);
	return fields.length <= fieldsMax && fields.every(field => field !== null) ? fields : null;
}

function fieldOf(name: string, schema: JsonObject, isRequired: boolean): FormField | null {
	const kind = kindOf(schema);
	if (kind === null) {
		return null;
	}
	const {default: fallback} = schema;
	const said = [textIn(schema, 'title') ?? name, textIn(schema, 'description')]
		.filter(part => part !== undefined)
		.map(oneLine);
	const also = [
		kind.words,
		...(fallback === undefined ? [] : [`empty: ${oneLine(JSON.stringify(fallback))}`]),
		...(fallback === undefined && !isRequired ? ['may be empty'] : []),
	].filter(part => part !== '');
	return {
		name,
		prompt: `${said.join(': ')}${also.length === 0 ? '' : ` (${also.join('; ')})`}`,
		isRequired,
		read(text) {
			const typed = text.trim();
			if (typed !== '') {
				return kind.read(typed);
			}
			return fallback === undefined && isRequired
				? wrong('It must be filled in.')
				: {ok: true, value: fallback};
		},
	};
}

type Kind = {readonly words: string; readonly read: (text: string) => Result<Json>};

function kindOf(schema: JsonObject): Kind | null {
	const choices = choicesOf(schema);
	if (choices !== null && choices.length > choicesMax) {
		return null;
	}
	if (choices !== null) {
		return {words: `one of ${choices.map(({words}) => words).join(', ')}`, read: choosing(choices)};
	}
	switch (schema['type']) {
		case 'string':
			return {words: '', read: text => lengthChecked(schema, text)};
		case 'number':
		case 'integer':
			return numberKind(schema);
		case 'boolean':
			return {words: 'yes or no', read: readYesNo};
		case 'array':
			return listKind(schema);
		default:
			return null;
	}
}

type Choice = {readonly value: string; readonly words: string};

function choicesOf({enum: values, enumNames, oneOf, anyOf}: JsonObject): readonly Choice[] | null {
	const titled = [oneOf, anyOf].find(Array.isArray);
	if (titled) {
		const choices = titled.flatMap(one =>
			isJsonObject(one) && typeof one['const'] === 'string'
				? [choice(one['const'], one['title'])]
				: [],
		);
		return choices.length === titled.length ? choices : null;
	}
	if (!Array.isArray(values) || values.some(value => typeof value !== 'string')) {
		return null;
	}
	const names = Array.isArray(enumNames) ? enumNames : [];
	return values.map((value, index) => choice(String(value), names[index]));
}

function choice(value: string, title: unknown): Choice {
	const shown = oneLine(value);
	const isTitled = typeof title === 'string' && title !== value;
	return {value, words: isTitled ? `${shown} (${oneLine(title)})` : shown};
}

function choosing(choices: readonly Choice[]): Kind['read'] {
	return text => {
		const found = choices.find(({value}) => value === text);
		return found
			? {ok: true, value: found.value}
			: wrong(`It must be one of ${choices.map(({words}) => words).join(', ')}.`);
	};
}

function lengthChecked({minLength, maxLength}: JsonObject, text: string): Result<Json> {
	const {length} = [...text];
	const isShort = typeof minLength === 'number' && length < minLength;
	const isLong = typeof maxLength === 'number' && length > maxLength;
	return isShort || isLong
		? wrong(`It must have ${isShort ? `at least ${minLength}` : `at most ${maxLength}`} letters.`)
		: {ok: true, value: text};
}

function numberKind({type, minimum, maximum}: JsonObject): Kind {
	const [least, most] = [minimum, maximum].map(limit =>
		typeof limit === 'number' ? limit : undefined,
	);
	const range = [
		...(least === undefined ? [] : [`at least ${least}`]),
		...(most === undefined ? [] : [`at most ${most}`]),
	].join(', ');
	const words = `${type === 'integer' ? 'a whole number' : 'a number'}${range === '' ? '' : `, ${range}`}`;
	return {
		words,
		read(text) {
			const value = Number(text);
			const fits =
				Number.isFinite(value) &&
				(type !== 'integer' || Number.isSafeInteger(value)) &&
				value >= (least ?? value) &&
				value <= (most ?? value);
			return fits ? {ok: true, value} : wrong(`It must be ${words}.`);
		},
	};
}

function readYesNo(text: string): Result<Json> {
	const answer = text.toLowerCase();
	if (yesWords.includes(answer)) {
		return {ok: true, value: true};
	}
	return noWords.includes(answer) ? {ok: true, value: false} : wrong('It must be yes or no.');
}

const yesWords = ['yes', 'y', 'true'];
const noWords = ['no', 'n', 'false'];

function listKind({items, minItems, maxItems}: JsonObject): Kind | null {
	const choices = isJsonObject(items) ? choicesOf(items) : null;
	if (choices === null || choices.length > choicesMax) {
		return null;
	}
	return {
		words: `any of ${choices.map(({words}) => words).join(', ')}, with commas between`,
		read(text) {
			const parts = text.split(',').map(part => part.trim());
			const chosen = parts.filter(part => choices.some(({value}) => value === part));
			const fits =
				chosen.length === parts.length &&
				(typeof minItems !== 'number' || chosen.length >= minItems) &&
				(typeof maxItems !== 'number' || chosen.length <= maxItems);
			return fits ? {ok: true, value: chosen} : wrong('It must be a list of these.');
		},
	};
}

/** Makes the server's text harmless, and cuts it to one short line. */
function oneLine(text: string): string {
	return cutText(cleanText(text), wordsLengthMax).replace(/\s+/g, ' ');
}

function textIn(schema: JsonObject, key: string): string | undefined {
	const value = schema[key];
	return typeof value === 'string' ? value : undefined;
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}
