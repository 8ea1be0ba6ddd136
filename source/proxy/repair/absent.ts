import type {Json, JsonObject} from '../../events/json.ts';
import {isAllowed, typesOf} from './schema-types.ts';

/**
 * Values by which models say that an argument has no value, and how each is treated, depending on
 * what the schema allows:
 *
 * | written                        | null is allowed | a text is wanted | anything else |
 * |--------------------------------|-----------------|------------------|---------------|
 * | null of JSON, None of Python   | null            | nothing          | nothing       |
 * | null without quotes, as a text | null            | nothing          | nothing       |
 * | "null", in quotes              | null, or a text | the text         | nothing       |
 * | an empty text                  | null, or a text | the text         | nothing       |
 *
 * "Nothing" leaves the argument out; if it is required, the model is asked for it. Only for a
 * required text, the word itself may be the value, since otherwise there would be no valid call.
 */
export type Wanted = {readonly schema: JsonObject; readonly isRequired: boolean};

/** Returns null if the JSON value stands for nothing, else the value itself. */
export function orNull(value: Json, {schema}: Wanted): Json {
	const types = typesOf(schema);
	const isWord = typeof value === 'string' && /^\s*(?:null|None)?\s*$/.test(value);
	const options = schema['enum'];
	const isText = types?.includes('string') && (!Array.isArray(options) || options.includes(value));
	return isWord && types !== null && !isText ? null : value;
}

/** Like `orNull`, for text in a format that has neither quotes nor types. */
export function wordOrNull(text: string, {schema, isRequired}: Wanted): string | null {
	const types = typesOf(schema);
	const isNull = /^\s*(?:null|None)\s*$/.test(text);
	return isNull && types !== null && (isAllowed(null, types) || !isRequired) ? null : text;
}

/**
 * Whether the argument is left out: its value stands for nothing, the schema doesn't allow null,
 * and the argument isn't required.
 */
export function isLeftOut(value: Json, {schema, isRequired}: Wanted): boolean {
	const types = typesOf(schema);
	return value === null && !isRequired && types !== null && !isAllowed(null, types);
}

/**
 * Whether the value means "no arguments". Some clients and models write an empty list or a word for
 * that.
 */
export function isNoArguments(value: Json): boolean {
	return (
		value === null ||
		(Array.isArray(value) && value.length === 0) ||
		(typeof value === 'string' && /^\s*(?:null|None)?\s*$/.test(value))
	);
}
