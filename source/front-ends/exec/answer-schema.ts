import {closeSync, openSync, readSync} from 'node:fs';
import {failed, type Result} from '../../events/failure.ts';

/** What the final answer has to be: JSON that fits a JSON Schema. */
export type AnswerSchema = {
	/** The schema as it is told to the model. */
	readonly text: string;
	readonly check: (answer: string) => CheckedAnswer;
};

export type CheckedAnswer =
	| {readonly fits: true; readonly json: string; readonly value: unknown}
	| {readonly fits: false; readonly problem: string};

const schemaBytesMax = 262_144;
const problemsMax = 5;

/** Draft 7 where the schema says so, else 2020-12. A schema with an unknown keyword is refused. */
export async function readAnswerSchema(path: string): Promise<Result<AnswerSchema>> {
	const read = readSchema(path);
	if (!read.ok) {
		return read;
	}
	const schema = read.value;
	// Both are CommonJS: of that the built program has the default export only.
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

/** In pieces, because a pipe and a device have no size. */
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

/** Models like to put their JSON in a fence, which is no part of it. */
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

/** Added to the first message. */
export function schemaRequest({text}: AnswerSchema): string {
	return `When you are done, answer with nothing but JSON that fits this JSON Schema:\n${text}`;
}

/** Sent when the answer does not fit. */
export function askedAgain(problem: string): string {
	return `Your answer can't be used: ${problem}. Answer again with nothing but JSON that fits the schema.`;
}

function messageOf(error: unknown): string {
	return error instanceof Error ? error.message : String(error);
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}
