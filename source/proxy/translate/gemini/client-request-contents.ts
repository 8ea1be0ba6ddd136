import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralItem, NeutralPart} from '../../neutral.ts';
import {isKeptAtGoogle, readFile, refuseUncarried} from '../file-parts.ts';
import {
	objectsOf,
	optionalObject,
	optionalText,
	type RequestReading,
	readList,
	textOf,
} from '../request-reading.ts';
import {readSeal} from '../seal.ts';
import {inCamelCase, readObject} from './client-field.ts';
import {unsigned} from './provider-request-contents.ts';

/** Reads the system prompt: a text, or the texts of its parts. */
export function readSystemInstruction(written: unknown, reading: RequestReading): string {
	if (written === undefined || written === null || typeof written === 'string') {
		return written ?? '';
	}
	const name = 'systemInstruction';
	if (!isJsonObject(written)) {
		reading.refuse(`“${name}” has to be an object with parts.`, name);
		return '';
	}
	const parts = objectsOf(readList(written['parts'], `${name}.parts`, reading));
	if (parts.some(part => typeof part['text'] !== 'string')) {
		reading.refuse('The parts of a system instruction have to be texts.', `${name}.parts`);
	}
	return parts.map(part => textOf(part['text'])).join('\n\n');
}

/** Reads the turns of the conversation. */
export function readContents(contents: unknown, reading: RequestReading): readonly NeutralItem[] {
	if (!Array.isArray(contents) || contents.length === 0) {
		reading.refuse('“contents” has to be a list with at least one turn.', 'contents');
		return [];
	}
	const reader: Reader = {reading, items: [], role: 'user', parts: [], thought: '', open: []};
	for (const [index, content] of contents.entries()) {
		readContent(reader, content, `contents[${index}]`);
	}
	return reader.items;
}

type Reader = {
	readonly reading: RequestReading;
	readonly items: NeutralItem[];
	role: 'user' | 'assistant';
	/** The parts of the message that is being read. */
	parts: NeutralPart[];
	/** The model's thinking before the part that comes next. */
	thought: string;
	/** Calls without a result so far. Some clients send results without the id of their call. */
	readonly open: {readonly id: string; readonly name: string}[];
};

function readContent(reader: Reader, content: unknown, at: string): void {
	const {reading} = reader;
	if (!isJsonObject(content)) {
		reading.refuse('A turn has to be an object.', at);
		return;
	}
	const role = content['role'] ?? 'user';
	if (role !== 'user' && role !== 'model' && role !== 'function') {
		reading.refuse('The role of a turn is user or model.', `${at}.role`);
		return;
	}
	reader.role = role === 'model' ? 'assistant' : 'user';
	const parts = readList(content['parts'], `${at}.parts`, reading);
	for (const [index, part] of parts.entries()) {
		const place = `${at}.parts[${index}]`;
		if (isJsonObject(part)) {
			readPart(reader, inCamelCase(part), place);
		} else {
			reading.refuse('A part has to be an object.', place);
		}
	}
	flush(reader);
	think(reader, '');
}

function flush(reader: Reader): void {
	const {items, role, parts} = reader;
	if (parts.length > 0) {
		items.push({type: 'message', role, parts});
		reader.parts = [];
	}
}

/**
 * Ends the thinking that was read so far. Its signature comes with it or with the part after it.
 */
function think(reader: Reader, signature: string): void {
	const text = reader.thought;
	// Clients that have no signature send a fixed text of Google's, which means “not signed”.
	const seal = signature === unsigned ? undefined : readSeal(signature, {native: 'gemini'});
	if (text !== '' || seal) {
		flush(reader);
		reader.items.push({type: 'reasoning', text, summary: '', seal});
		reader.thought = '';
	}
}

function readPart(reader: Reader, part: JsonObject, at: string): void {
	const signature = textOf(part['thoughtSignature']);
	if (part['thought'] === true && reader.role === 'assistant') {
		reader.thought += textOf(part['text']);
		if (signature !== '') {
			think(reader, signature);
		}
		return;
	}
	think(reader, signature);
	const call = optionalObject(part['functionCall']);
	const result = optionalObject(part['functionResponse']);
	if (call || result) {
		flush(reader);
		const item = call ? readCall(reader, call, at) : readResult(reader, result ?? {}, at);
		reader.items.push(...(item ? [item] : []));
	} else {
		reader.parts.push(...readContentPart(part, at, reader.reading));
	}
}

