import type {Grant, RiskFacts, RiskyPart, Scope, Verdict} from './authorization.ts';
import {
	either,
	flag,
	listOf,
	nullable,
	number,
	object,
	oneOf,
	optional,
	record,
	text,
	typed,
	variants,
} from './check-shape.ts';
import type {Failure} from './failure.ts';
import type {
	FarProcess,
	HopFacts,
	HopPlace,
	HopQuestion,
	HopState,
	KeptTerminal,
	KeyRefusal,
	OwnProcess,
} from './hop.ts';
import type {
	AskId,
	CallId,
	GrantId,
	HostId,
	MessageId,
	QuestionId,
	ReplyId,
	SessionId,
	TerminalId,
	TurnId,
} from './ids.ts';
import type {Incident} from './incident.ts';
import type {Outcome} from './outcome.ts';
import type {Usage} from './part.ts';
import type {Preview} from './preview.ts';
import type {InstructionFile} from './project.ts';
import type {PermissionRule} from './settings.ts';

export const sessionId = typed<SessionId>(text);
export const turnId = typed<TurnId>(text);
export const messageId = typed<MessageId>(text);
export const replyId = typed<ReplyId>(text);
export const callId = typed<CallId>(text);
export const askId = typed<AskId>(text);
export const grantId = typed<GrantId>(text);
export const terminalId = typed<TerminalId>(text);
export const hostId = typed<HostId>(text);
export const questionId = typed<QuestionId>(text);

export const scope = typed<Scope>(text);

export const failure = typed<Failure>(
	record({
		kind: text,
		message: text,
		detail: optional(text),
		retryAfterMs: optional(number),
	}),
);

export const usage = typed<Usage>(
	record({
		inputTokens: number,
		outputTokens: number,
		cachedTokens: optional(number),
		reasoningTokens: optional(number),
	}),
);

export const outcome = typed<Outcome>(
	variants('status', {
		ok: {result: object},
		failed: {failure, result: optional(object)},
		lost: {failure, result: optional(object)},
		denied: {reason: optional(text)},
		cancelled: {result: optional(object)},
		interrupted: {result: optional(object)},
	}),
);

export const rule = typed<PermissionRule>(
	record({
		scope: text,
		host: optional(text),
		match: text,
		exact: optional(flag),
		then: oneOf('allow', 'ask', 'deny'),
		why: optional(text),
	}),
);

export const verdict = typed<Verdict>(
	variants('type', {
		once: {},
		session: {match: optional(text)},
		until: {until: number, match: optional(text)},
		always: {rule},
		deny: {reason: optional(text)},
		expired: {},
		cancelled: {},
	}),
);

export const grant = typed<Grant>(
	record({
		id: text,
		scope: text,
		host: text,
		tool: optional(text),
		terminal: optional(text),
		match: optional(text),
		within: optional(listOf(text)),
		until: either(oneOf('session'), number),
	}),
);

export const exposure = typed<RiskFacts>(
	record({
		command: optional(text),
		doubt: optional(text),
		targets: optional(listOf(text)),
		terminal: optional(text),
		raises: optional(text),
		ungranted: optional(text),
		warnings: optional(listOf(text)),
	}),
);

export const riskyPart = typed<RiskyPart>(record({at: number, text, why: text}));

export const preview = typed<Preview>(
	record({
		patch: text,
		bases: listOf(record({path: text, digest: nullable(text)})),
	}),
);

export const incident = typed<Incident>(
	record({
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
	}),
);

export const hopState = typed<HopState>(
	variants('status', {
		connecting: {},
		ready: {},
		stale: {lastContactMs: number},
		reconnecting: {attempt: number, nextInMs: nullable(number), reason: failure},
		failed: {reason: failure},
		closed: {},
	}),
);

export const hopFacts = typed<HopFacts>(
	record({
		host: text,
		user: text,
		hostName: text,
		port: number,
		jumps: listOf(text),
		transport: text,
	}),
);

export const hopQuestion = typed<HopQuestion>(
	variants('type', {
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
	}),
);

const keyFacts = {keyType: text, fingerprint: text};

export const keyRefusal = typed<KeyRefusal>(
	record({
		name: text,
		why: oneOf('changed', 'revoked', 'unknown'),
		shown: record(keyFacts),
		known: listOf(record({...keyFacts, place: text})),
		remedies: listOf(text),
	}),
);

export const hopPlace = typed<HopPlace>(record({home: text, shell: text, system: text, cwd: text}));
export const instructionFile = typed<InstructionFile>(
	record({
		name: text,
		by: oneOf('project', 'person'),
		includedBy: optional(text),
		size: number,
		bytes: number,
		digest: text,
	}),
);

export const ownProcess = typed<OwnProcess>(
	record({
		pid: number,
		startTicks: number,
		marker: text,
		system: text,
		opener: record({pid: number, start: nullable(text)}),
	}),
);

export const keptTerminal = typed<KeptTerminal>(
	record({
		name: text,
		folder: text,
		mark: text,
		from: number,
		pid: number,
		startTicks: number,
		terminal: nullable(text),
	}),
);

export const farProcess = typed<FarProcess>(
	record({pid: number, startTicks: number, marker: text}),
);
