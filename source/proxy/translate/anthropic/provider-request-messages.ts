import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {type NeutralCall, type NeutralItem, type NeutralPart, textOfParts} from '../../neutral.ts';
import {documentBlock} from '../file-parts.ts';
import {parseJson} from '../request-reading.ts';
import type {ToolNames} from '../tool-names.ts';

/**
 * Writes a conversation as Anthropic's messages. Results must already stand behind their calls.
 * User and assistant alternate, the user begins, and results come first in a user's message.
 */
export function anthropicMessages({
	instructions,
	items,
	names,
}: {
	instructions: string;
	items: readonly NeutralItem[];
	names: ToolNames;
}): {readonly system: string; readonly messages: readonly JsonObject[]} {
	const begin = items.findIndex(item => item.type !== 'message' || item.role !== 'system');
	const leading = items.slice(0, begin === -1 ? items.length : begin);
	const system = [
		instructions,
		...leading.map(item => (item.type === 'message' ? textOfParts(item.parts) : '')),
	];
	const messages: AnthropicMessage[] = [];
	for (const item of items.slice(leading.length)) {
		addItem(messages, {item, names});
	}
	if (messages[0]?.role !== 'user') {
		messages.unshift({role: 'user', content: [{type: 'text', text: 'Go on.'}]});
	}
	return {system: system.filter(text => text !== '').join('\n\n'), messages};
}

type AnthropicMessage = {readonly role: 'user' | 'assistant'; readonly content: JsonObject[]};

function addItem(
	messages: AnthropicMessage[],
	{item, names}: {readonly item: NeutralItem; readonly names: ToolNames},
): void {
	switch (item.type) {
		case 'message': {
			const role = item.role === 'assistant' ? 'assistant' : 'user';
			add(messages, role, item.parts.flatMap(blocksOf));
			return;
		}
		case 'call':
			add(messages, 'assistant', [callBlock(item, names)]);
			return;
		case 'result':
			add(messages, 'user', [
				{
					type: 'tool_result',
					tool_use_id: plainId(item.id),
					content: item.parts.flatMap(blocksOf),
					is_error: item.failed,
				},
			]);
			return;
		case 'reasoning':
			add(messages, 'assistant', thinkingBlocks(item));
			return;
	}
}

function add(
	messages: AnthropicMessage[],
	role: AnthropicMessage['role'],
	blocks: readonly JsonObject[],
): void {
	const last = messages.at(-1);
	if (last?.role === role) {
		last.content.push(...blocks);
	} else if (blocks.length > 0) {
		messages.push({role, content: [...blocks]});
	}
}

/**
 * Writes thinking, if it has a signature of the model that wrote it. Anthropic accepts no other.
 */
function thinkingBlocks({
	text,
	seal,
}: NeutralItem & {readonly type: 'reasoning'}): readonly JsonObject[] {
	if (seal?.from !== 'anthropic') {
		return [];
	}
	return seal.form === 'redacted'
		? [{type: 'redacted_thinking', data: seal.data}]
		: [{type: 'thinking', thinking: text, signature: seal.data}];
}

/** Writes a part as blocks. Empty texts are left out, since Anthropic refuses them. */
function blocksOf(part: NeutralPart): readonly JsonObject[] {
	if (part.type === 'file') {
		return [documentBlock(part)];
	}
	if (part.type !== 'image') {
		return part.text === '' ? [] : [{type: 'text', text: part.text}];
	}
	const data = /^data:([^;,]+);base64,(.*)$/s.exec(part.url);
	const source = data
		? {type: 'base64', media_type: data[1]!, data: data[2]!}
		: {type: 'url', url: part.url};
	return [{type: 'image', source}];
}

function callBlock(call: NeutralCall, names: ToolNames): JsonObject {
	const given = call.form === 'custom' ? {input: call.arguments} : parseJson(call.arguments);
	return {
		type: 'tool_use',
		id: plainId(call.id),
		name: names.outward(call),
		input: isJsonObject(given) ? given : {},
	};
}

/** Replaces characters in ids of other providers that Anthropic refuses. */
function plainId(id: string): string {
	return id.replace(/[^\w-]/g, '_');
}
