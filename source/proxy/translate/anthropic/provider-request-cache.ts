import type {JsonObject} from '../../../events/json.ts';
import {objectsOf, textOf} from '../request-reading.ts';

/**
 * Marks what Anthropic should cache: everything up to the end of the tools, of the instructions,
 * and of the newest message, so that the conversation's next request pays little for its old part.
 * Only marked text is cached; other protocols need no marks. Writing to the cache costs a quarter
 * more, so a single question without tools gets no mark.
 */
export function withBreakpoints(body: JsonObject): JsonObject {
	const messages = objectsOf(body['messages']);
	const tools = objectsOf(body['tools']);
	if (tools.length === 0 && messages.length < 3) {
		return body;
	}
	const system = textOf(body['system']);
	return {
		...body,
		...(tools.length > 0 && {tools: markedLast(tools)}),
		...(system !== '' && {system: [marked({type: 'text', text: system})]}),
		messages: markedMessages(messages),
	};
}

const kept = {cache_control: {type: 'ephemeral'}} as const;

function marked(block: JsonObject): JsonObject {
	return {...block, ...kept};
}

function markedLast(blocks: readonly JsonObject[]): readonly JsonObject[] {
	return blocks.map((block, index) => (index === blocks.length - 1 ? marked(block) : block));
}

/**
 * Marks the newest messages. Those that end with a thinking block are skipped, as it can't be
 * marked.
 */
function markedMessages(messages: readonly JsonObject[]): readonly JsonObject[] {
	const last = messages.findLastIndex(message => {
		const type = textOf(objectsOf(message['content']).at(-1)?.['type']);
		return type !== '' && !type.includes('thinking');
	});
	return messages.map((message, index) =>
		index === last ? {...message, content: markedLast(objectsOf(message['content']))} : message,
	);
}
