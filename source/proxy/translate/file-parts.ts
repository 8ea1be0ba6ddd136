import type {JsonObject} from '../../events/json.ts';
import type {ProviderKind} from '../../events/settings.ts';
import {badRequest, type CallFailure} from '../failure.ts';
import type {NeutralItem, NeutralPart} from '../neutral.ts';
import type {RequestReading} from './request-reading.ts';

/**
 * A file in a request. A text file becomes text for every model, however it was sent. Any other
 * file is sent only to providers that accept it; otherwise the request is refused with a reason,
 * because the model would answer about a file that it never saw.
 */
export type FilePart = Extract<NeutralPart, {type: 'file'}>;

export type WrittenFile = {
	readonly name?: string | undefined;
	readonly mimeType?: string | undefined;
	/** Base64, or a `data:` URL. */
	readonly data?: string | undefined;
	readonly url?: string | undefined;
	/** The id of a file that was uploaded to its provider earlier. */
	readonly id?: string | undefined;
};

export function readFile(file: WrittenFile, reading: RequestReading): readonly NeutralPart[] {
	const {name = '', data, url} = file;
	if (data === undefined && url === undefined) {
		const where = file.id === undefined ? 'without content' : 'that is kept at a provider';
		reading.refuse(
			`A file ${where} can't be carried to another one: send its content as base64.`,
			file.id === undefined ? 'file_data' : 'file_id',
		);
		return [];
	}
	if (data === undefined) {
		return [{type: 'file', name, url: url ?? ''}];
	}
	const [, given, encoded = data] = /^data:([^;,]*)[^,]*,(.*)$/s.exec(data) ?? [];
	const mimeType = given || file.mimeType || 'application/octet-stream';
	const text = isTextual(mimeType) ? textOfBytes(encoded) : null;
	return text === null
		? [{type: 'file', name, url: `data:${mimeType};base64,${encoded}`}]
		: [{type: 'text', text: name === '' ? text : `${name}\n\n${text}`}];
}

/** Kinds of content that can't be sent to another provider: sound and video. */
export const uncarried: ReadonlySet<string> = new Set([
	'input_audio',
	'audio',
	'input_video',
	'video_url',
	'container_upload',
]);

export function refuseUncarried(type: string, reading: RequestReading): void {
	reading.refuse(`Content of type “${type}” can't be carried to this provider.`, type);
}

/** Returns why the provider can't get a file of this conversation; null if it can. */
export function refusedFile(
	items: readonly NeutralItem[],
	{name, kind, baseUrl}: {name: string; kind: ProviderKind; baseUrl: string},
): CallFailure | null {
	const files = items.flatMap(item => ('parts' in item ? item.parts.filter(isFile) : []));
	const refused = files.find(file => !takes(kind, baseUrl, file));
	if (!refused) {
		return null;
	}
	const what = refused.name === '' ? `A file (${mimeTypeOf(refused)})` : `“${refused.name}”`;
	return {
		...badRequest(`${what} can't be sent to ${name}, which takes no such files: send its text.`),
		code: 'file_not_taken',
		retry: 'other',
	};
}

function isFile(part: NeutralPart): part is FilePart {
	return part.type === 'file';
}

function takes(kind: ProviderKind, baseUrl: string, file: FilePart): boolean {
	const isData = file.url.startsWith('data:');
	if (isKeptAtGoogle(file.url)) {
		return kind === 'gemini';
	}
	switch (kind) {
		case 'openai-responses':
			return true;
		case 'anthropic':
			return !isData || mimeTypeOf(file) === 'application/pdf';
		case 'gemini':
			return true;
		case 'openai-chat':
			return isData && chatHosts.some(host => URL.parse(baseUrl)?.hostname.endsWith(host));
		case 'practice':
			return false;
	}
}

/** Whether the file was uploaded to Google, so that no other provider can read its address. */
export function isKeptAtGoogle(url: string): boolean {
	return /^(gs:|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/.test(url);
}

/** The only servers of Chat Completions that are known to accept files. */
const chatHosts = ['api.openai.com', 'openrouter.ai'];

export function mimeTypeOf({url}: FilePart): string {
	return /^data:([^;,]+)/.exec(url)?.[1] ?? 'a link';
}

/** Returns a file in the form of Responses, Chat Completions and Anthropic's Messages. */
export function fileObject({name, url}: FilePart): JsonObject {
	const filename = name === '' ? 'file' : name;
	return url.startsWith('data:') ? {filename, file_data: url} : {file_url: url};
}

export function documentBlock({name, url}: FilePart): JsonObject {
	const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
	const source = data ? {type: 'base64', media_type: data[1]!, data: data[2]!} : {type: 'url', url};
	return {type: 'document', source, ...(name !== '' && {title: name})};
}

function isTextual(mimeType: string): boolean {
	return /^text\/|[/+](json|xml|yaml|x-yaml|toml|javascript|typescript|x-sh|sql|csv|octet-stream)\b/.test(
		mimeType,
	);
}

/** Decodes the bytes as text; null if they are not text. */
function textOfBytes(encoded: string): string | null {
	try {
		const text = new TextDecoder('utf-8', {fatal: true}).decode(Buffer.from(encoded, 'base64'));
		return text.includes('\0') ? null : text;
	} catch {
		return null;
	}
}
