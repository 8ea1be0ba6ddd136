import {isJsonObject, type JsonObject, parseJson} from '../events/json.ts';
import {resultText} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {asPromised} from './result-shapes.ts';

/** The answer to a call in the protocol's form. `content` and `structuredContent` hold the same. */
export type ToolAnswer = {
	readonly content: {readonly type: 'text'; readonly text: string}[];
	readonly structuredContent: {[name: string]: unknown};
	readonly isError?: true;
};

type Hide = (text: string) => string;

/** Returns the result of a call that has ended. Secrets are hidden, as they are from our model. */
export function endedAnswer(call: ToolCall, hide: Hide, note?: string): ToolAnswer {
	const value = parseJson(hide(resultText(call)));
	const result = isJsonObject(value) ? value : {};
	const isOk = call.status.type === 'ended' && call.status.outcome.status === 'ok';
	const whole = {...result, call_id: call.id, ...(note !== undefined && {note})};
	const answer = answerOf(whole, {isError: !isOk});
	return {...answer, structuredContent: {...asPromised(call.tool, whole, !isOk)}};
}

/**
 * Returns what is known about a running call, and how to wait for its end. `after_s` makes each
 * such request differ from the last, since some clients (Qwen Code) end a turn after the fifth
 * equal call.
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
