import type {PlanEntry, SessionUpdate} from '@agentclientprotocol/sdk';
import type {MessageId} from '../../events/ids.ts';
import {type PlanStep, planOf} from '../../events/plan.ts';
import type {ItemOf} from '../../state/items/item-kinds.ts';
import {callOf} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import type {Redactor} from '../../storage/redact.ts';
import {neutralise} from '../../text/neutralise.ts';
import {type CallFields, callFields, changedFields} from './call-updates.ts';
import {opensTerminal} from './call-words.ts';

export type ProjectionPorts = {
	readonly redactor: Pick<Redactor, 'value' | 'text' | 'stream'>;
	/** Whether the message came from this editor, which shows it already. */
	readonly isOwn: (message: MessageId) => boolean;
	readonly showsTerminals: boolean;
};

/**
 * Turns states into updates for the editor: each call of `next` returns what the editor has not
 * been sent yet. So the same code serves a session that is loaded, one that streams, and one whose
 * events were lost on the way.
 */
export type Projection = {
	readonly next: (state: State) => readonly SessionUpdate[];
	/** Whether the editor gets the output of this call's terminal live. */
	readonly isLive: (call: ToolCall) => boolean;
};

export function createProjection(ports: ProjectionPorts): Projection {
	const replies = new Map<string, ReplyTold>();
	const calls = new Map<string, CallTold>();
	let settled = 0;
	const tell = (item: State['chat']['items'][number], state: State) => {
		switch (item.type) {
			case 'message':
				return {updates: messageUpdates(ports, item), isFinal: true};
			case 'reply':
				return {updates: replyUpdates(ports, replies, item), isFinal: item.ended !== undefined};
			case 'call': {
				const call = callOf(state, item.call);
				return {
					updates: call ? callUpdates(ports, calls, {call, state}) : [],
					isFinal: call?.status.type === 'ended',
				};
			}
			default:
				return {updates: [], isFinal: true};
		}
	};
	const told = new Set<object | string>();
	return {
		next(state) {
			const updates: SessionUpdate[] = [];
			let isSettled = true;
			for (const item of state.chat.items.slice(settled)) {
				const key = 'id' in item ? String(item.id) : item;
				if (!told.has(key)) {
					const one = tell(item, state);
					updates.push(...one.updates);
					one.isFinal && told.add(key);
					isSettled &&= one.isFinal;
				}
				settled += isSettled ? 1 : 0;
			}
			return updates;
		},
		isLive: call => calls.get(call.id)?.isLive ?? false,
	};
}

function messageUpdates(
	{redactor, isOwn}: ProjectionPorts,
	{id, text}: ItemOf<'message'>,
): readonly SessionUpdate[] {
	const shown = neutralise(redactor.text(text));
	return isOwn(id) ? [] : chunks('user_message_chunk', shown, id);
}

type ReplyTold = {
	readonly text: TextTold;
	readonly reasoning: TextTold;
};

type TextTold = {length: number; readonly stream: ReturnType<Redactor['stream']>};

function replyUpdates(
	{redactor}: ProjectionPorts,
	replies: Map<string, ReplyTold>,
	{id, text, reasoning, ended}: ItemOf<'reply'>,
): readonly SessionUpdate[] {
	const before = replies.get(id);
	const told = before ?? {
		text: {length: 0, stream: redactor.stream()},
		reasoning: {length: 0, stream: redactor.stream()},
	};
	before ?? replies.set(id, told);
	const isOver = ended !== undefined;
	if (isOver) {
		replies.delete(id);
	}
	return [
		...chunks('agent_thought_chunk', more(told.reasoning, reasoning, isOver), id),
		...chunks('agent_message_chunk', more(told.text, text, isOver), id),
	];
}

/** Returns the new part of a text. A part that could be the beginning of a secret is held back. */
function more(told: TextTold, text: string, isOver: boolean): string {
	const piece = text.slice(told.length);
	told.length = text.length;
	const shown = piece === '' ? '' : told.stream.push(piece);
	return neutralise(isOver ? shown + told.stream.end() : shown);
}

const chunkLengthMax = 1_000_000;

function chunks(
	sessionUpdate: 'user_message_chunk' | 'agent_message_chunk' | 'agent_thought_chunk',
	text: string,
	messageId: string,
): readonly SessionUpdate[] {
	return Array.from({length: Math.ceil(text.length / chunkLengthMax)}, (_, index) => ({
		sessionUpdate,
		messageId,
		content: {
			type: 'text',
			text: text.slice(index * chunkLengthMax, (index + 1) * chunkLengthMax),
		},
	}));
}

type CallTold = {readonly fields: CallFields; readonly isLive: boolean};

function callUpdates(
	{redactor, showsTerminals}: ProjectionPorts,
	calls: Map<string, CallTold>,
	{call, state}: {call: ToolCall; state: State},
): readonly SessionUpdate[] {
	const plan = planOf(call);
	if (plan) {
		return planUpdates(redactor.value(plan), call);
	}
	const before = calls.get(call.id);
	const isLive =
		before?.isLive ?? (showsTerminals && opensTerminal(call) && call.status.type !== 'ended');
	const fields = redactor.value(callFields(call, state, {isLive}));
	calls.set(call.id, {fields, isLive});
	if (!before) {
		const meta = isLive ? {_meta: {terminal_info: {terminal_id: call.id, cwd: call.cwd}}} : {};
		return [{sessionUpdate: 'tool_call', ...(fields as Named), ...meta}];
	}
	const changed = changedFields(before.fields, fields);
	return changed ? [{sessionUpdate: 'tool_call_update', ...changed}] : [];
}

/**
 * Returns the plan in the protocol's form. Empty until the call that made the plan has succeeded.
 */
function planUpdates(plan: readonly PlanStep[], {status}: ToolCall): readonly SessionUpdate[] {
	const entries = plan.map(
		({step, status: how}): PlanEntry => ({
			content: neutralise(step),
			status: how,
			priority: 'medium',
		}),
	);
	const isRight = status.type === 'ended' && status.outcome.status === 'ok';
	return isRight ? [{sessionUpdate: 'plan', entries}] : [];
}

type Named = Omit<Extract<SessionUpdate, {sessionUpdate: 'tool_call'}>, 'sessionUpdate'>;
