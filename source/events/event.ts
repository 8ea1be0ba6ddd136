import {
	type FieldsOf,
	flag,
	listOf,
	number,
	type ObjectShape,
	object,
	oneOf,
	optional,
	record,
	text,
	typed,
} from './check-shape.ts';
import {clientShapes} from './client-event.ts';
import {efforts} from './effort.ts';
import type {Failure} from './failure.ts';
import {hopShapes} from './hop-event.ts';
import type {McpServerState} from './mcp.ts';
import type {OfferedMcpTool} from './offered-mcp-tool.ts';
import type {Finish} from './part.ts';
import {projectShapes} from './project-event.ts';
import {sessionModes} from './session-mode.ts';
import {terminalShapes} from './terminal-event.ts';
import {toolShapes} from './tool-event.ts';
import {
	callId,
	failure,
	incident,
	messageId,
	replyId,
	sessionId,
	turnId,
	usage,
} from './value-shapes.ts';

const compactionReason = oneOf('asked', 'window', 'overflow');

const sessionShapes = {
	/** The beginning of a long session, newest part first. It is read once the screen is shown. */
	'past.read': {items: listOf(object), calls: listOf(object)},
	'session.started': {session: sessionId, cwd: text, version: text},
	'session.opened': {
		pid: number,
		reason: oneOf('new', 'resume', 'fork'),
		version: optional(text),
		/** The person's home folder, which is shown as `~`. */
		home: optional(text),
		/** How the previous process ended: the reason that it gave, or a crash. */
		previousEnd: optional(text),
		from: optional(sessionId),
		/** Set if the session's checkpoint was thrown away: the reason. */
		checkpoint: optional(text),
	},
	/** A process of another version of the program took over the session and all that runs in it. */
	'session.upgraded': {pid: number, version: text, from: text},
	'session.renamed': {title: text},
	'session.closed': {reason: text},
	'model.chosen': {provider: text, model: text},
	'effort.chosen': {effort: oneOf(...efforts)},
	'mode.chosen': {mode: oneOf(...sessionModes)},
	'proxy.changed': {proxy: typed<ProxyState>(object)},
	'models.listed': {models: listOf(text)},
	/** Tools of MCP servers whose descriptions the model gets from now on, or no longer gets. */
	'tools.offered': {tools: listOf(typed<OfferedMcpTool>(object)), withdrawn: listOf(text)},
	/** An MCP server asked the model a question, with the permission of a person. */
	'server.sampled': {server: text, usage: optional(usage), costUsd: optional(number)},
	'servers.changed': {servers: listOf(typed<McpServerState>(object))},
	'incident.changed': {incident},
	'context.cleared': {},
	/** From here on the model gets the summary instead of the items that it replaces. */
	'context.compacted': {
		/**
		 * `asked`: a person asked for it; `window`: the context window was nearly full; `overflow`: the
		 * provider refused a request because it was too long.
		 */
		why: compactionReason,
		focus: optional(text),
		summary: text,
		/**
		 * The numbers (`seq`) of the first and last event that the summary replaces. The journal keeps
		 * them.
		 */
		dropped: record({from: number, to: number}),
		/**
		 * Calls in that range that still waited for an answer. The model still gets these and their
		 * results.
		 */
		kept: listOf(callId),
		tokensBefore: number,
		/** An estimate; the exact count comes with the next answer of the model. */
		tokensAfter: number,
		usage: optional(usage),
		costUsd: optional(number),
	},
	/** A compaction failed and changed nothing. It isn't tried again before the context has grown. */
	'compaction.failed': {why: compactionReason, failure, tokens: number},
	'notice.shown': {
		level: typed<'info' | 'warn' | 'error'>(text),
		text,
		/** Set for a notice of the watchdog that should ring the bell. */
		isAlarm: optional(typed<true>(flag)),
	},
} as const satisfies EventShapes;

const talkShapes = {
	'message.queued': {
		message: messageId,
		text,
		/**
		 * A steering message joins the running turn at its next step; a queued one waits for the turn's
		 * end.
		 */
		how: oneOf('queue', 'steer'),
	},
	'message.unqueued': {message: messageId},
	'message.sent': {
		message: messageId,
		turn: turnId,
		text,
		how: oneOf('typed', 'queued', 'steered'),
	},
	'turn.started': {turn: turnId},
	/**
	 * A turn that waited for answers to its cards runs again. Another turn may have asked the model
	 * something in between.
	 */
	'turn.continued': {turn: turnId},
	'turn.retried': {turn: turnId, attempt: number, delayMs: number, failure},
	'turn.ended': {
		turn: turnId,
		outcome: oneOf('done', 'interrupted', 'failed'),
		failure: optional(failure),
	},
	'reply.began': {
		turn: turnId,
		reply: replyId,
		/** The estimated size of instructions and tools, which every request contains. */
		fixedTokens: optional(number),
	},
	'reply.grew': {reply: replyId, text},
	'reasoning.grew': {reply: replyId, text},
	'reply.ended': {
		reply: replyId,
		finish: typed<Finish>(text),
		usage: optional(usage),
		/** Computed from the prices in the settings. */
		costUsd: optional(number),
		/** The model's context window, if it is known. */
		windowTokens: optional(number),
		firstByteMs: optional(number),
		durationMs: number,
	},
	/** Reports how long after the reply's last token the screen showed the reply. */
	'reply.shown': {reply: replyId, afterMs: number},
} as const satisfies EventShapes;

export type EventShapes = Readonly<Record<string, ObjectShape>>;

/** Every type of event, with the shape that a line of the journal must have. */
export const eventShapes = {
	...sessionShapes,
	...talkShapes,
	...toolShapes,
	...terminalShapes,
	...hopShapes,
	...projectShapes,
	...clientShapes,
} as const satisfies EventShapes;

type Shapes = typeof eventShapes;

/**
 * The union of all events: facts named `noun.past-verb`, plain JSON. The store adds `seq` and `at`.
 */
export type Event = {
	[Type in keyof Shapes]: {readonly type: Type} & FieldsOf<Shapes[Type]>;
}[keyof Shapes];

/**
 * An event as the store and the journal hold it: `seq` counts the events of a session, `at` is in
 * epoch ms.
 */
export type Stamped = Event & {readonly v: 1; readonly seq: number; readonly at: number};

export type ContextCompacted = Extract<Event, {readonly type: 'context.compacted'}>;

/** The events that a front end may add, each by an intent that has the same fields. */
export const recordedBy = {
	'rename-session': 'session.renamed',
	'clear-context': 'context.cleared',
	'choose-mode': 'mode.chosen',
	notify: 'notice.shown',
	/** Reports how long after the reply's last token the screen showed the reply. */
	'reply-shown': 'reply.shown',
} as const satisfies Readonly<Record<string, Event['type']>>;

export type ProxyState =
	| {readonly status: 'off'}
	| {readonly status: 'starting'}
	| {readonly status: 'ready'; readonly url: string; readonly pid: number}
	| {readonly status: 'down'; readonly failure: Failure; readonly restartInMs?: number};
