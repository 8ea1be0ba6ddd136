import type {JsonObject} from '../../events/json.ts';
import {objectsOf, optionalObject} from './request-reading.ts';

/** A request that is passed on nearly unchanged, with notices about what was left out. */
export type Relayed = {readonly body: JsonObject; readonly notices: readonly string[]};

export const namelessNotice = 'A tool without a name was dropped.';

/**
 * Leaves out tools whose name is missing, `null` or empty, because providers refuse the whole
 * request for one of them.
 */
export function withoutNamelessTools(body: JsonObject): Relayed {
	const tools = objectsOf(body['tools']);
	if (!tools.some(isNameless)) {
		return {body, notices: []};
	}
	const kept = tools.filter(tool => !isNameless(tool));
	const {tools: _, tool_choice: choice, parallel_tool_calls: parallel, ...rest} = body;
	const calling = {tools: kept, tool_choice: choice, parallel_tool_calls: parallel};
	return {body: kept.length === 0 ? rest : {...rest, ...calling}, notices: [namelessNotice]};
}

/**
 * Whether a tool has no name. In Chat Completions it is one level down. A provider's built-in tools
 * need none.
 */
function isNameless(tool: JsonObject): boolean {
	const {type = 'custom'} = tool;
	if (type === 'namespace') {
		return false;
	}
	const fields = typeof type === 'string' ? (optionalObject(tool[type]) ?? tool) : tool;
	const isOurs = type === 'function' || type === 'custom' || !isNamed(type);
	return isOurs && !isNamed(fields['name']);
}

export function isNamed(name: unknown): name is string {
	return typeof name === 'string' && name.trim() !== '' && name !== 'null';
}
