import type {Stamped} from '../events/event.ts';
import type {ReplyId, TurnId} from '../events/ids.ts';
import type {Finish, Usage} from '../events/part.ts';
import {type ChatItem, itemAddedBy} from './items/item-kinds.ts';
import type {Reply} from './items/reply.ts';
import type {ListEdits} from './list-edits.ts';
import type {Chat, Turn} from './state.ts';

export function reduceChat(chat: Chat, event: Stamped, lists: ListEdits): Chat {
	const item = itemAddedBy(event, chat);
	const items = item ? lists.append(chat.items, item) : chat.items;
	return reduceQueue(item ? {...chat, items} : chat, event, lists);
}

function reduceQueue(chat: Chat, event: Stamped, lists: ListEdits): Chat {
	switch (event.type) {
		case 'past.read':
			return {
				...chat,
				items: [...(event.items as unknown as Chat['items']), ...chat.items],
				earlier: chat.earlier - event.items.length,
			};
		case 'message.queued':
			return {
				...chat,
				queue: [...chat.queue, {id: event.message, text: event.text, how: event.how}],
			};
		case 'message.unqueued':
		case 'message.sent':
			return {...chat, queue: chat.queue.filter(message => message.id !== event.message)};
		case 'context.compacted':
			return {
				...countUsage(chat, event),
				contextTokens: event.tokensAfter,
				compactedToTokens: event.tokensAfter,
			};
		case 'terminal.exited':
			return endRan(chat, event, lists);
		case 'context.cleared':
			return {...chat, contextTokens: 0, compactedToTokens: null};
		case 'server.sampled': {
			// The model answered an MCP server here. That costs money but adds nothing to the
			// conversation, so the size of the context stays.
			const {contextTokens, windowTokens} = chat;
			return {...countUsage(chat, event), contextTokens, windowTokens};
		}
		case 'compaction.failed':
			return {...chat, compactedToTokens: event.tokens};
		default:
			return reduceTurn(chat, event, lists);
	}
}

function reduceTurn(chat: Chat, event: Stamped, lists: ListEdits): Chat {
	switch (event.type) {
		case 'turn.started':
			return {
				...chat,
				parked: chat.turn ? [...chat.parked, chat.turn] : chat.parked,
				turn: {id: event.turn, startedAt: event.at, retry: null, reply: null},
			};
		case 'turn.continued':
			return continueTurn(chat, event.turn);
		case 'turn.retried':
			return changeTurn(chat, {
				retry: {
					attempt: event.attempt,
					at: event.at + event.delayMs,
					failure: event.failure,
				},
			});
		case 'turn.ended':
			return leaveTurn(chat, event.turn);
		default:
			return reduceReply(chat, event, lists);
	}
}

function reduceReply(chat: Chat, event: Stamped, lists: ListEdits): Chat {
	switch (event.type) {
		case 'reply.began':
			return changeTurn(countFixed(chat, event), {
				retry: null,
				reply: {id: event.reply, startedAt: event.at, characters: 0},
			});
		case 'reply.grew':
			return changeReply(countCharacters(chat, event.text.length), lists, event.reply, reply => ({
				...reply,
				text: reply.text + event.text,
			}));
		case 'reasoning.grew':
			return changeReply(countCharacters(chat, event.text.length), lists, event.reply, reply => ({
				...reply,
				reasoning: reply.reasoning + event.text,
			}));
		case 'reply.ended':
			return countUsage(
				changeTurn(
					changeReply(chat, lists, event.reply, reply => ({
						...reply,
						ended: {
							finish: event.finish,
							durationMs: event.durationMs,
							...(event.usage && {usage: event.usage}),
						},
					})),
					{reply: null},
				),
				event,
			);
		default:
			return chat;
	}
}

function continueTurn(chat: Chat, id: TurnId): Chat {
	const resumed = chat.parked.find(turn => turn.id === id);
	const others = chat.parked.filter(turn => turn.id !== id);
	return {
		...chat,
		turn: resumed ?? chat.turn,
		parked: resumed && chat.turn ? [...others, chat.turn] : others,
	};
}

/** If the ending turn was active, the most recently parked one becomes active. */
function leaveTurn(chat: Chat, id: TurnId): Chat {
	return chat.parked.some(turn => turn.id === id)
		? {...chat, parked: chat.parked.filter(turn => turn.id !== id)}
		: {...chat, turn: chat.parked.at(-1) ?? null, parked: chat.parked.slice(0, -1)};
}

function changeTurn(chat: Chat, change: Partial<Turn>): Chat {
	return chat.turn ? {...chat, turn: {...chat.turn, ...change}} : chat;
}

function countCharacters(chat: Chat, count: number): Chat {
	const reply = chat.turn?.reply;
	return reply ? changeTurn(chat, {reply: {...reply, characters: reply.characters + count}}) : chat;
}

/**
 * Records the end of a command that the person ran with `!`. Other terminals have no item in the
 * conversation.
 */
function endRan(
	chat: Chat,
	{terminal, exitCode, signal, durationMs}: Extract<Stamped, {type: 'terminal.exited'}>,
	lists: ListEdits,
): Chat {
	const index = chat.items.findLastIndex(item => item.type === 'ran' && item.terminal === terminal);
	const item = chat.items[index];
	const ended = {exitCode, signal, durationMs};
	return item?.type === 'ran'
		? {...chat, items: lists.replace<ChatItem>(chat.items, index, {...item, ended})}
		: chat;
}

/** Searches from the end, because a reply that grows is the last item or close to it. */
function changeReply(
	chat: Chat,
	lists: ListEdits,
	id: ReplyId,
	change: (reply: Reply) => Reply,
): Chat {
	const index = chat.items.findLastIndex(item => item.type === 'reply' && item.id === id);
	const item = chat.items[index];
	return item?.type === 'reply'
		? {...chat, items: lists.replace<ChatItem>(chat.items, index, change(item))}
		: chat;
}

function countFixed(
	chat: Chat,
	{fixedTokens = chat.fixedTokens}: Extract<Stamped, {type: 'reply.began'}>,
): Chat {
	return {...chat, fixedTokens};
}

type Spent = {
	readonly usage?: Usage | undefined;
	readonly costUsd?: number | undefined;
	readonly windowTokens?: number | undefined;
	readonly finish?: Finish;
};

function countUsage(chat: Chat, {usage, costUsd, windowTokens, finish}: Spent): Chat {
	if (!usage) {
		// A failed request got no answer, so there is no usage to count.
		return finish === 'failed'
			? chat
			: {
					...chat,
					contextTokens: 0,
					windowTokens: windowTokens ?? chat.windowTokens,
					unreported: chat.unreported + 1,
				};
	}
	const cached = (chat.usage.cachedTokens ?? 0) + (usage.cachedTokens ?? 0);
	return {
		...chat,
		contextTokens: usage.inputTokens + usage.outputTokens,
		windowTokens: windowTokens ?? chat.windowTokens,
		cost: {
			usd: chat.cost.usd + (costUsd ?? 0),
			unpriced: chat.cost.unpriced + (costUsd === undefined ? 1 : 0),
		},
		usage: {
			inputTokens: chat.usage.inputTokens + usage.inputTokens,
			outputTokens: chat.usage.outputTokens + usage.outputTokens,
			...(cached > 0 && {cachedTokens: cached}),
		},
	};
}
