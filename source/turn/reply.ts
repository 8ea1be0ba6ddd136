import {type Failure, failed} from '../events/failure.ts';
import type {HostId, ReplyId, TurnId} from '../events/ids.ts';
import type {Finish, Part, Usage} from '../events/part.ts';
import {tokensOfText} from '../state/compaction.ts';
import {conversation} from '../state/conversation.ts';
import {effortAsked, modelAsked} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {frameMs} from '../state/store.ts';
import type {TurnPorts} from './ports.ts';

export type ReplyResult =
	| {
			readonly type: 'heard';
			readonly id: ReplyId;
			readonly finish: Finish;
			readonly calls: readonly Extract<Part, {type: 'call'}>[];
			/** The host that was current for this request; the calls of this reply are bound to it. */
			readonly host: HostId;
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'interrupted'};

/** Asks the model once, and records its answer while it streams. */
export async function hearReply(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<ReplyResult> {
	const {store, clock} = ports;
	await ports.prepare?.(turn);
	const host = ports.host();
	const input = conversation(store.state());
	const reply = ports.ids<ReplyId>('reply');
	const startedAt = clock.elapsed();
	const instructions = ports.instructions();
	const fixedTokens = tokensOfText(instructions + JSON.stringify(ports.tools.descriptions));
	store.append({type: 'reply.began', turn, reply, fixedTokens});
	const heard: Heard = {calls: []};
	const owed = undelivered(ports);
	const notebook = openNotebook(ports, reply);
	try {
		for await (const part of ports.model.stream({
			model: modelAsked(ports.store.state()),
			effort: effortAsked(ports.store.state()),
			instructions,
			input,
			tools: ports.tools.descriptions,
			signal,
		})) {
			if (heard.firstByteMs === undefined) {
				heard.firstByteMs = clock.elapsed() - startedAt;
				tellDelivered(ports, {calls: owed, first: part});
			}
			take(heard, part, notebook);
		}
	} finally {
		notebook.close();
	}
	const result = conclude(heard, {id: reply, host}, signal);
	store.append({
		type: 'reply.ended',
		reply,
		finish: result.type === 'heard' ? result.finish : result.type,
		durationMs: Math.round(clock.elapsed() - startedAt),
		...spent(ports, heard.usage),
		...(heard.firstByteMs !== undefined && {firstByteMs: Math.round(heard.firstByteMs)}),
	});
	return result;
}

function spent({budget}: TurnPorts, usage: Usage | undefined) {
	const costUsd = usage ? budget.costUsd(usage) : null;
	return {
		...(usage && {usage}),
		windowTokens: budget.windowTokens(),
		...(costUsd !== null && {costUsd}),
	};
}

/** Returns the calls whose results have not been delivered to the model yet. */
function undelivered({store}: TurnPorts): readonly ToolCall[] {
	const {calls} = store.state();
	return [...calls.values()].filter(
		({status, deliveredAt, caller}) =>
			status.type === 'ended' && deliveredAt === undefined && !caller,
	);
}

/**
 * Marks the results as delivered. Call this when the model answers, since then it has read them. A
 * failure proves nothing.
 */
function tellDelivered(
	{store, clock}: TurnPorts,
	{calls, first}: {calls: readonly ToolCall[]; first: Part},
): void {
	if (first.type === 'failure' || (first.type === 'end' && first.finish === 'interrupted')) {
		return;
	}
	for (const {id, endedAt} of calls) {
		const afterMs = Math.max(0, clock.now() - (endedAt ?? clock.now()));
		store.append({type: 'tool.delivered', call: id, afterMs});
	}
}

type Heard = {
	calls: Extract<Part, {type: 'call'}>[];
	usage?: Usage;
	finish?: Finish;
	failure?: Failure;
	firstByteMs?: number;
};

function take(heard: Heard, part: Part, notebook: Notebook): void {
	switch (part.type) {
		case 'text':
		case 'reasoning':
			notebook.write(part);
			break;
		case 'call':
			heard.calls.push(part);
			break;
		case 'usage':
			heard.usage = part.usage;
			break;
		case 'end':
			heard.finish = part.finish;
			break;
		case 'failure':
			heard.failure = part.failure;
			break;
	}
}

/** Ends the reply. A reply that was cut off gives no calls: only complete calls are run. */
function conclude(
	heard: Heard,
	asked: {readonly id: ReplyId; readonly host: HostId},
	signal: AbortSignal,
): ReplyResult {
	if (signal.aborted || heard.finish === 'interrupted') {
		return {type: 'interrupted'};
	}
	if (heard.failure) {
		return {type: 'failed', failure: heard.failure};
	}
	if (!heard.finish) {
		return {
			type: 'failed',
			failure: failed('incomplete', 'The answer stopped before its end was announced.'),
		};
	}
	const calls = heard.finish === 'calls' ? heard.calls : [];
	return {type: 'heard', ...asked, finish: heard.finish, calls};
}

type Notebook = {
	readonly write: (part: {readonly type: 'text' | 'reasoning'; readonly text: string}) => void;
	readonly close: () => void;
};

/**
 * Collects streamed text and records at most one event per frame, the first one at once: 200 tokens
 * a second become 30 journal lines. The screen only shows text that is in the journal.
 */
function openNotebook({store, clock, cutter}: TurnPorts, reply: ReplyId): Notebook {
	const cutters = {text: cutter?.(), reasoning: cutter?.()};
	let pending = '';
	let kind: 'text' | 'reasoning' = 'text';
	let timer: {cancel: () => void} | null = null;
	/**
	 * Records the pending text. `settled` holds back a possible beginning of a secret, so that no
	 * line contains a part of one.
	 */
	const flush = (how: 'settled' | 'all') => {
		const count = how === 'all' ? pending.length : (cutters[kind]?.cut(pending) ?? pending.length);
		if (count > 0) {
			const text = pending.slice(0, count);
			pending = pending.slice(count);
			store.append({type: kind === 'text' ? 'reply.grew' : 'reasoning.grew', reply, text});
		}
	};
	const rest = () => {
		timer = clock.after(frameMs, () => {
			timer = null;
			if (pending !== '') {
				flush('settled');
				rest();
			}
		});
	};
	return {
		write(part) {
			if (part.type !== kind) {
				flush('all');
				kind = part.type;
			}
			pending += part.text;
			if (!timer) {
				flush('settled');
				rest();
			}
		},
		close() {
			timer?.cancel();
			flush('all');
		},
	};
}
