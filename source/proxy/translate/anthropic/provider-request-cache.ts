import type {JsonObject} from '../../../events/json.ts';
import {objectsOf, textOf} from '../request-reading.ts';

/**
 * Where Anthropic is to keep what it has read: behind the tools, the instructions and the newest
 * message, so that the next request of the conversation pays for little more than what is new. It
 * does so only when asked, and other protocols have no word for it. To write costs a quarter more,
 * so a single question without tools, which nobody goes on from, asks for nothing.
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

/** Thinking can't bear the mark: then the conversation is kept without its newest message. */
function markedMessages(messages: readonly JsonObject[]): readonly JsonObject[] {
	const last = messages.findLastIndex(message => {
		const type = textOf(objectsOf(message['content']).at(-1)?.['type']);
		return type !== '' && !type.includes('thinking');
	});
	return messages.map((message, index) =>
		index === last ? {...message, content: markedLast(objectsOf(message['content']))} : message,
	);
}
