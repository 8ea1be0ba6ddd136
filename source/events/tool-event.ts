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
	/** `engine`: no decision was needed, or the call ended before one. */
	by: typed<AnsweredBy | 'engine'>(text),
	/** How the call of a client outside ended; calls of the model don't have it. */
	end: optional(typed<OutsideCallEnd>(text)),
});

/** `client-gone`: it was stopped because the client that had made it was gone. */
export type OutsideCallEnd =
	| 'ok'
	| 'tool-error'
	| 'timeout'
	| 'denied'
	| 'cancelled'
	| 'client-gone'
	| 'crash';

const caller = record({id: text, name: text});

/** The client outside that made a call: the id of its connection, and how it names itself. */
export type OutsideCaller = CheckedBy<typeof caller>;

export type CallRecord = CheckedBy<typeof callRecord>;

const change = record({
	id: text,
	call: callId,
	/** The file's host; absent for this machine. */
	host: optional(hostId),
	path: text,
	/** Where the previous bytes are kept; null if the file did not exist. */
	copy: nullable(text),
	/** The digest after the call. If the file differs from it later, undo keeps the later changes. */
	digest: nullable(text),
});

/** A file that a call created or changed, with its previous content. */
export type FileChange = CheckedBy<typeof change>;

const doubt = {
	change,
	/** The digest before the call; null if the file did not exist. */
	before: nullable(text),
	/** How long the host had been silent at that time. */
	silentMs: number,
};

/** A file change of which it is unknown whether it was made. */
export type FileDoubt = FieldsOf<typeof doubt>;

const found = nullable(oneOf('new', 'old', 'other'));

/**
 * What the file contained when its host answered again; null if that can no longer be found out.
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
		/** The client outside that made the call; absent for calls of the model. */
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
	/** The model got the result this long after it was ready. */
	'tool.delivered': {call: callId, afterMs: number},
	/** Results of clients' calls that are kept no more, since newer ones need the memory. */
	'tools.released': {calls: listOf(callId)},
	'tool.ended': {
		call: callId,
		outcome,
		durationMs: number,
		/** A summary of the call, so that this one line is enough to read. */
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
		/** The parts of the command that cause the warnings and the reason, if they are known. */
		parts: optional(listOf(riskyPart)),
	},
	'authorization.answered': {
		ask: askId,
		call: callId,
		verdict,
		by: answeredBy,
		/** The screen that the person used, if several show the session. */
		screen: optional(record({id: text, from: text})),
		under: optional(typed<Circumstances>(record({boot: nullable(text), folder: nullable(text)}))),
	},
	/**
	 * This program ended before the approved call started, and too much may have changed since, so
	 * the call asks again.
	 */
	'authorization.lapsed': {call: callId, why: text},
	'rule.added': {rule},
	/** The rule no longer belongs to this session alone: it was saved in the settings, or removed. */
	'rule.dropped': {rule},
	'grant.made': {grant},
	'grant.revoked': {grant: grantId},
	'file.changed': {change},
	/** The host did not confirm the change of the file; the file is checked later. */
	'file.unconfirmed': doubt,
	/** What was found later; if it is `new`, a `file.changed` follows. */
	'file.confirmed': {change: text, call: callId, host: hostId, path: text, found},
	'file.restored': {change: text},
	/** The rules in the settings, and the problem if not all could be read. */
	'settings.checked': {problem: nullable(text), rules: listOf(rule)},
} as const;
