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
