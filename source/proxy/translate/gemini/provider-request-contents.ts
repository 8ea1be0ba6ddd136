import {isJsonObject, type JsonObject} from '../../../events/json.ts';
import {type NeutralCall, type NeutralItem, type NeutralPart, textOfParts} from '../../neutral.ts';
import {parseJson} from '../request-reading.ts';
import type {ToolNames} from '../tool-names.ts';

/**
 * Writes a conversation as Gemini's contents. Results must already stand behind their calls. User
 * and model alternate, and the results of a turn's calls are in the next turn. A signature goes
 * back on the very part with which it came.
 */
export function geminiContents({
	instructions,
	items,
	names,
	model,
}: {
	instructions: string;
	items: readonly NeutralItem[];
	names: ToolNames;
	model: string;
}): {readonly system: string; readonly contents: readonly JsonObject[]} {
	const begin = items.findIndex(item => item.type !== 'message' || item.role !== 'system');
	const leading = items.slice(0, begin === -1 ? items.length : begin);
	const system = [
		instructions,
		...leading.map(item => (item.type === 'message' ? textOfParts(item.parts) : '')),
	];
	const writer: Writer = {names, contents: [], called: new Map(), signature: ''};
	for (const item of items.slice(leading.length)) {
		addItem(writer, item);
	}
	if (writer.contents[0]?.role !== 'user') {
		writer.contents.unshift({role: 'user', parts: [{text: 'Go on.'}]});
	}
	const contents = needsSignatures(model) ? writer.contents.map(signed) : writer.contents;
	return {system: system.filter(text => text !== '').join('\n\n'), contents};
}

type Content = {readonly role: 'user' | 'model'; readonly parts: JsonObject[]};

type Writer = {
	readonly names: ToolNames;
	readonly contents: Content[];
	/** The names of the calls by their ids, since Gemini matches results by both. */
	readonly called: Map<string, string>;
	/** The signature that will go with the next part. */
	signature: string;
};

function addItem(writer: Writer, item: NeutralItem): void {
	switch (item.type) {
		case 'message': {
			const role = item.role === 'assistant' ? 'model' : 'user';
			add(writer, role, item.parts.flatMap(partsOf));
			return;
		}
		case 'reasoning':
			if (item.seal?.from === 'gemini') {
				add(writer, 'model', thoughtParts(item.text || item.summary));
				writer.signature = item.seal.data;
			}
			return;
		case 'call':
			add(writer, 'model', [callPart(writer, item)]);
			return;
		case 'result':
			add(writer, 'user', resultParts(writer, item));
	}
}

function thoughtParts(text: string): readonly JsonObject[] {
	return text === '' ? [] : [{text, thought: true}];
}

function add(writer: Writer, role: Content['role'], parts: readonly JsonObject[]): void {
	const [first, ...others] = parts;
	if (!first) {
		return;
	}
	const signature = role === 'model' && !first['thought'] ? writer.signature : '';
	const signedFirst = signature === '' ? first : {...first, thoughtSignature: signature};
	writer.signature = signature === '' && role === 'model' ? writer.signature : '';
	const last = writer.contents.at(-1);
	if (last?.role === role) {
		last.parts.push(signedFirst, ...others);
	} else {
		writer.contents.push({role, parts: [signedFirst, ...others]});
	}
}

function partsOf(part: NeutralPart): readonly JsonObject[] {
	if (part.type !== 'image' && part.type !== 'file') {
		return part.text === '' ? [] : [{text: part.text}];
	}
	const data = /^data:([^;,]+);base64,(.*)$/s.exec(part.url);
	return data
		? [{inlineData: {mimeType: data[1]!, data: data[2]!}}]
		: [{fileData: {fileUri: part.url}}];
}

function callPart(writer: Writer, call: NeutralCall): JsonObject {
	const name = writer.names.outward(call);
	const given = call.form === 'custom' ? {input: call.arguments} : parseJson(call.arguments);
	writer.called.set(call.id, name);
	return {functionCall: {id: call.id, name, args: isJsonObject(given) ? given : {}}};
}

/** Writes a result. Its images follow it, since they can't be inside a response. */
function resultParts(
	{called}: Writer,
	{id, parts, failed}: NeutralItem & {readonly type: 'result'},
): readonly JsonObject[] {
	const name = called.get(id) ?? id;
	const text = textOfParts(parts);
	const images = parts
		.filter(part => part.type === 'image' || part.type === 'file')
		.flatMap(partsOf);
	const response = failed ? {error: text} : {output: text};
	return [{functionResponse: {id, name, response}}, ...images];
}

/**
 * Whether the model needs signatures. Gemini 3 and later refuse a step whose first call has none.
 */
function needsSignatures(model: string): boolean {
	return !/gemini-[12](\D|$)/.test(model);
}

/** Google's fixed text for a call by another model, or from a client without signatures. */
export const unsigned = 'skip_thought_signature_validator';

function signed(content: Content): Content {
	const first = content.parts.findIndex(part => part['functionCall'] !== undefined);
	const call = content.parts[first];
	if (content.role !== 'model' || !call || call['thoughtSignature'] !== undefined) {
		return content;
	}
	return {...content, parts: content.parts.with(first, {...call, thoughtSignature: unsigned})};
}
