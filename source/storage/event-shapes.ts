import type {Event} from '../events/event.ts';
import {
	anything,
	type Check,
	either,
	flag,
	listOf,
	nullable,
	number,
	object,
	oneOf,
	optional,
	record,
	type Shape,
	text,
	variants,
} from './check-shape.ts';

type FieldsOf<Type extends Event['type']> = Omit<Extract<Event, {readonly type: Type}>, 'type'>;

/** Every field of every kind is named here, or it does not compile: none is forgotten. */
type Shapes = {
	readonly [Type in Event['type']]: {readonly [Field in keyof FieldsOf<Type>]-?: Check};
};

const failure = record({
	kind: text,
	message: text,
	detail: optional(text),
	retryAfterMs: optional(number),
});

const usage = record({
	inputTokens: number,
	outputTokens: number,
	cachedTokens: optional(number),
	reasoningTokens: optional(number),
});

const outcome = variants('status', {
	ok: {result: object},
	failed: {failure, result: optional(object)},
	denied: {reason: optional(text)},
	cancelled: {result: optional(object)},
	interrupted: {result: optional(object)},
});

const rule = record({
	scope: text,
	host: optional(text),
	match: text,
	exact: optional(flag),
	then: oneOf('allow', 'ask', 'deny'),
	why: optional(text),
});

const verdict = variants('type', {
	once: {},
	session: {match: optional(text)},
	until: {until: number, match: optional(text)},
	always: {rule},
	deny: {reason: optional(text)},
	expired: {},
	cancelled: {},
});

const grant = record({
	id: text,
	scope: text,
	host: text,
	tool: optional(text),
	terminal: optional(text),
	match: optional(text),
	within: optional(listOf(text)),
	until: either(oneOf('session'), number),
});

const exposure = record({
	command: optional(text),
	doubt: optional(text),
	targets: optional(listOf(text)),
	terminal: optional(text),
	raises: optional(text),
});

const preview = record({
	patch: text,
	bases: listOf(record({path: text, digest: nullable(text)})),
});

const change = record({
	id: text,
	call: text,
	host: optional(text),
	path: text,
	copy: nullable(text),
	digest: nullable(text),
});

const incident = record({
	id: text,
	fault: text,
	name: text,
	pattern: text,
	at: number,
	evidence: record({signal: text, count: number}),
	tier: text,
	why: text,
	action: record({type: text}),
	status: variants('type', {
		diagnosing: {},
		countdown: {endsAt: number},
		acting: {},
		verifying: {until: number},
		ended: {outcome: text, at: number},
	}),
	after: optional(text),
});

const hopState = variants('status', {
	connecting: {},
	ready: {},
	stale: {lastContactMs: number},
	reconnecting: {attempt: number, nextInMs: nullable(number), reason: failure},
	failed: {reason: failure},
	closed: {},
});

const hopFacts = record({
	host: text,
	user: text,
	hostName: text,
	port: number,
	jumps: listOf(text),
	transport: text,
});

const hopQuestion = variants('type', {
	'host-key': {
		id: text,
		host: text,
		name: text,
		keyType: text,
		fingerprint: text,
		picture: listOf(text),
		file: nullable(text),
		alsoKnownAs: listOf(text),
	},
	secret: {id: text, host: text, title: text, instruction: text, prompt: text},
});

const hopPlace = record({home: text, shell: text, system: text, cwd: text});
const callRecord = record({
	tool: text,
	scope: nullable(text),
	host: text,
	decision: text,
	by: text,
});
const why = oneOf('asked', 'window', 'overflow');

