import {
	isDeeperThan,
	isJsonObject,
	type Json,
	type JsonObject,
	wholeDepthMax,
} from '../events/json.ts';
import type {McpContent} from '../events/mcp.ts';
import {hideInJson} from './hide-secrets.ts';

/** The result of a call, within limits and without the secrets of the server's own settings. */
export type ReadContent = {
	readonly content: readonly McpContent[];
	readonly structured?: Json;
};

const textLengthMax = 1_000_000;
const dataLengthMax = 12_000_000;
const blocksMax = 500;

/** Reads the result of a call. A text in place of each part that was left out says so. */
export function readContent(result: JsonObject, redact: (text: string) => string): ReadContent {
	const given = Array.isArray(result['content']) ? (result['content'] as readonly Json[]) : [];
	const budget = {text: textLengthMax, data: dataLengthMax};
	const content = given
		.slice(0, blocksMax)
		.map(block => readBlock(isJsonObject(block) ? block : {}, {budget, redact}));
	const left = given.length - content.length;
	const structured = result['structuredContent'];
	return {
		content: left > 0 ? [...content, note(`${left} more parts were left out`)] : content,
		...(structured !== undefined && {structured: readStructured(structured, redact)}),
	};
}

type Reading = {
	readonly budget: {text: number; data: number};
	readonly redact: (text: string) => string;
};

function readBlock(block: JsonObject, reading: Reading): McpContent {
	switch (block['type']) {
		case 'text':
			return {type: 'text', text: cut(textOf(block, 'text'), reading)};
		case 'image':
		case 'audio':
			return dataBlock(block['type'], block, reading);
		case 'resource': {
			const inner = isJsonObject(block['resource']) ? block['resource'] : {};
			return resourceBlock(inner, reading);
		}
		case 'resource_link':
			return linkBlock(block, reading);
		default:
			return note(
				`a part of the unknown kind ${reading.redact(JSON.stringify(block['type'] ?? null)).slice(0, 60)}`,
			);
	}
}

function dataBlock(
	type: 'image' | 'audio',
	block: JsonObject,
	{budget, redact}: Reading,
): McpContent {
	const data = textOf(block, 'data');
	if (data === '' || !base64.test(data)) {
		return note(`a broken part of the kind "${type}"`);
	}
	if (data.length > budget.data) {
		return note(`an ${type === 'image' ? 'image' : 'audio part'} of ${sizeOf(data)} was left out`);
	}
	budget.data -= data.length;
	return {type, mimeType: redact(textOf(block, 'mimeType')) || 'application/octet-stream', data};
}

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function resourceBlock(inner: JsonObject, reading: Reading): McpContent {
	const uri = reading.redact(textOf(inner, 'uri'));
	const mimeType = reading.redact(textOf(inner, 'mimeType'));
	const common = {type: 'resource', uri, ...(mimeType !== '' && {mimeType})} as const;
	if (typeof inner['text'] === 'string') {
		return {...common, text: cut(inner['text'], reading)};
	}
	const blob = textOf(inner, 'blob');
	if (blob.length > reading.budget.data) {
		return note(`${uri}: ${sizeOf(blob)} were left out`);
	}
	reading.budget.data -= blob.length;
	return blob === '' ? common : {...common, blob};
}

function linkBlock(block: JsonObject, reading: Reading): McpContent {
	const mimeType = reading.redact(textOf(block, 'mimeType'));
	const description = cut(textOf(block, 'description'), reading);
	return {
		type: 'link',
		uri: reading.redact(textOf(block, 'uri')),
		name: reading.redact(textOf(block, 'name')),
		...(mimeType !== '' && {mimeType}),
		...(description !== '' && {description}),
	};
}

/** Cuts the middle out of a text: its beginning says what the result is, its end how it ended. */
function cut(given: string, {budget, redact}: Reading): string {
	const text = redact(given);
	const room = budget.text;
	budget.text = Math.max(0, room - text.length);
	if (text.length <= room) {
		return text;
	}
	const half = Math.floor(room / 2);
	const left = text.length - 2 * half;
	const end = half === 0 ? '' : text.slice(-half);
	return `${text.slice(0, half)}\n[${left} characters were left out]\n${end}`;
}

function readStructured(value: Json, redact: (text: string) => string): Json {
	if (isDeeperThan(value, wholeDepthMax)) {
		return {left_out: 'structured content that is nested too deeply'};
	}
	const {length} = JSON.stringify(value);
	return length > textLengthMax
		? {left_out: `${length} characters of structured content`}
		: hideInJson(value, redact);
}

function sizeOf(base64: string): string {
	return `${Math.ceil((base64.length * 3) / 4 / 1_048_576)} MB`;
}

function note(words: string): McpContent {
	return {type: 'text', text: `[${words}]`};
}

function textOf(fields: JsonObject, key: string): string {
	const value = fields[key];
	return typeof value === 'string' ? value : '';
}
