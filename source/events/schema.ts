/** JSON Schema as data, limited to the keywords that `checkValue` supports. */
export type Schema = {
	readonly type?: 'string' | 'boolean' | 'integer' | 'number' | 'array' | 'object';
	readonly enum?: readonly string[];
	readonly minLength?: number;
	/** `meant` says in words which texts the pattern accepts, for messages to a person. */
	readonly pattern?: string;
	readonly meant?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	/**
	 * One wrong value makes the whole object be left out, because the rest alone would mean something
	 * else.
	 */
	readonly allOrNothing?: true;
	/**
	 * The schema for the values of keys that `properties` doesn't name. If unset, such keys are
	 * unknown.
	 */
	readonly additionalProperties?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly description?: string;
};

declare const accepted: unique symbol;

/** A schema that tells the compiler the type of the values that it accepts. */
export type SchemaOf<Value> = Schema & {readonly [accepted]?: Value};

export type ValueOf<Made> = Made extends SchemaOf<infer Value> ? Value : never;

type Fields = Readonly<Record<string, Schema>>;

type RecordOf<Needed extends Fields, Optional extends Fields> = {
	readonly [Name in keyof Needed]: ValueOf<Needed[Name]>;
} & {readonly [Name in keyof Optional]?: ValueOf<Optional[Name]>};

export const anyText: SchemaOf<string> = {type: 'string'};
export const filledText: SchemaOf<string> = {type: 'string', minLength: 1};
export const trueOrFalse: SchemaOf<boolean> = {type: 'boolean'};
export const anyObject: SchemaOf<Readonly<Record<string, unknown>>> = {
	type: 'object',
	additionalProperties: {},
};

/** A text that `pattern` accepts; `meant` describes it for a person. */
export function textLike(pattern: string, meant: string): SchemaOf<string> {
	return {type: 'string', pattern, meant};
}

export function oneOfWords<const Word extends string>(...words: readonly Word[]): SchemaOf<Word> {
	return {type: 'string', enum: words};
}

export function wholeNumber(minimum: number, maximum?: number): SchemaOf<number> {
	return {type: 'integer', minimum, ...(maximum !== undefined && {maximum})};
}

export function numberFrom(minimum: number): SchemaOf<number> {
	return {type: 'number', minimum};
}

export function listOf<Value>(items: SchemaOf<Value>): SchemaOf<readonly Value[]> {
	return {type: 'array', items};
}

/** Like `objectOf`, but the whole object is left out if one value in it is wrong. */
export function wholeObjectOf<const Needed extends Fields, const Optional extends Fields>(
	needed: Needed,
	optional: Optional,
): SchemaOf<RecordOf<Needed, Optional>> {
	return {...objectOf(needed, optional), allOrNothing: true};
}

/** An object with entries of one kind under any names. */
export function mapOf<Value>(
	additionalProperties: SchemaOf<Value>,
): SchemaOf<Readonly<Record<string, Value>>> {
	return {type: 'object', additionalProperties};
}

export function objectOf<const Needed extends Fields, const Optional extends Fields>(
	needed: Needed,
	optional: Optional,
): SchemaOf<RecordOf<Needed, Optional>> {
	return {type: 'object', required: Object.keys(needed), properties: {...needed, ...optional}};
}

export function eitherOf<One, Other>(
	one: SchemaOf<One>,
	other: SchemaOf<Other>,
): SchemaOf<One | Other> {
	return {anyOf: [one, other]};
}
