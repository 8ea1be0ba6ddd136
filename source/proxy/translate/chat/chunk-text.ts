import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {listOf, optionalObject, textOf} from '../request-reading.ts';

/** Returns the text of a chunk that holds nothing else; null for any other chunk. */
export function onlyTextOf(chunk: JsonObject): string | null {
	const {error, usage, x_groq: timings} = chunk;
	const choice = listOf(chunk['choices'])[0];
	if (error || optionalObject(usage) || optionalObject(timings) || !isJsonObject(choice)) {
		return null;
	}
	const delta = choice['delta'];
	if (!isJsonObject(delta) || textOf(choice['finish_reason']) !== '') {
		return null;
	}
	const {content} = delta;
	const saysMore = otherFields.some(field => Boolean(delta[field]));
	return typeof content === 'string' && !saysMore ? content : null;
}

const otherFields = ['reasoning_content', 'reasoning', 'refusal', 'tool_calls', 'function_call'];
