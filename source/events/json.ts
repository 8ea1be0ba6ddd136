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
 * The depth limit for JSON. Code that walks JSON is recursive, and a model, provider or client may
 * send brackets without end. No real schema or call is nested nearly as deep.
 */
export const jsonDepthMax = 200;
/** The depth limit for values that contain a call or a schema, such as requests and events. */
export const wholeDepthMax = 2 * jsonDepthMax;

/** Returns undefined if the text is not JSON, or is nested too deeply. */
export function parseJson(text: string, depthMax = jsonDepthMax): unknown {
	// An empty text is common (a call without a result), and the exception of JSON.parse costs as
	// much as parsing a long text.
	if (text === '' || isTooDeep(text, depthMax)) {
		return undefined;
	}
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Counts brackets without parsing, so that it can be called before the text is parsed. */
export function isTooDeep(text: string, depthMax = jsonDepthMax): boolean {
	// A bracket needs a partner, so a text this short can't be nested too deeply.
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

/**
 * Whether a value is nested deeper than `levels`. It stops at that level, so that a value nested
 * without end can't exhaust the stack.
 */
export function isDeeperThan(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) {
		return false;
	}
	return levels === 0 || Object.values(value).some(inner => isDeeperThan(inner, levels - 1));
}
