import type {JsonObject} from '../../../events/json.ts';
import {optionalObject, textOf} from '../request-reading.ts';

/** Returns the field for a call's signature in Google's own variant of Chat Completions. */
export function sealedContent(signature: string): JsonObject {
	return {google: {thought_signature: signature}};
}

export function sealOfCall(call: JsonObject): string {
	const google = optionalObject(optionalObject(call['extra_content'])?.['google']);
	return textOf(google?.['thought_signature']);
}
