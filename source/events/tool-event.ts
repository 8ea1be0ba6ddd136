import type {AnsweredBy, Circumstances, Verdict} from './authorization.ts';
import {
	anything,
	type CheckedBy,
	type FieldsOf,
	listOf,
	nullable,
	number,
	oneOf,
	optional,
	record,
	text,
	typed,
} from './check-shape.ts';
import type {Json} from './json.ts';
import {
	askId,
	callId,
	exposure,
	grant,
	grantId,
	hostId,
	outcome,
	preview,
	replyId,
	riskyPart,
	rule,
	scope,
	turnId,
	verdict,
} from './value-shapes.ts';

const input = typed<Json>(anything);
const answeredBy = typed<AnsweredBy>(text);

const callRecord = record({
	tool: text,
	scope: nullable(scope),
	host: hostId,
	decision: typed<Verdict['type'] | 'unasked'>(text),
	/** `engine`: no decision was needed, or the call ended before anybody decided. */
	by: typed<AnsweredBy | 'engine'>(text),
	/** How a call ended that an MCP client made. Absent for calls of the model. */
	end: optional(typed<OutsideCallEnd>(text)),
});

/** `client-gone`: the call was stopped because the client that had made it disconnected. */
export type OutsideCallEnd =
	| 'ok'
	| 'tool-error'
	| 'timeout'
	| 'denied'
	| 'cancelled'
	| 'client-gone'
	| 'crash';

const caller = record({id: text, name: text});

/** The MCP client that made a call: the id of its connection, and the name that it gave. */
export type OutsideCaller = CheckedBy<typeof caller>;

export type CallRecord = CheckedBy<typeof callRecord>;

const change = record({
	id: text,
	call: callId,
	/** The host of the file; absent for this machine. */
	host: optional(hostId),
	path: text,
	/** Where a copy of the previous content is kept; null if the file did not exist. */
	copy: nullable(text),
	/**
	 * The digest after the call. If the file has another one at undo, it was changed since, and
	 * stays.
	 */
	digest: nullable(text),
});

/** A file that a call created or changed, with its previous content. */
export type FileChange = CheckedBy<typeof change>;

const doubt = {
	change,
	/** The digest before the call; null if the file did not exist. */
	before: nullable(text),
	/** How long the host had been silent when this was recorded. */
	silentMs: number,
};

/** A file change that may or may not have been made, because the host did not answer. */
export type FileDoubt = FieldsOf<typeof doubt>;

const found = nullable(oneOf('new', 'old', 'other'));

/**
 * Which content the file had when its host answered again; null if that can't be found out any
 * more.
 */
export type FileOutcome = CheckedBy<typeof found>;

export const toolShapes = {
	'tool.proposed': {
		call: callId,
		turn: turnId,
		reply: replyId,
		tool: text,
		/** The arguments exactly as the model wrote them; later requests send them back to it. */
		raw: text,
		input,
		scope: nullable(scope),
		host: hostId,
		cwd: text,
		summary: text,
		exposure: optional(exposure),
		mended: optional(text),
		/** Why the call could not be parsed. */
		broken: optional(text),
		/** The MCP client that made the call; absent for calls of the model. */
		caller: optional(caller),
	},
	/** The person edited the call; `tool.proposed` keeps the model's version. */
	'tool.edited': {
		call: callId,
		raw: text,
		input,
		scope: nullable(scope),
		summary: text,
		exposure: optional(exposure),
		preview: optional(preview),
		hash: text,
		dangers: listOf(text),
		why: optional(text),
		parts: optional(listOf(riskyPart)),
	},
	'tool.previewed': {call: callId, preview},
	'tool.started': {call: callId},
	'tool.progressed': {call: callId, note: text},
	/** How long a finished result waited before the model got it. */
	'tool.delivered': {call: callId, afterMs: number},
	/** Results of MCP clients' calls that were dropped to make room for newer ones. */
	'tools.released': {calls: listOf(callId)},
	'tool.ended': {
		call: callId,
		outcome,
		durationMs: number,
		/** A summary of the call, so that this journal line is understandable on its own. */
		record: optional(callRecord),
	},
	'authorization.asked': {
		ask: askId,
		call: callId,
		scope,
		host: hostId,
		expiresAt: number,
		/**
		 * A hash of call, scope, host, folder and arguments. It must still match when the call
		 * runs.
		 */
		hash: optional(text),
		/** Warnings for the card. */
		dangers: optional(listOf(text)),
		/** The reason of the rule that asks. */
		why: optional(text),
		/** The parts of the command that cause the warnings and `why`, if they are known. */
		parts: optional(listOf(riskyPart)),
	},
	'authorization.answered': {
		ask: askId,
		call: callId,
		verdict,
		by: answeredBy,
		/** The screen at which the person answered, if several show the session. */
		screen: optional(record({id: text, from: text})),
		under: optional(typed<Circumstances>(record({boot: nullable(text), folder: nullable(text)}))),
	},
	/**
	 * The program ended after the call was allowed and before it started. Too much may have changed
	 * since, so the person is asked again.
	 */
	'authorization.lapsed': {call: callId, why: text},
	'rule.added': {rule},
	/**
	 * The rule stops being a rule of this session alone: it was saved in the settings, or removed.
	 */
	'rule.dropped': {rule},
	'grant.made': {grant},
	'grant.revoked': {grant: grantId},
	'file.changed': {change},
	/**
	 * The host did not confirm that the file was changed. The file is checked when the host answers.
	 */
	'file.unconfirmed': doubt,
	/**
	 * What the file contained when the host answered. If `found` is `new`, a `file.changed` follows.
	 */
	'file.confirmed': {change: text, call: callId, host: hostId, path: text, found},
	'file.restored': {change: text},
	/** The rules in the settings, and the problem if some could not be read. */
	'settings.checked': {problem: nullable(text), rules: listOf(rule)},
} as const;