export const eventShapes: Shapes = {
	'session.started': {session: text, cwd: text, version: text},
	'session.opened': {
		pid: number,
		reason: oneOf('new', 'resume', 'fork'),
		version: optional(text),
		previousEnd: optional(text),
		from: optional(text),
	},
	'session.renamed': {title: text},
	'session.closed': {reason: text},
	'model.chosen': {provider: text, model: text},
	'proxy.changed': {proxy: object},
	'models.listed': {models: listOf(text)},
	'incident.changed': {incident},
	'context.cleared': {},
	'context.compacted': {
		why,
		focus: optional(text),
		summary: text,
		dropped: record({from: number, to: number}),
		kept: listOf(text),
		tokensBefore: number,
		tokensAfter: number,
		usage: optional(usage),
		costUsd: optional(number),
	},
	'compaction.failed': {why, failure, tokens: number},
	'notice.shown': {level: text, text, isAlarm: optional(flag)},
	'message.queued': {message: text, text, how: oneOf('queue', 'steer')},
	'message.unqueued': {message: text},
	'message.sent': {message: text, turn: text, text, how: oneOf('typed', 'queued', 'steered')},
	'turn.started': {turn: text},
	'turn.continued': {turn: text},
	'turn.retried': {turn: text, attempt: number, delayMs: number, failure},
	'turn.ended': {
		turn: text,
		outcome: oneOf('done', 'interrupted', 'failed'),
		failure: optional(failure),
	},
	'reply.began': {turn: text, reply: text, fixedTokens: optional(number)},
	'reply.grew': {reply: text, text},
	'reasoning.grew': {reply: text, text},
	'reply.ended': {
		reply: text,
		finish: text,
		usage: optional(usage),
		costUsd: optional(number),
		windowTokens: optional(number),
		firstByteMs: optional(number),
		durationMs: number,
	},
	'reply.shown': {reply: text, afterMs: number},
	'tool.proposed': {
		call: text,
		turn: text,
		reply: text,
		tool: text,
		raw: text,
		input: anything,
		scope: nullable(text),
		host: text,
		cwd: text,
		summary: text,
		exposure: optional(exposure),
		mended: optional(text),
		broken: optional(text),
	},
	'tool.edited': {
		call: text,
		raw: text,
		input: anything,
		scope: nullable(text),
		summary: text,
		exposure: optional(exposure),
		preview: optional(preview),
		hash: text,
		dangers: listOf(text),
		why: optional(text),
	},
	'tool.previewed': {call: text, preview},
	'tool.started': {call: text},
	'tool.progressed': {call: text, note: text},
	'tool.delivered': {call: text, afterMs: number},
	'tool.ended': {call: text, outcome, durationMs: number, record: optional(callRecord)},
	'authorization.asked': {
		ask: text,
		call: text,
		scope: text,
		host: text,
		expiresAt: number,
		hash: optional(text),
		dangers: optional(listOf(text)),
		why: optional(text),
	},
	'authorization.answered': {
		ask: text,
		call: text,
		verdict,
		by: text,
		under: optional(record({boot: nullable(text), folder: nullable(text)})),
	},
	'authorization.lapsed': {call: text, why: text},
	'rule.added': {rule},
	'grant.made': {grant},
	'grant.revoked': {grant: text},
	'file.changed': {change},
	'file.restored': {change: text},
	'terminal.opened': {
		terminal: text,
		title: text,
		host: text,
		cwd: text,
		owner: oneOf('model', 'user'),
		call: optional(text),
	},
	'terminal.exited': {
		terminal: text,
		exitCode: nullable(number),
		signal: nullable(text),
		lost: optional(text),
		durationMs: number,
	},
	'terminal.closed': {terminal: text},
	'terminal.waited': {terminal: text, waiting: nullable(text)},
	'terminal.controlled': {terminal: text, by: oneOf('model', 'user')},
	'terminal.wanted': {terminal: text},
	'terminal.typed': {terminal: text, text},
	'terminal.allowed': {terminal: text, what: oneOf('see', 'type-hidden')},
	'terminal.selected': {terminal: text},
	'hop.changed': {
		host: text,
		state: hopState,
		facts: nullable(hopFacts),
		place: optional(hopPlace),
	},
	'hop.waited': {host: text, state: hopState},
	'hop.chosen': {host: text, cwd: nullable(text)},
	'hop.moved': {host: text, cwd: text},
	'hop.asked': {question: hopQuestion},
	'hop.answered': {question: text, answer: text},
	'focus.moved': {pane: text},
	'zoom.toggled': {},
	'overlay.opened': {overlay: object},
	'overlay.closed': {},
	'theme.chosen': {theme: text},
	'split.changed': {count: number},
	'mouse.toggled': {},
	'monitor.toggled': {},
	'settings.checked': {problem: nullable(text)},
};

/** Looks a kind up by a name from outside; undefined: no such kind is known here. */
export function shapeOf(type: string): Shape | undefined {
	return Object.hasOwn(eventShapes, type) ? eventShapes[type as Event['type']] : undefined;
}
