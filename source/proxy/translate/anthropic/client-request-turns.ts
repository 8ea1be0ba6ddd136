import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {NeutralItem, NeutralPart} from '../../neutral.ts';
import {readFile, refuseUncarried, uncarried} from '../file-parts.ts';
import {
	objectsOf,
	optionalObject,
	optionalText,
	type RequestReading,
	textOf,
} from '../request-reading.ts';
import {readSeal} from '../seal.ts';

/**
 * Reads the system prompt, which is a text or a list of blocks. Marks for caching are ignored,
 * since they matter to Anthropic only.
 */
export function readSystem(system: unknown): string {
	return typeof system === 'string'
		? system
		: objectsOf(system)
				.map(block => textOf(block['text']))
				.filter(text => text !== '' && !text.startsWith(billingMark))
				.join('\n\n');
}

/**
 * The beginning of a line that Claude Code adds to the prompt for Anthropic's billing. It means
 * nothing to a model, so it is removed.
 */
const billingMark = 'x-anthropic-billing-header:';

export function readTurns(
	turns: readonly unknown[],
	reading: RequestReading,
): readonly NeutralItem[] {
	return turns.flatMap((turn, index) => {
		const at = `messages[${index}]`;
		if (!isJsonObject(turn)) {
			reading.refuse('A message has to be an object.', at);
			return [];
		}
		return readTurn(turn, at, reading);
	});
}

function readTurn(turn: JsonObject, at: string, reading: RequestReading): readonly NeutralItem[] {
	const {role, content} = turn;
	if (role !== 'user' && role !== 'assistant' && role !== 'system') {
		reading.refuse('A message needs a role: user, assistant or system.', `${at}.role`);
		return [];
	}
	if (typeof content !== 'string' && !Array.isArray(content)) {
		reading.refuse('The content of a message has to be text or a list.', `${at}.content`);
		return [];
	}
	const items: NeutralItem[] = [];
	let parts: NeutralPart[] = [];
	const flush = () => {
		if (parts.length > 0) {
			items.push({type: 'message', role, parts});
			parts = [];
		}
	};
	for (const [index, block] of blocksOf(content).entries()) {
		const item = readItem(block, `${at}.content[${index}]`, reading);
		if (item === 'part') {
			parts.push(...readPart(block, reading));
		} else if (item) {
			flush();
			items.push(item);
		}
	}
	flush();
	return items;
}

function blocksOf(content: unknown): readonly JsonObject[] {
	return typeof content === 'string' ? [{type: 'text', text: content}] : objectsOf(content);
}

/**
 * Reads a block that is an item of the conversation by itself. Returns `part` if the block belongs
 * to a message.
 */
function readItem(
	block: JsonObject,
	at: string,
	reading: RequestReading,
): NeutralItem | 'part' | null {
	switch (block['type']) {
		case 'tool_use':
			return readCall(block, at, reading);
		case 'tool_result':
			return readResult(block, at, reading);
		case 'thinking': {
			const seal = readSeal(textOf(block['signature']), {native: 'anthropic'});
			return {type: 'reasoning', text: textOf(block['thinking']), summary: '', seal};
		}
		case 'redacted_thinking': {
			const seal = readSeal(textOf(block['data']), {native: 'anthropic', form: 'redacted'});
			return {type: 'reasoning', text: '', summary: '', seal};
		}
		default:
			return 'part';
	}
}

function readCall(block: JsonObject, at: string, reading: RequestReading): NeutralItem | null {
	const id = textOf(block['id']);
	const name = textOf(block['name']);
	if (id === '' || name === '') {
		reading.refuse('A tool_use needs an id and a name.', at);
		return null;
	}
	return {
		type: 'call',
		id,
		form: 'function',
		name,
		arguments: JSON.stringify(block['input'] ?? {}),
	};
}

function readResult(block: JsonObject, at: string, reading: RequestReading): NeutralItem | null {
	const id = textOf(block['tool_use_id']);
	if (id === '') {
		reading.refuse('A tool_result needs its tool_use_id.', at);
		return null;
	}
	const parts = blocksOf(block['content'] ?? '').flatMap(part => readPart(part, reading));
	const failed = block['is_error'] === true ? true : undefined;
	return {type: 'result', id, form: 'function', parts, failed};
}

function readPart(block: JsonObject, reading: RequestReading): readonly NeutralPart[] {
	const type = textOf(block['type']);
	const source = optionalObject(block['source']);
	switch (type) {
		case 'text':
			return textPart(block['text']);
		case 'image': {
			const url = imageUrl(source);
			if (url !== undefined) {
				return [{type: 'image', url}];
			}
			break;
		}
		case 'document':
			if (source?.['type'] === 'text') {
				return textPart([block['title'], source['data']].filter(Boolean).join('\n\n'));
			}
			if (source?.['type'] === 'content') {
				return blocksOf(source['content']).flatMap(part => readPart(part, reading));
			}
			return readFile(
				{
					name: optionalText(block['title']),
					mimeType: optionalText(source?.['media_type']),
					data: optionalText(source?.['data']),
					url: optionalText(source?.['url']),
					id: optionalText(source?.['file_id']),
				},
				reading,
			);
		case 'search_result': {
			const texts = objectsOf(block['content']).map(part => textOf(part['text']));
			return textPart([block['title'], block['source'], ...texts].filter(Boolean).join('\n\n'));
		}
	}
	if (uncarried.has(type)) {
		refuseUncarried(type, reading);
		return [];
	}
	reading.notice(`A content block of type “${type}” was dropped: it can't be carried over.`);
	return [];
}

function textPart(text: unknown): readonly NeutralPart[] {
	return typeof text === 'string' && text !== '' ? [{type: 'text', text}] : [];
}

function imageUrl(source: JsonObject | undefined): string | undefined {
	return source?.['type'] === 'base64'
		? `data:${textOf(source['media_type'])};base64,${textOf(source['data'])}`
		: optionalText(source?.['url']);
}
