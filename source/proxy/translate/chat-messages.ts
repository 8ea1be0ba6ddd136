import type {JsonObject} from '../../events/json.ts';
import {type NeutralCall, type NeutralItem, type NeutralPart, textOfParts} from '../neutral.ts';
import type {Names} from './names.ts';

/** A conversation, paired already, as the messages of Chat Completions. */
export function chatMessages({
	instructions,
	items,
	names,
}: {
	instructions: string;
	items: readonly NeutralItem[];
	names: Names;
}): readonly JsonObject[] {
	const begin = items.findIndex(item => item.type !== 'message' || item.role !== 'system');
	const leading = items.slice(0, begin === -1 ? items.length : begin);
	const system = [instructions, ...leading.map(textOfItem)].filter(text => text !== '');
	const writer: Writer = {names, messages: [], assistant: null, reasoning: '', images: []};
	if (system.length > 0) {
		writer.messages.push({role: 'system', content: system.join('\n\n')});
	}
	for (const item of items.slice(leading.length)) {
		addItem(writer, item);
	}
	flushImages(writer);
	return writer.messages;
}

type Writer = {
	readonly names: Names;
	readonly messages: JsonObject[];
	/** The message that further words and calls of the model are added to. */
	assistant: AssistantMessage | null;
	/** Waits for the message that it led to: some back-ends insist on getting it back. */
	reasoning: string;
	/** Of results: tool messages carry text only, so they follow as words of the user. */
	images: NeutralPart[];
};

type AssistantMessage = {
	readonly role: 'assistant';
	content: string;
	reasoning_content?: string;
	tool_calls?: JsonObject[];
};

function addItem(writer: Writer, item: NeutralItem): void {
	if (item.type !== 'result') {
		flushImages(writer);
	}
	switch (item.type) {
		case 'message':
			addMessage(writer, item);
			return;
		case 'reasoning':
			writer.reasoning = item.text;
			return;
		case 'call':
			addCall(writer, item);
			return;
		case 'result':
			writer.assistant = null;
			writer.images.push(...item.parts.filter(part => part.type === 'image'));
			writer.messages.push({
				role: 'tool',
				tool_call_id: item.id,
				content: textOfParts(item.parts),
			});
	}
}

function addMessage(writer: Writer, item: NeutralItem & {readonly type: 'message'}): void {
	if (item.role !== 'assistant') {
		writer.assistant = null;
		writer.reasoning = '';
		// Templates of local models refuse a system message that isn't the first one.
		writer.messages.push({role: 'user', content: contentOf(item.parts)});
		return;
	}
	const text = textOfParts(item.parts);
	const open = writer.assistant?.tool_calls ? null : writer.assistant;
	if (open && writer.reasoning === '') {
		open.content = open.content === '' ? text : `${open.content}\n\n${text}`;
		return;
	}
	openAssistant(writer).content = text;
}

function addCall(writer: Writer, call: NeutralCall): void {
	const open = writer.reasoning === '' ? writer.assistant : null;
	const message = open ?? openAssistant(writer);
	message.tool_calls ??= [];
	message.tool_calls.push({
		id: call.id,
		type: 'function',
		function: {
			name: writer.names.outward(call),
			arguments: call.form === 'custom' ? JSON.stringify({input: call.arguments}) : call.arguments,
		},
	});
}

function openAssistant(writer: Writer): AssistantMessage {
	const message: AssistantMessage = {role: 'assistant', content: ''};
	if (writer.reasoning !== '') {
		message.reasoning_content = writer.reasoning;
		writer.reasoning = '';
	}
	writer.assistant = message;
	writer.messages.push(message);
	return message;
}

function flushImages(writer: Writer): void {
	if (writer.images.length > 0) {
		writer.messages.push({role: 'user', content: contentOf(writer.images)});
		writer.images = [];
	}
}

function contentOf(parts: readonly NeutralPart[]): string | readonly JsonObject[] {
	if (parts.every(part => part.type !== 'image')) {
		return textOfParts(parts);
	}
	return parts.map(part =>
		part.type === 'image'
			? {type: 'image_url', image_url: {url: part.url, detail: part.detail}}
			: {type: 'text', text: part.text},
	);
}

function textOfItem(item: NeutralItem): string {
	return item.type === 'message' ? textOfParts(item.parts) : '';
}
