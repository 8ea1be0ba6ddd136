import type {JsonObject} from '../../../events/json.ts';
import {type NeutralCall, type NeutralItem, type NeutralPart, textOfParts} from '../../neutral.ts';
import {fileObject} from '../file-parts.ts';
import {resultParts} from '../pair-calls.ts';
import type {ToolNames} from '../tool-names.ts';
import {sealedContent} from './google-seal.ts';

/**
 * Writes a conversation as messages of Chat Completions. Results must already stand behind their
 * calls.
 */
export function chatMessages({
	instructions,
	items,
	names,
}: {
	instructions: string;
	items: readonly NeutralItem[];
	names: ToolNames;
}): readonly JsonObject[] {
	const begin = items.findIndex(item => item.type !== 'message' || item.role !== 'system');
	const leading = items.slice(0, begin === -1 ? items.length : begin);
	const system = [instructions, ...leading.map(textOfItem)].filter(text => text !== '');
	const writer: Writer = {
		names,
		messages: [],
		user: [],
		assistant: null,
		reasoning: '',
		seal: '',
		images: [],
	};
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
	readonly names: ToolNames;
	readonly messages: JsonObject[];
	/** The parts of the last message, if it is the user's; further ones are added here. */
	user: readonly NeutralPart[];
	/** The last message, if it is the model's; further text and calls are added here. */
	assistant: AssistantMessage | null;
	/** Thinking that will go with the next message of the model. Some servers demand it back. */
	reasoning: string;
	/** A signature that will go with the next call. */
	seal: string;
	/**
	 * Images of results. Tool messages can hold only text, so images follow as a message of the user.
	 */
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
			addReasoning(writer, item);
			return;
		case 'call':
			addCall(writer, item);
			return;
		case 'result':
			writer.assistant = null;
			writer.images.push(...item.parts.filter(isMedia));
			writer.messages.push({
				role: 'tool',
				tool_call_id: item.id,
				content: textOfParts(resultParts(item)),
			});
	}
}

function addMessage(writer: Writer, item: NeutralItem & {readonly type: 'message'}): void {
	if (item.role !== 'assistant') {
		writer.assistant = null;
		writer.reasoning = '';
		// Chat templates of local models refuse a system message that is not the first one, so it
		// becomes the user's.
		addUserParts(writer, item.parts);
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

/**
 * Adds thinking. If it has no text, only its signature is kept for the next call, and earlier
 * thinking stays.
 */
function addReasoning(
	writer: Writer,
	{text, seal}: NeutralItem & {readonly type: 'reasoning'},
): void {
	writer.seal = seal?.from === 'openai-chat' ? seal.data : writer.seal;
	if (text !== '') {
		writer.reasoning = writer.reasoning === '' ? text : `${writer.reasoning}\n\n${text}`;
	}
}

function addCall(writer: Writer, call: NeutralCall): void {
	const message = assistantOfCall(writer);
	message.tool_calls ??= [];
	const seal = writer.seal === '' ? {} : {extra_content: sealedContent(writer.seal)};
	writer.seal = '';
	message.tool_calls.push({
		id: call.id,
		type: 'function',
		...seal,
		function: {
			name: writer.names.outward(call),
			arguments: call.form === 'custom' ? JSON.stringify({input: call.arguments}) : call.arguments,
		},
	});
}

/**
 * Returns the message for a call. Consecutive calls share one message, even with thinking in
 * between.
 */
function assistantOfCall(writer: Writer): AssistantMessage {
	const open = writer.assistant;
	if (!open || (!open.tool_calls && writer.reasoning !== '')) {
		return openAssistant(writer);
	}
	if (writer.reasoning !== '') {
		const before = open.reasoning_content;
		open.reasoning_content = before ? `${before}\n\n${writer.reasoning}` : writer.reasoning;
		writer.reasoning = '';
	}
	return open;
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
		addUserParts(writer, writer.images);
		writer.images = [];
	}
}

/**
 * Adds parts to the user's message. Chat templates want user and assistant to alternate, so
 * consecutive messages are joined.
 */
function addUserParts(writer: Writer, parts: readonly NeutralPart[]): void {
	const goesOn = writer.messages.at(-1)?.['role'] === 'user';
	writer.user = goesOn ? [...writer.user, ...parts.map(withGap)] : parts;
	const message = {role: 'user', content: contentOf(writer.user)};
	writer.messages.splice(goesOn ? -1 : writer.messages.length, 1, message);
}

function withGap(part: NeutralPart, index: number): NeutralPart {
	return index === 0 && part.type === 'text' ? {...part, text: `\n${part.text}`} : part;
}

function contentOf(parts: readonly NeutralPart[]): string | readonly JsonObject[] {
	if (!parts.some(isMedia)) {
		return textOfParts(parts);
	}
	return parts.map(partObject);
}

function partObject(part: NeutralPart): JsonObject {
	switch (part.type) {
		case 'image':
			return {type: 'image_url', image_url: {url: part.url, detail: part.detail}};
		case 'file':
			return {type: 'file', file: fileObject(part)};
		default:
			return {type: 'text', text: part.text};
	}
}

function isMedia({type}: NeutralPart): boolean {
	return type === 'image' || type === 'file';
}

function textOfItem(item: NeutralItem): string {
	return item.type === 'message' ? textOfParts(item.parts) : '';
}
