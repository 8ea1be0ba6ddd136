export type Json =
	| null
	| boolean
	| number
	| string
	| readonly Json[]
	| {readonly [key: string]: Json | undefined};

export type JsonObject = {readonly [key: string]: Json | undefined};

export function isJsonObject(value: unknown): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Undefined where the text is no JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
