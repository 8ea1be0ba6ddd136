import type {JsonObject} from '../../events/json.ts';

/** What the path of a Gemini client's request says: the model, and what is wanted. */
export type GeminiAddress = {
	readonly model: string;
	readonly wants: 'answer' | 'count';
	readonly stream: boolean;
	/**
	 * The form of a stream: events, or one JSON list, which Google sends unless events are asked for.
	 */
	readonly form: 'events' | 'list';
};

/**
 * Returns null if the path is not one of Gemini's. A model's name may contain slashes and colons.
 */
export function readGeminiAddress(path: string, query: string): GeminiAddress | null {
	const [, written, method] = /^\/v1(?:alpha|beta)?\d*\/models\/(.+):(\w+)$/.exec(path) ?? [];
	if (written === undefined || !methods.has(method ?? '')) {
		return null;
	}
	const stream = method === 'streamGenerateContent';
	const isList = stream && new URLSearchParams(query).get('alt') !== 'sse';
	return {
		model: decoded(written),
		wants: method === 'countTokens' ? 'count' : 'answer',
		stream,
		form: isList ? 'list' : 'events',
	};
}

const methods: ReadonlySet<string> = new Set([
	'generateContent',
	'streamGenerateContent',
	'countTokens',
]);

/** Whether the path names a version of the API that only Google has. */
export function isGooglePath(path: string): boolean {
	return /^\/v1(?:alpha|beta)\d*\//.test(path);
}

/** Adds to the body what only the address says, as the bodies of other protocols say it. */
export function withAddress(body: JsonObject, {model, stream}: GeminiAddress): JsonObject {
	return {...body, model, stream};
}

/** Decodes a name in a path; returns it unchanged if it is not properly encoded. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
