import type {Stamped} from '../events/event.ts';
import type {ReplyId, TurnId} from '../events/ids.ts';
import type {Finish, Usage} from '../events/part.ts';
import type {ListEdits} from './list-edits.ts';
import type {Chat, ChatItem, Reply, Turn} from './state.ts';

export function reduceChat(chat: Chat, event: Stamped, lists: ListEdits): Chat {
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
				...add(chat, lists, {
					type: 'message',
					id: event.message,
					turn: event.turn,
					text: event.text,
					how: event.how,
					at: event.at,
					seq: event.seq,
				}),
				queue: chat.queue.filter(message => message.id !== event.message),
			};
		case 'tool.proposed':
			return add(chat, lists, {type: 'call', call: event.call});
		case 'hop.chosen':
			return moveTo(chat, event, lists);
		case 'context.compacted':
			return compact(chat, event, lists);
		case 'context.cleared':
			return {
				...add(chat, lists, {type: 'cleared', at: event.at}),
				contextTokens: 0,
				compactedToTokens: null,
			};
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
			return continueTurn(chat, event, lists);
		case 'turn.retried':
			return changeTurn(chat, {
				retry: {
					attempt: event.attempt,
					at: event.at + event.delayMs,
					failure: event.failure,
				},
			});
		case 'turn.ended':
			return endTurn(leaveTurn(chat, event.turn), event, lists);
		default:
			return reduceReply(chat, event, lists);
	}
}

function reduceReply(chat: Chat, event: Stamped, lists: ListEdits): Chat {
	switch (event.type) {
		case 'reply.began':
			return changeTurn(
				add(countFixed(chat, event), lists, {
					type: 'reply',
					id: event.reply,
					turn: event.turn,
					text: '',
					reasoning: '',
					at: event.at,
					seq: event.seq,
				}),
				{retry: null, reply: {id: event.reply, startedAt: event.at, characters: 0}},
			);
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

/** Marks a change of host in the chat, but not before the first message. */
function moveTo(
	chat: Chat,
	{host, cwd, at}: Extract<Stamped, {type: 'hop.chosen'}>,
	lists: ListEdits,
): Chat {
	return chat.items.length === 0 ? chat : add(chat, lists, {type: 'hop', host, cwd, at});
}

function add(chat: Chat, lists: ListEdits, item: ChatItem): Chat {
	return {...chat, items: lists.append(chat.items, item)};
}

function endTurn(
	chat: Chat,
	event: Extract<Stamped, {type: 'turn.ended'}>,
	lists: ListEdits,
): Chat {
	return event.outcome === 'done'
		? chat
		: add(chat, lists, {
				type: 'ending',
				turn: event.turn,
				outcome: event.outcome,
				at: event.at,
				...(event.failure && {failure: event.failure}),
			});
}

function continueTurn(
	chat: Chat,
	{turn: id, at}: Extract<Stamped, {type: 'turn.continued'}>,
	lists: ListEdits,
): Chat {
	const parked = chat.parked.find(turn => turn.id === id);
	const first = chat.items.find(item => item.type === 'message' && item.turn === id);
	const about = first?.type === 'message' ? first.text : '';
	const others = chat.parked.filter(turn => turn.id !== id);
	return {
		...add(chat, lists, {type: 'continued', turn: id, about, at}),
		turn: parked ?? chat.turn,
		parked: parked && chat.turn ? [...others, chat.turn] : others,
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

/** The growing reply is at or near the end, so searching from there is short. */
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

function compact(
	chat: Chat,
	event: Extract<Stamped, {type: 'context.compacted'}>,
	lists: ListEdits,
): Chat {
	const {summary, dropped, kept, tokensBefore, tokensAfter, at} = event;
	const keptFrom = dropped.to + 1;
	return {
		...countUsage(
			add(chat, lists, {type: 'compacted', summary, keptFrom, kept, tokensBefore, tokensAfter, at}),
			event,
		),
		contextTokens: tokensAfter,
		compactedToTokens: tokensAfter,
	};
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
