import type {JsonObject} from '../../events/json.ts';
import type {AnswerFormat, NeutralOptions} from '../neutral.ts';
import {
	listOf,
	optionalFlag,
	optionalNumber,
	optionalObject,
	optionalText,
} from './request-reading.ts';

/** Reads the options that have the same names in every protocol. */
export function readSampling(body: JsonObject): Pick<NeutralOptions, 'temperature' | 'topP'> {
	return {
		temperature: optionalNumber(body['temperature']),
		topP: optionalNumber(body['top_p']),
	};
}

/** Reads the texts that end an answer: a list, or a single text. */
export function readStops(stop: unknown): readonly string[] | undefined {
	const stops = typeof stop === 'string' ? [stop] : listOf(stop);
	const texts = stops.filter(text => typeof text === 'string');
	return texts.length === 0 ? undefined : texts;
}

/**
 * Reads the form of the answer. The schema is next to the type or, in Chat Completions, one level
 * deeper.
 */
export function readFormat(
	type: unknown,
	described: JsonObject | undefined,
): AnswerFormat | undefined {
	if (type === 'json_object') {
		return {type};
	}
	const schema = optionalObject(described?.['schema']);
	if (type !== 'json_schema' || !described || !schema) {
		return undefined;
	}
	return {
		type,
		name: optionalText(described['name']) ?? 'answer',
		schema,
		strict: optionalFlag(described['strict']),
		description: optionalText(described['description']),
	};
}

/** Converts a number of tokens for thinking to an effort as a word. */
export function effortOfBudget(tokens: number): string {
	return tokens < smallBudgetTokens ? 'low' : tokens < mediumBudgetTokens ? 'medium' : 'high';
}

const smallBudgetTokens = 4096;
const mediumBudgetTokens = 16_384;
