import {isJsonObject, type JsonObject} from '../../events/json.ts';
import type {CallForm, NeutralTool, ToolChoice} from '../neutral.ts';
import {isNamed, namelessNotice} from './nameless-tools.ts';
import {
	objectsOf,
	optionalFlag,
	optionalObject,
	optionalText,
	type RequestReading,
	textOf,
} from './request-reading.ts';

/**
 * Reads the tools of a request of Responses, with their fields at the top, or of Chat Completions,
 * with their fields one level down. Tools that only one provider can run are dropped, with one
 * notice.
 */
export function readTools(
	list: readonly unknown[],
	reading: RequestReading,
): readonly NeutralTool[] {
	const tools: NeutralTool[] = [];
	for (const [index, tool] of list.entries()) {
		if (isJsonObject(tool)) {
			tools.push(...readTool(tool, undefined, reading));
		} else {
			reading.refuse('A tool has to be an object.', `tools[${index}]`);
		}
	}
	return tools;
}

export function readToolChoice(value: unknown): ToolChoice {
	if (value === 'none' || value === 'required') {
		return value;
	}
	if (!isJsonObject(value) || (value['type'] !== 'function' && value['type'] !== 'custom')) {
		return 'auto';
	}
	const form = value['type'];
	const name = optionalText(fieldsOf(value, form)['name']);
	return name === undefined ? 'auto' : {form, name, namespace: optionalText(value['namespace'])};
}

function readTool(
	tool: JsonObject,
	namespace: string | undefined,
	reading: RequestReading,
): readonly NeutralTool[] {
	const type = textOf(tool['type']);
	if (type === 'namespace' && namespace === undefined) {
		const name = textOf(tool['name']);
		return objectsOf(tool['tools']).flatMap(inner => readTool(inner, name, reading));
	}
	if (type !== 'function' && type !== 'custom') {
		reading.notice(`The tool type “${type}” was dropped: it runs only at its own provider.`);
		return [];
	}
	const fields = fieldsOf(tool, type);
	const name = textOf(fields['name']);
	if (!isNamed(name)) {
		reading.notice(namelessNotice);
		return [];
	}
	return [
		{
			form: type,
			name,
			namespace,
			description: optionalText(fields['description']),
			parameters: optionalObject(fields['parameters']),
			strict: optionalFlag(fields['strict']),
			format: optionalObject(fields['format']),
		},
	];
}

function fieldsOf(value: JsonObject, form: CallForm): JsonObject {
	return optionalObject(value[form]) ?? value;
}
