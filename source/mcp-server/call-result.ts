import {isJsonObject, type JsonObject, parseJson} from '../events/json.ts';
import {resultText} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';

/** The answer to a call, in the shape of the protocol. The whole of it stands in both parts. */
export type ToolAnswer = {
	readonly content: {readonly type: 'text'; readonly text: string}[];
	readonly structuredContent: {[name: string]: unknown};
	readonly isError?: true;
};

type Hide = (text: string) => string;

/** The result of a call that has ended. Secrets are hidden, as they are from a model. */
export function endedAnswer(call: ToolCall, hide: Hide, note?: string): ToolAnswer {
	const value = parseJson(hide(resultText(call)));
	const result = isJsonObject(value) ? value : {};
	const isOk = call.status.type === 'ended' && call.status.outcome.status === 'ok';
	return answerOf(
		{...result, call_id: call.id, ...(note !== undefined && {note})},
		{isError: !isOk},
	);
}

/**
 * What is known of a call that goes on, and how to wait for the rest. The seconds make each request
 * for it another one: Qwen Code, for one, ends a turn in which the same call comes five times.
 */
export function openAnswer(
	call: ToolCall,
	{words, ageMs}: {readonly words: string; readonly ageMs: number},
): ToolAnswer {
	const isWaiting = call.status.type !== 'running';
	return answerOf(
		{
			success: true,
			status: isWaiting ? 'waiting' : 'running',
			call_id: call.id,
			so_far: words,
			next: `It goes on. To wait for the rest, call get_result with ${JSON.stringify({call_id: call.id, after_s: Math.round(ageMs / 1000)})}; do not make the call again.`,
		},
		{isError: false},
	);
}

export function failedAnswer(kind: string, message: string): ToolAnswer {
	return answerOf({success: false, error: {kind, message}}, {isError: true});
}

function answerOf(value: JsonObject, {isError}: {readonly isError: boolean}): ToolAnswer {
	return {
		content: [{type: 'text', text: JSON.stringify(value)}],
		structuredContent: {...value},
		...(isError && {isError: true as const}),
	};
}
