import {
	type CallId,
	localHost,
	type MessageId,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import type {Outcome} from '../../../source/events/outcome.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {ChatItem} from '../../../source/state/items/item-kinds.ts';
import type {Message} from '../../../source/state/items/message.ts';
import type {Reply} from '../../../source/state/items/reply.ts';
import type {CallStatus, Chat, State, ToolCall} from '../../../source/state/state.ts';
import type {Transcript} from '../../../source/view/transcript/cache.ts';

export type ChatState = Pick<State, 'chat' | 'calls'>;

export const turn = 'turn-1' as TurnId;

export function message(text: string, id = text): Message {
	return {type: 'message', id: id as MessageId, turn, text, how: 'typed', at: 1, seq: 1};
}

export function reply(text: string, more: Partial<Reply> & {name?: string} = {}): Reply {
	const {name = text, ...rest} = more;
	return {
		type: 'reply',
		id: name as ReplyId,
		turn,
		text,
		reasoning: '',
		at: 1,
		seq: 1,
		ended: {finish: 'stop', durationMs: 1},
		...rest,
	};
}

/** A reply that still comes in. */
export function growing(text: string, name: string): Reply {
	const {ended, ...rest} = reply(text, {name});
	return rest;
}

export function call(id: string, more: Partial<ToolCall> = {}): ToolCall {
	return {
		id: id as CallId,
		turn,
		reply: 'r' as ReplyId,
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		scope: 'shell',
		host: localHost,
		cwd: '/work',
		summary: `run ${id}`,
		proposedAt: 1,
		status: ended({status: 'ok', result: {success: true, output: 'done', exit_code: 0}}),
		...more,
	};
}

export function ended(outcome: Outcome, durationMs = 1500): CallStatus {
	return {type: 'ended', outcome, durationMs};
}

export function chatState(
	items: readonly (ChatItem | ToolCall)[],
	queue: Chat['queue'] = [],
): ChatState {
	const calls = new Map<CallId, ToolCall>();
	const own = items.map((item): ChatItem => {
		if ('tool' in item) {
			calls.set(item.id, item);
			return {type: 'call', call: item.id};
		}
		return item;
	});
	return {chat: {...emptyState.chat, items: own, queue}, calls};
}

/** A long conversation: questions, answers with code and lists, calls. */
export function longState(messages: number): ChatState {
	return chatState(
		Array.from({length: messages}, (_, index) => {
			switch (index % 3) {
				case 0:
					return message(`question ${index} ${'about something '.repeat(index % 20)}`);
				case 1:
					return reply(
						`## Answer ${index}\n\nSome *text* with \`code\`.\n\n- one\n- two\n\n${'More and more words. '.repeat(index % 37)}`,
						{name: `r${index}`},
					);
				default:
					return call(`c${index}`);
			}
		}),
	);
}

/** So many blocks are looked at, the newest first: their heights are known then, and no estimates. */
export function measure(transcript: Transcript, blocksMax = Number.POSITIVE_INFINITY): void {
	const count = transcript.blocks().length;
	for (let index = count - 1; index >= Math.max(0, count - blocksMax); index -= 1) {
		transcript.rowsOf(index);
	}
}
