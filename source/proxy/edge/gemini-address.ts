import type {JsonObject} from '../../events/json.ts';

/** Where clients of Gemini's ask: the model, and what is wanted of it, stand in the address. */
export type GeminiAddress = {
	readonly model: string;
	readonly wants: 'answer' | 'count';
	readonly stream: boolean;
	/** A stream comes as events, or as a list that grows, for those who did not ask for events. */
	readonly form: 'events' | 'list';
};

/** Null: the path is none of theirs. A model's own name may hold slashes and colons. */
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

/** Versions that only Google has. */
export function isGooglePath(path: string): boolean {
	return /^\/v1(?:alpha|beta)\d*\//.test(path);
}

/** The request as the other protocols have it, with what its address says. */
export function withAddress(body: JsonObject, {model, stream}: GeminiAddress): JsonObject {
	return {...body, model, stream};
}

/** A name from a path, where it may be written in either way. */
export function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
