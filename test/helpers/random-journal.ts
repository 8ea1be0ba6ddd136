import type {Event, Stamped} from '../../source/events/event.ts';
import type {
	CallId,
	HostId,
	MessageId,
	ReplyId,
	TerminalId,
	TurnId,
} from '../../source/events/ids.ts';

/** The same numbers between 0 and 1 for the same seed. */
export function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

/**
 * Events in an order that no program would write: few ids, so that most events are about something
 * that is there, and many are about what has ended or was never there.
 */
export function randomJournal(seed: number, length: number): readonly Stamped[] {
	const random = randomFrom(seed);
	const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
	const makers = eventMakers((kind, count) => `${kind}_${Math.floor(random() * count)}`);
	return Array.from({length}, (_, index) => {
		const event = pick(makers)();
		return {v: 1, seq: index + 1, at: 1_760_000_000_000 + index * 37, ...(event as Event)};
	});
}

const usage = {inputTokens: 12, outputTokens: 3};
const failure = {kind: 'unreachable', message: 'gone', retryable: true} as const;
const rule = {tool: 'read_file', then: 'allow'};

function eventMakers(id: (kind: string, count: number) => string): readonly (() => unknown)[] {
	const turn = () => id('turn', 6) as TurnId;
	const reply = () => id('reply', 12) as ReplyId;
	const call = () => id('call', 12) as CallId;
	const message = () => id('message', 9) as MessageId;
	const terminal = () => id('terminal', 4) as TerminalId;
	const host = () => id('host', 3) as HostId;
	return [
		...conversationMakers({turn, reply, message}),
		...callMakers({turn, reply, call, id}),
		() => ({
			type: 'terminal.opened',
			terminal: terminal(),
			title: 't',
			host: 'local',
			cwd: '/',
			owner: 'model',
			call: call(),
		}),
		() => ({
			type: 'terminal.survived',
			terminal: terminal(),
			title: 't',
			process: {
				pid: 12,
				startTicks: 34,
				marker: 'pty_1',
				system: 'this',
				opener: {pid: 1, start: null},
			},
			running: [{pid: 12, name: 'sh'}],
		}),
		() => ({type: 'terminal.settled', terminal: terminal(), left: []}),
		() => ({
			type: 'terminal.exited',
			terminal: terminal(),
			exitCode: 0,
			signal: null,
			durationMs: 1,
		}),
		() => ({type: 'terminal.controlled', terminal: terminal(), by: 'user'}),
		() => ({type: 'terminal.closed', terminal: terminal()}),
		() => ({type: 'hop.changed', host: host(), state: {status: 'ready'}, facts: null}),
		() => ({type: 'hop.changed', host: host(), state: {status: 'closed'}, facts: null}),
		() => ({type: 'hop.chosen', host: host(), cwd: null}),
		() => ({type: 'session.opened', pid: 1, reason: 'resume'}),
		() => ({type: 'session.closed', reason: 'quit'}),
		() => ({type: 'session.renamed', title: id('title', 9)}),
		() => ({type: 'model.chosen', provider: 'p', model: id('model', 3)}),
		() => ({type: 'effort.chosen', effort: 'high'}),
		() => ({type: 'rule.added', rule}),
	];
}

function conversationMakers({
	turn,
	reply,
	message,
}: {
	turn: () => TurnId;
	reply: () => ReplyId;
	message: () => MessageId;
}): readonly (() => Event)[] {
	return [
		() => ({type: 'turn.started', turn: turn()}),
		() => ({type: 'turn.continued', turn: turn()}),
		() => ({type: 'turn.retried', turn: turn(), attempt: 1, delayMs: 5, failure}),
		() => ({type: 'turn.ended', turn: turn(), outcome: 'done'}),
		() => ({type: 'turn.ended', turn: turn(), outcome: 'failed', failure}),
		() => ({type: 'message.queued', message: message(), text: 'later', how: 'queue'}),
		() => ({type: 'message.unqueued', message: message()}),
		() => ({type: 'message.sent', message: message(), turn: turn(), text: 'go', how: 'typed'}),
		() => ({type: 'reply.began', turn: turn(), reply: reply(), fixedTokens: 7}),
		() => ({type: 'reply.grew', reply: reply(), text: 'word '}),
		() => ({type: 'reply.grew', reply: reply(), text: 'more '}),
		() => ({type: 'reasoning.grew', reply: reply(), text: 'hm '}),
		() => ({
			type: 'reply.ended',
			reply: reply(),
			finish: 'stop',
			usage,
			costUsd: 0.25,
			durationMs: 4,
		}),
		() => ({type: 'reply.ended', reply: reply(), finish: 'failed', durationMs: 4}),
		() => ({type: 'context.cleared'}),
		() => ({
			type: 'context.compacted',
			why: 'window',
			summary: 'so far',
			dropped: {from: 1, to: 4},
			kept: [],
			tokensBefore: 900,
			tokensAfter: 90,
		}),
	];
}

function callMakers({
	turn,
	reply,
	call,
	id,
}: {
	turn: () => TurnId;
	reply: () => ReplyId;
	call: () => CallId;
	id: (kind: string, count: number) => string;
}): readonly (() => unknown)[] {
	return [
		() => ({
			type: 'tool.proposed',
			call: call(),
			turn: turn(),
			reply: reply(),
			tool: 'run',
			raw: '{}',
			input: {},
			scope: 'shell',
			host: 'local',
			cwd: '/',
			summary: 'x',
		}),
		() => ({
			type: 'authorization.asked',
			ask: id('ask', 9),
			call: call(),
			scope: 'shell',
			host: 'local',
			expiresAt: 9,
		}),
		() => ({
			type: 'authorization.answered',
			ask: id('ask', 9),
			call: call(),
			verdict: {type: 'once'},
			by: 'user',
		}),
		() => ({type: 'authorization.lapsed', call: call(), why: 'late'}),
		() => ({type: 'tool.started', call: call()}),
		() => ({type: 'tool.progressed', call: call(), note: 'half'}),
		() => ({
			type: 'tool.ended',
			call: call(),
			outcome: {status: 'ok', result: {success: true}},
			durationMs: 3,
		}),
		() => ({type: 'tool.delivered', call: call(), afterMs: 1}),
		() => ({type: 'tools.released', calls: [call()]}),
		() => ({
			type: 'file.changed',
			change: {id: id('change', 9), call: call(), path: '/x', copy: null, digest: null},
		}),
		() => ({type: 'file.restored', change: id('change', 9)}),
		() => ({
			type: 'grant.made',
			grant: {id: id('grant', 3), scope: 'shell', host: 'local', until: 'session'},
		}),
		() => ({type: 'grant.revoked', grant: id('grant', 3)}),
	];
}