function readCall({open, reading}: Reader, call: JsonObject, at: string): NeutralItem | null {
	const name = textOf(call['name']);
	if (name === '') {
		reading.refuse('A functionCall needs a name.', `${at}.functionCall.name`);
		return null;
	}
	const id = optionalText(call['id']) ?? ['call', ...(at.match(/\d+/g) ?? [])].join('_');
	open.push({id, name});
	const given = readObject(call['args'], `${at}.functionCall.args`, reading, 'as written');
	return {type: 'call', id, form: 'function', name, arguments: JSON.stringify(given)};
}

function readResult({open, reading}: Reader, written: JsonObject, at: string): NeutralItem | null {
	const result = inCamelCase(written);
	const name = textOf(result['name']);
	const given = optionalText(result['id']);
	if (name === '' && given === undefined) {
		reading.refuse('A functionResponse needs a name.', `${at}.functionResponse.name`);
		return null;
	}
	const index = open.findIndex(call =>
		given === undefined ? call.name === name : call.id === given,
	);
	const [call] = index < 0 ? [] : open.splice(index, 1);
	const {text, failed} = wordsOf(result['response']);
	const shown = objectsOf(result['parts']).flatMap(part =>
		readContentPart(inCamelCase(part), `${at}.functionResponse`, reading),
	);
	const words: readonly NeutralPart[] = text === '' ? [] : [{type: 'text', text}];
	const id = given ?? call?.id ?? name;
	return {type: 'result', id, form: 'function', parts: [...words, ...shown], failed};
}

/**
 * Reads a result. It should be an object, and usually has a single text under one of these names.
 */
function wordsOf(response: unknown): {readonly text: string; readonly failed?: true} {
	if (!isJsonObject(response)) {
		return {text: typeof response === 'string' ? response : (JSON.stringify(response) ?? '')};
	}
	const [[name, value] = [], ...others] = Object.entries(response);
	if (name === undefined) {
		return {text: ''};
	}
	const isOnly = others.length === 0 && typeof value === 'string';
	const text = isOnly && wrappers.has(name) ? value : JSON.stringify(response);
	return isOnly && name === 'error' ? {text, failed: true} : {text};
}

const wrappers: ReadonlySet<string> = new Set(['output', 'result', 'content', 'error']);

function readContentPart(
	part: JsonObject,
	at: string,
	reading: RequestReading,
): readonly NeutralPart[] {
	const data = optionalObject(part['inlineData']);
	const file = optionalObject(part['fileData']);
	if (data || file) {
		return readMedia(inCamelCase(data ?? file ?? {}), at, reading);
	}
	if (typeof part['text'] === 'string') {
		return part['text'] === '' ? [] : [{type: 'text', text: part['text']}];
	}
	if (part['text'] !== undefined) {
		reading.refuse('“text” has to be a text.', `${at}.text`);
		return [];
	}
	const [kind = 'nothing'] = Object.keys(part).filter(name => !beside.has(name));
	if (kind === 'nothing' && part['thoughtSignature'] === undefined) {
		reading.refuse('A part needs a text, data, a call or a result.', at);
	} else if (kind !== 'nothing') {
		reading.notice(`A part with “${kind}” was dropped: it can't be carried over.`);
	}
	return [];
}

/** Fields that only describe the content next to them. */
const beside: ReadonlySet<string> = new Set([
	'thought',
	'thoughtSignature',
	'videoMetadata',
	'mediaResolution',
	'partMetadata',
]);

function readMedia(media: JsonObject, at: string, reading: RequestReading): readonly NeutralPart[] {
	const mimeType = optionalText(media['mimeType']);
	const [kind = ''] = (mimeType ?? '').split('/');
	const data = optionalText(media['data']);
	const url = optionalText(media['fileUri']);
	if (kind === 'audio' || kind === 'video') {
		refuseUncarried(mimeType ?? kind, reading);
		return [];
	}
	if (data === undefined && url === undefined) {
		reading.refuse('Data needs its bytes as base64, or a fileUri.', at);
		return [];
	}
	if (kind === 'image' && !isKeptAtGoogle(url ?? '')) {
		return [{type: 'image', url: url ?? `data:${mimeType};base64,${data}`}];
	}
	return readFile({name: optionalText(media['displayName']), mimeType, data, url}, reading);
}
