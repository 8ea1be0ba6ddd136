import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import type {CallForm, NeutralItem, NeutralPart} from '../../neutral.ts';
import {readParts} from '../request-parts.ts';
import {listOf, objectsOf, optionalText, type RequestReading, textOf} from '../request-reading.ts';
import {readSeal} from '../seal.ts';

/**
 * Reads the items of a Responses request. Codex may send its tools as an item, so tools are
 * returned as well.
 */
export function readItems(input: readonly unknown[], reading: RequestReading): ReadItems {
	const items: NeutralItem[] = [];
	const tools: unknown[] = [];
	for (const [index, item] of input.entries()) {
		const at = `input[${index}]`;
		if (!isJsonObject(item)) {
			reading.refuse('An input item has to be an object.', at);
		} else if (item['type'] === 'additional_tools') {
			tools.push(...listOf(item['tools']));
		} else {
			const read = readItem(item, at, reading);
			if (read) {
				items.push(read);
			}
		}
	}
	return {items, tools};
}

export type ReadItems = {
	readonly items: readonly NeutralItem[];
	readonly tools: readonly unknown[];
};

function readItem(item: JsonObject, at: string, reading: RequestReading): NeutralItem | null {
	const type = textOf(item['type']);
	switch (type) {
		case '':
		case 'message':
			return readMessage(item, at, reading);
		case 'reasoning':
			return {
				type: 'reasoning',
				text: joinTexts(item['content']),
				summary: joinTexts(item['summary']),
				seal: readSeal(textOf(item['encrypted_content']), {native: 'openai-responses'}),
			};
		case 'function_call':
			return readCall(item, {form: 'function', field: 'arguments', at, reading});
		case 'custom_tool_call':
			return readCall(item, {form: 'custom', field: 'input', at, reading});
		case 'function_call_output':
			return readResult(item, {form: 'function', at, reading});
		case 'custom_tool_call_output':
			return readResult(item, {form: 'custom', at, reading});
		default:
			reading.notice(
				`An input item of type “${type}” was dropped: only its own provider knows it.`,
			);
			return null;
	}
}

function readMessage(item: JsonObject, at: string, reading: RequestReading): NeutralItem | null {
	const role = roleOf(item['role']);
	if (!role) {
		reading.refuse('A message needs a role: system, developer, user or assistant.', `${at}.role`);
		return null;
	}
	const {content} = item;
	if (typeof content !== 'string' && !Array.isArray(content)) {
		reading.refuse('The content of a message has to be text or a list.', `${at}.content`);
		return null;
	}
	return {type: 'message', role, parts: readParts(content, reading)};
}

function roleOf(role: unknown): 'system' | 'user' | 'assistant' | null {
	if (role === 'system' || role === 'developer') {
		return 'system';
	}
	return role === 'user' || role === 'assistant' ? role : null;
}

type Where = {readonly form: CallForm; readonly at: string; readonly reading: RequestReading};

function readCall(
	item: JsonObject,
	{form, field, at, reading}: Where & {readonly field: string},
): NeutralItem | null {
	const id = textOf(item['call_id']);
	const name = textOf(item['name']);
	if (id === '' || name === '') {
		reading.refuse('A call needs a call_id and a name.', at);
		return null;
	}
	const written = item[field];
	return {
		type: 'call',
		id,
		form,
		name,
		namespace: optionalText(item['namespace']),
		arguments: typeof written === 'string' ? written : JSON.stringify(written ?? {}),
	};
}

function readResult(item: JsonObject, {form, at, reading}: Where): NeutralItem | null {
	const id = textOf(item['call_id']);
	if (id === '') {
		reading.refuse("A call's result needs its call_id.", at);
		return null;
	}
	const {output} = item;
	const parts: readonly NeutralPart[] =
		typeof output === 'string' || Array.isArray(output)
			? readParts(output, reading)
			: [{type: 'text', text: JSON.stringify(output ?? null)}];
	return {type: 'result', id, form, parts};
}

function joinTexts(list: unknown): string {
	return objectsOf(list)
		.map(part => textOf(part['text']))
		.join('\n');
}
