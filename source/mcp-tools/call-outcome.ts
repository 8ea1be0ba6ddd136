import {type Failure, failed} from '../events/failure.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {McpContent} from '../events/mcp.ts';
import type {Outcome} from '../events/outcome.ts';
import type {McpCallEnd} from '../mcp-client/mcp-servers.ts';
import {sizeWords} from '../text/size-words.ts';
import {fail} from '../tools/tool.ts';
import {cleanText, cutText} from './clean-text.ts';
import {unlikePromised} from './promised-result.ts';

/** Hides secrets in a text. Call it before cutting: a part of a secret is not recognised. */
export type HideText = (text: string) => string;

type Called = {
	readonly server: string;
	readonly hide: HideText;
	/** What the server promised of the result's structured form. */
	readonly outputSchema?: JsonObject | undefined;
	/** Stores an image for the model and returns its name; null if models can't read it. */
	readonly keepImage: (base64: string) => string | null;
};

/**
 * Turns the end of a server's call into a tool outcome. The server's texts are data: they are made
 * harmless and cut, and set apart from our own words.
 */
export function callOutcome(end: McpCallEnd, called: Called): Outcome {
	switch (end.status) {
		case 'ok':
			return okOutcome(end, called);
		case 'tool_error':
			return toolError(end, called);
		case 'failed':
		case 'needs-sign-in':
			return fail(end.failure);
		case 'lost':
			return {status: 'lost', failure: end.failure, result: openResult(end.failure)};
		case 'timeout':
			return {status: 'failed', failure: end.failure, result: openResult(end.failure)};
		case 'cancelled':
			return {status: 'cancelled'};
	}
}

/**
 * The result for a call of which nobody knows what it did. It warns the model not to repeat the
 * call blindly.
 */
function openResult({kind, message}: Failure): JsonObject {
	return {
		success: false,
		error: {kind, message},
		outcome: 'unknown',
		hint: 'It may have had its effect, or still be at work. Find out before you repeat it.',
	};
}

function okOutcome(end: Answered, called: Called): Outcome {
	const unlike = unlikePromised(called.outputSchema, end.structured);
	const note = unlike === null ? {} : {unlike_promised: unlike};
	return {status: 'ok', result: {success: true, ...resultOf(end, called), ...note}};
}

function toolError(end: Answered, called: Called): Outcome {
	const result = resultOf(end, called);
	const said = typeof result['content'] === 'string' ? result['content'].trim() : '';
	const [first = ''] = said.split('\n');
	const words = cutText(first, failureLengthMax);
	const message = `${cleanText(called.server)} answered with an error${words === '' ? '.' : `: ${words}`}`;
	const failure = failed('refused', message);
	return {
		status: 'failed',
		failure,
		result: {success: false, error: {kind: 'tool_error', message}, ...result},
	};
}

type Answered = Extract<McpCallEnd, {status: 'ok' | 'tool_error'}>;

const failureLengthMax = 300;
const textLengthMax = 40_000;
const structuredLengthMax = 20_000;

function resultOf({content, structured}: Answered, {hide, keepImage}: Called): JsonObject {
	const images = keepImages(content, keepImage);
	const text = content.map(part => partText(part, images.get(part) ?? null)).join('\n');
	const left = content.filter(
		part => (part.type === 'image' || part.type === 'audio') && !images.get(part),
	).length;
	const json = structured === undefined ? null : hide(JSON.stringify(structured));
	const isTold = json === null || saysSame(text, structured!);
	const whole = hide(cleanText(text));
	return {
		content: cutText(whole, textLengthMax),
		...(whole.length > textLengthMax && {truncated: true, hint: narrower}),
		...(!isTold && {structured: structuredOf(json!)}),
		...(images.size > 0 && {
			images: [...images.values()].map(({name, index}) => ({image: name, number: index})),
		}),
		...(left > 0 && {left_out: `${left} of its parts can't be handed to you here`}),
	};
}

type KeptImage = {readonly name: string; readonly index: number};

const imagesMax = 8;

/** Stores the images that the model can get. In the result's text, each is named by its number. */
function keepImages(
	content: readonly McpContent[],
	keepImage: Called['keepImage'],
): ReadonlyMap<McpContent, KeptImage> {
	const kept = new Map<McpContent, KeptImage>();
	for (const part of content) {
		const data = imageDataOf(part);
		const name = data === null || kept.size === imagesMax ? null : keepImage(data);
		if (name !== null) {
			kept.set(part, {name, index: kept.size + 1});
		}
	}
	return kept;
}

function imageDataOf(part: McpContent): string | null {
	if (part.type === 'image') {
		return part.data;
	}
	const isImage = part.type === 'resource' && part.mimeType?.startsWith('image/');
	return isImage && part.text === undefined ? (part.blob ?? null) : null;
}

const narrower = 'Only the beginning is here. Ask the tool for less, if it can be narrowed.';

/** Whether the text only repeats the structured result, as many servers do. */
function saysSame(text: string, structured: Json): boolean {
	try {
		return JSON.stringify(JSON.parse(text)) === JSON.stringify(structured);
	} catch {
		return false;
	}
}

function structuredOf(json: string): Json {
	const clean = cleanText(json);
	try {
		return clean.length <= structuredLengthMax
			? (JSON.parse(clean) as Json)
			: cutText(clean, structuredLengthMax);
	} catch {
		return cutText(clean, structuredLengthMax);
	}
}

function partText(part: McpContent, image: KeptImage | null): string {
	const as = image === null ? '' : `, image ${image.index}`;
	switch (part.type) {
		case 'text':
			return part.text;
		case 'image':
		case 'audio':
			return `[${part.type}, ${part.mimeType}, ${base64Size(part.data)}${as}${image === null ? notHanded[part.type] : ''}]`;
		case 'resource':
			return part.text === undefined
				? `[resource ${part.uri}, ${part.mimeType ?? 'of unknown type'}, ${base64Size(part.blob ?? '')}${as}]`
				: `[resource ${part.uri}]\n${part.text}`;
		case 'link':
			return `[link to ${part.name}: ${part.uri}${part.description === undefined ? '' : `, ${part.description}`}]`;
	}
}

const notHanded = {
	image:
		': left out, as only PNG, JPEG, GIF and WebP of 3.9 MB at most are handed on, eight of one result',
	audio: ': left out, as sounds are not handed on',
} as const;

function base64Size(data: string): string {
	return sizeWords(Math.floor((data.length * 3) / 4));
}
