import {type Failure, failed} from '../events/failure.ts';
import type {ReplyId, TurnId} from '../events/ids.ts';
import type {Finish, Part, Usage} from '../events/part.ts';
import {conversation} from '../state/select.ts';
import {frameMs} from '../state/store.ts';
import type {TurnPorts} from './ports.ts';

export type ReplyResult =
	| {
			readonly type: 'heard';
			readonly id: ReplyId;
			readonly finish: Finish;
			readonly calls: readonly Extract<Part, {type: 'call'}>[];
	  }
	| {readonly type: 'failed'; readonly failure: Failure}
	| {readonly type: 'interrupted'};

/** Asks the model once and writes down what it says as it says it. */
export async function hearReply(
	ports: TurnPorts,
	turn: TurnId,
	signal: AbortSignal,
): Promise<ReplyResult> {
	const {store, clock} = ports;
	const input = conversation(store.state());
	const reply = ports.ids<ReplyId>('reply');
	const startedAt = clock.elapsed();
	store.append({type: 'reply.began', turn, reply});
	const heard: Heard = {calls: []};
	const notebook = openNotebook(ports, reply);
	try {
		for await (const part of ports.model.stream({
			model: modelName(ports),
			instructions: ports.instructions(),
			input,
			tools: ports.tools.descriptions,
			signal,
		})) {
			heard.firstByteMs ??= clock.elapsed() - startedAt;
			take(heard, part, notebook);
		}
	} finally {
		notebook.close();
	}
	const result = conclude(heard, reply, signal);
	store.append({
		type: 'reply.ended',
		reply,
		finish: result.type === 'heard' ? result.finish : result.type,
		durationMs: Math.round(clock.elapsed() - startedAt),
		...(heard.usage && {usage: heard.usage}),
		...(heard.firstByteMs !== undefined && {firstByteMs: Math.round(heard.firstByteMs)}),
	});
	return result;
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

/** A reply that was cut off yields no calls: only what a model finished asking for is run. */
function conclude(heard: Heard, id: ReplyId, signal: AbortSignal): ReplyResult {
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
	return {type: 'heard', id, finish: heard.finish, calls};
}

type Notebook = {
	readonly write: (part: {readonly type: 'text' | 'reasoning'; readonly text: string}) => void;
	readonly close: () => void;
};

/**
 * Tokens become events at most once per frame, the first at once: 200 tokens a second are 30
 * journal lines, and nothing that the screen shows is missing from the journal.
 */
function openNotebook({store, clock}: TurnPorts, reply: ReplyId): Notebook {
	let pending = '';
	let kind: 'text' | 'reasoning' = 'text';
	let timer: {cancel: () => void} | null = null;
	const flush = () => {
		if (pending !== '') {
			const text = pending;
			pending = '';
			store.append({type: kind === 'text' ? 'reply.grew' : 'reasoning.grew', reply, text});
		}
	};
	const rest = () => {
		timer = clock.after(frameMs, () => {
			timer = null;
			if (pending !== '') {
				flush();
				rest();
			}
		});
	};
	return {
		write(part) {
			if (part.type !== kind) {
				flush();
				kind = part.type;
			}
			pending += part.text;
			if (!timer) {
				flush();
				rest();
			}
		},
		close() {
			timer?.cancel();
			flush();
		},
	};
}

function modelName(ports: TurnPorts): string {
	const {provider, model} = ports.store.state().session;
	return provider === '' ? model || 'default' : `${provider}/${model}`;
}
