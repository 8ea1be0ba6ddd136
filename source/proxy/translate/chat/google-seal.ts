import type {JsonObject} from '../../../events/json.ts';
import {optionalObject, textOf} from '../request-reading.ts';

/** Where Google's own Chat Completions put the signature of a call; others have no place for one. */
export function sealedContent(signature: string): JsonObject {
	return {google: {thought_signature: signature}};
}

export function sealOfCall(call: JsonObject): string {
	const google = optionalObject(optionalObject(call['extra_content'])?.['google']);
	return textOf(google?.['thought_signature']);
}
