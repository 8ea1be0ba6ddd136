import type {JsonObject} from '../../../events/json.ts';
import type {Checked} from '../../failure.ts';
import type {AnswerFormat, NeutralOptions, NeutralRequest} from '../../neutral.ts';
import {noticeLeftOut} from '../left-out-fields.ts';
import {effortOfBudget, readStops} from '../request-options.ts';
import {
	createRequestReading,
	listOf,
	objectsOf,
	optionalObject,
	optionalText,
	type RequestReading,
	readList,
	textOf,
} from '../request-reading.ts';
import {inCamelCase, readNumber, readObject} from './client-field.ts';
import {readContents, readSystemInstruction} from './client-request-contents.ts';
import {jsonSchemaOf} from './client-request-schema.ts';
import {readGeminiTools} from './client-request-tools.ts';

/**
 * Reads a request of Gemini's generateContent into the neutral form. Model and streaming are in its
 * address; `withAddress` has added them to the body.
 */
export function parseGeminiRequest(given: JsonObject): Checked<NeutralRequest> {
	const reading = createRequestReading();
	const body = inCamelCase(given);
	const config = readObject(body['generationConfig'], 'generationConfig', reading);
	noticeLeftOut(body, 'gemini', reading);
	noticeLeftOut(config, 'generationConfig', reading);
	const request: NeutralRequest = {
		model: textOf(body['model']),
		stream: body['stream'] === true,
		instructions: readSystemInstruction(body['systemInstruction'], reading),
		items: readContents(body['contents'], reading),
		...readGeminiTools(body, reading),
		options: readOptions(config, {body, reading}),
		notices: reading.notices(),
	};
	const failure = reading.failure();
	return failure ? {ok: false, failure} : {ok: true, value: request};
}

/** Returns the request whose tokens are to be counted, which may be inside the given one. */
export function countedRequest(given: JsonObject): JsonObject {
	const whole = optionalObject(inCamelCase(given)['generateContentRequest']);
	return whole ? {...whole, model: given['model'] ?? null} : given;
}

type Place = {readonly body: JsonObject; readonly reading: RequestReading};

function readOptions(config: JsonObject, {body, reading}: Place): NeutralOptions {
	const number = (name: string) => readNumber(config[name], `generationConfig.${name}`, reading);
	const answers = number('candidateCount') ?? 1;
	if (answers > 1) {
		const name = 'generationConfig.candidateCount';
		reading.refuse('Only one answer at a time: “candidateCount” has to be 1.', name);
	}
	refuseOtherKinds(config, reading);
	const safety = objectsOf(readList(body['safetySettings'], 'safetySettings', reading));
	return {
		outputTokensMax: number('maxOutputTokens'),
		temperature: number('temperature'),
		topP: number('topP'),
		stop: readStops(readList(config['stopSequences'], 'generationConfig.stopSequences', reading)),
		effort: readEffort(config, reading),
		sealed: true,
		streamUsage: true,
		format: readAnswerFormat(config),
		safety: safety.length === 0 ? undefined : safety,
	};
}

/** Refuses answers with pictures or sound, which no other protocol here has. */
function refuseOtherKinds(config: JsonObject, reading: RequestReading): void {
	const other = listOf(config['responseModalities']).find(
		kind => textOf(kind).toUpperCase() !== 'TEXT',
	);
	if (other !== undefined) {
		reading.refuse(
			`An answer as ${JSON.stringify(other)} can't be had from this provider.`,
			'generationConfig.responseModalities',
		);
	}
}

function readEffort(config: JsonObject, reading: RequestReading): string | undefined {
	const name = 'generationConfig.thinkingConfig';
	const thinking = readObject(config['thinkingConfig'], name, reading);
	const level = optionalText(thinking['thinkingLevel'])?.toLowerCase();
	if (level !== undefined && level !== 'thinking_level_unspecified') {
		return level;
	}
	const budget = readNumber(thinking['thinkingBudget'], `${name}.thinkingBudget`, reading);
	// A budget of 0 can't be expressed at every provider, and a negative one leaves it to the model.
	return budget === undefined || budget <= 0 ? undefined : effortOfBudget(budget);
}

function readAnswerFormat(config: JsonObject): AnswerFormat | undefined {
	const written = optionalObject(config['responseSchema']);
	const schema = written
		? jsonSchemaOf(written)
		: optionalObject(config['responseJsonSchema'] ?? config['_responseJsonSchema']);
	if (schema) {
		return {type: 'json_schema', name: 'answer', schema};
	}
	return config['responseMimeType'] === 'application/json' ? {type: 'json_object'} : undefined;
}
