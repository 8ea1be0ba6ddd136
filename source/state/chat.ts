import type {Stamped} from '../events/event.ts';
import type {ReplyId} from '../events/ids.ts';
import type {Usage} from '../events/part.ts';
import type {Chat, ChatItem, Reply, Turn} from './state.ts';

export function reduceChat(chat: Chat, event: Stamped): Chat {
	switch (event.type) {
		case 'message.queued':
			return {
				...chat,
				queue: [...chat.queue, {id: event.message, text: event.text, how: event.how}],
			};
		case 'message.unqueued':
			return {...chat, queue: chat.queue.filter(message => message.id !== event.message)};
		case 'message.sent':
			return {
				...add(chat, {
					type: 'message',
					id: event.message,
					turn: event.turn,
					text: event.text,
					how: event.how,
					at: event.at,
				}),
				queue: chat.queue.filter(message => message.id !== event.message),
			};
		case 'tool.proposed':
			return add(chat, {type: 'call', call: event.call});
		case 'context.cleared':
			return {...add(chat, {type: 'cleared', at: event.at}), contextTokens: 0};
		default:
			return reduceTurn(chat, event);
	}
}

function reduceTurn(chat: Chat, event: Stamped): Chat {
	switch (event.type) {
		case 'turn.started':
			return {
				...chat,
				turn: {id: event.turn, startedAt: event.at, retry: null, reply: null},
			};
		case 'turn.retried':
			return changeTurn(chat, {
				retry: {
					attempt: event.attempt,
					at: event.at + event.delayMs,
					failure: event.failure,
				},
			});
		case 'turn.ended':
			return endTurn({...chat, turn: null}, event);
		default:
			return reduceReply(chat, event);
	}
}

function reduceReply(chat: Chat, event: Stamped): Chat {
	switch (event.type) {
		case 'reply.began':
			return changeTurn(
				add(chat, {
					type: 'reply',
					id: event.reply,
					turn: event.turn,
					text: '',
					reasoning: '',
					at: event.at,
				}),
				{retry: null, reply: {id: event.reply, startedAt: event.at, characters: 0}},
			);
		case 'reply.grew':
			return changeReply(countCharacters(chat, event.text.length), event.reply, reply => ({
				...reply,
				text: reply.text + event.text,
			}));
		case 'reasoning.grew':
			return changeReply(countCharacters(chat, event.text.length), event.reply, reply => ({
				...reply,
				reasoning: reply.reasoning + event.text,
			}));
		case 'reply.ended':
			return countUsage(
				changeTurn(
					changeReply(chat, event.reply, reply => ({
						...reply,
						ended: {
							finish: event.finish,
							durationMs: event.durationMs,
							...(event.usage && {usage: event.usage}),
						},
					})),
					{reply: null},
				),
				event.usage,
			);
		default:
			return chat;
	}
}

function add(chat: Chat, item: ChatItem): Chat {
	return {...chat, items: [...chat.items, item]};
}

function endTurn(chat: Chat, event: Extract<Stamped, {type: 'turn.ended'}>): Chat {
	return event.outcome === 'done'
		? chat
		: add(chat, {
				type: 'ending',
				turn: event.turn,
				outcome: event.outcome,
				at: event.at,
				...(event.failure && {failure: event.failure}),
			});
}

function changeTurn(chat: Chat, change: Partial<Turn>): Chat {
	return chat.turn ? {...chat, turn: {...chat.turn, ...change}} : chat;
}

function countCharacters(chat: Chat, count: number): Chat {
	const reply = chat.turn?.reply;
	return reply ? changeTurn(chat, {reply: {...reply, characters: reply.characters + count}}) : chat;
}

/** The reply that grows is at or near the end, so the search from there is short. */
function changeReply(chat: Chat, id: ReplyId, change: (reply: Reply) => Reply): Chat {
	const index = chat.items.findLastIndex(item => item.type === 'reply' && item.id === id);
	const item = chat.items[index];
	return item?.type === 'reply' ? {...chat, items: chat.items.with(index, change(item))} : chat;
}

function countUsage(chat: Chat, usage: Usage | undefined): Chat {
	if (!usage) {
		return chat;
	}
	return {
		...chat,
		contextTokens: usage.inputTokens + usage.outputTokens,
		usage: {
			inputTokens: chat.usage.inputTokens + usage.inputTokens,
			outputTokens: chat.usage.outputTokens + usage.outputTokens,
		},
	};
}
