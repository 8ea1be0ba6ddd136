import {closeSync, openSync, readSync} from 'node:fs';
import {failed, type Result} from '../../events/failure.ts';

/** The JSON Schema that the final answer must fit. */
export type AnswerSchema = {
	/** The schema as text, for the model. */
	readonly text: string;
	readonly check: (answer: string) => CheckedAnswer;
};

export type CheckedAnswer =
	| {readonly fits: true; readonly json: string; readonly value: unknown}
	| {readonly fits: false; readonly problem: string};

const schemaBytesMax = 262_144;
const problemsMax = 5;

/**
 * Reads the schema: draft 7 if it says so, otherwise 2020-12. A schema with an unknown keyword is
 * refused.
 */
export async function readAnswerSchema(path: string): Promise<Result<AnswerSchema>> {
	const read = readSchema(path);
	if (!read.ok) {
		return read;
	}
	const schema = read.value;
	// Both packages are CommonJS. The bundled program can import only their default export.
	const {default: draft7} = await import('ajv');
	const {default: newest} = await import('ajv/dist/2020.js');
	const isDraft7 = /draft-0[67]/.test(String(Object(schema).$schema ?? ''));
	const options = {allErrors: true, validateFormats: false, logger: false} as const;
	const ajv = isDraft7 ? new draft7.Ajv(options) : new newest.Ajv2020(options);
	try {
		const validate = ajv.compile(schema);
		if ('$async' in validate) {
			return wrong(`${path}: "$async" is no keyword of JSON Schema.`);
		}
		return {
			ok: true,
			value: {
				text: JSON.stringify(schema),
				check: answer =>
					checkAnswer(answer, value =>
						validate(value)
							? null
							: ajv.errorsText((validate.errors ?? []).slice(0, problemsMax), {
									dataVar: 'answer',
								}),
					),
			},
		};
	} catch (error) {
		return wrong(`${path} is no JSON Schema: ${messageOf(error)}`);
	}
}

function readSchema(path: string): Result<object | boolean> {
	try {
		const text = readStart(path, schemaBytesMax + 1);
		if (text.length > schemaBytesMax) {
			return wrong(`${path} is longer than ${schemaBytesMax} bytes.`);
		}
		const schema: unknown = JSON.parse(text);
		return (typeof schema === 'object' && schema !== null && !Array.isArray(schema)) ||
			typeof schema === 'boolean'
			? {ok: true, value: schema}
			: wrong(`${path} is no JSON Schema: it has to be an object.`);
	} catch (error) {
		return wrong(`${path} can't be read: ${messageOf(error)}`);
	}
}

/**
 * Reads at most `bytesMax` bytes. It reads in pieces, because a pipe or a device has no known size.
 */
function readStart(path: string, bytesMax: number): string {
	const descriptor = openSync(path, 'r');
	try {
		const bytes = Buffer.alloc(bytesMax);
		let length = 0;
		for (let count = 1; count > 0; length += count) {
			count = readSync(descriptor, bytes, length, bytesMax - length, null);
		}
		return bytes.toString('utf8', 0, length);
	} finally {
		closeSync(descriptor);
	}
}

const fenced = /^```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```$/;

/**
 * Checks the answer against the schema. Models like to wrap JSON in a Markdown code fence, so a
 * fence is removed first.
 */
function checkAnswer(answer: string, problemOf: (value: unknown) => string | null): CheckedAnswer {
	const trimmed = answer.trim();
	const json = fenced.exec(trimmed)?.[1]?.trim() ?? trimmed;
	try {
		const value: unknown = JSON.parse(json);
		const problem = problemOf(value);
		return problem === null ? {fits: true, json, value} : {fits: false, problem};
	} catch (error) {
		return {fits: false, problem: `it is no JSON: ${messageOf(error)}`};
	}
}

/** The text that tells the model in the first message to answer by the schema. */
export function schemaRequest({text}: AnswerSchema): string {
	return `When you are done, answer with nothing but JSON that fits this JSON Schema:\n${text}`;
}

/** The message that asks the model again after an answer that does not fit the schema. */
export function askedAgain(problem: string): string {
	return `Your answer can't be used: ${problem}. Answer again with nothing but JSON that fits the schema.`;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}
