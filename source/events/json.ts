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

/**
 * Whatever walks JSON calls itself once for each level, and a model, a provider or a client can
 * write brackets without end. No real schema, call or request comes near this depth.
 */
export const jsonDepthMax = 200;
/** Of what holds a call or a schema, such as a request or an event. */
export const wholeDepthMax = 2 * jsonDepthMax;

/** Undefined where the text is no JSON, or goes deeper than anything is walked here. */
export function parseJson(text: string, depthMax = jsonDepthMax): unknown {
	if (isTooDeep(text, depthMax)) {
		return undefined;
	}
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Looks at the letters only, so that it can be asked before anything is built from them. */
export function isTooDeep(text: string, depthMax = jsonDepthMax): boolean {
	// What is opened has to be closed too.
	if (text.length <= 2 * depthMax) {
		return false;
	}
	let depth = 0;
	for (let index = 0; index < text.length; index += 1) {
		const letter = text.charCodeAt(index);
		if (letter === quote) {
			index = endOfString(text, index);
		} else if (letter === openBracket || letter === openBrace) {
			depth += 1;
			if (depth > depthMax) {
				return true;
			}
		} else if (letter === closeBracket || letter === closeBrace) {
			depth -= 1;
		}
	}
	return false;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function endOfString(text: string, start: number): number {
	let end = text.indexOf('"', start + 1);
	while (end !== -1 && isEscaped(text, end)) {
		end = text.indexOf('"', end + 1);
	}
	return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
	let before = at - 1;
	while (text.charCodeAt(before) === backslash) {
		before -= 1;
	}
	return (at - before) % 2 === 0;
}
