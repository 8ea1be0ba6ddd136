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
	variants,
} from './check-shape.ts';

export const failure = record({
	kind: text,
	message: text,
	detail: optional(text),
	retryAfterMs: optional(number),
});

export const usage = record({
	inputTokens: number,
	outputTokens: number,
	cachedTokens: optional(number),
	reasoningTokens: optional(number),
});

export const outcome = variants('status', {
	ok: {result: object},
	failed: {failure, result: optional(object)},
	lost: {failure, result: optional(object)},
	denied: {reason: optional(text)},
	cancelled: {result: optional(object)},
	interrupted: {result: optional(object)},
});

export const rule = record({
	scope: text,
	host: optional(text),
	match: text,
	exact: optional(flag),
	then: oneOf('allow', 'ask', 'deny'),
	why: optional(text),
});

export const verdict = variants('type', {
	once: {},
	session: {match: optional(text)},
	until: {until: number, match: optional(text)},
	always: {rule},
	deny: {reason: optional(text)},
	expired: {},
	cancelled: {},
});

export const grant = record({
	id: text,
	scope: text,
	host: text,
	tool: optional(text),
	terminal: optional(text),
	match: optional(text),
	within: optional(listOf(text)),
	until: either(oneOf('session'), number),
});

export const exposure = record({
	command: optional(text),
	doubt: optional(text),
	targets: optional(listOf(text)),
	terminal: optional(text),
	raises: optional(text),
});

export const preview = record({
	patch: text,
	bases: listOf(record({path: text, digest: nullable(text)})),
});

export const change = record({
	id: text,
	call: text,
	host: optional(text),
	path: text,
	copy: nullable(text),
	digest: nullable(text),
});

export const incident = record({
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

export const hopState = variants('status', {
	connecting: {},
	ready: {},
	stale: {lastContactMs: number},
	reconnecting: {attempt: number, nextInMs: nullable(number), reason: failure},
	failed: {reason: failure},
	closed: {},
});

export const hopFacts = record({
	host: text,
	user: text,
	hostName: text,
	port: number,
	jumps: listOf(text),
	transport: text,
});

export const hopQuestion = variants('type', {
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

const keyFacts = {keyType: text, fingerprint: text};

export const keyRefusal = record({
	name: text,
	why: oneOf('changed', 'revoked', 'unknown'),
	shown: record(keyFacts),
	known: listOf(record({...keyFacts, place: text})),
	remedies: listOf(text),
});

export const hopPlace = record({home: text, shell: text, system: text, cwd: text});
export const fileDigest = record({name: text, digest: text});
export const instructionFile = record({
	name: text,
	by: oneOf('project', 'person'),
	includedBy: optional(text),
	size: number,
	bytes: number,
	digest: text,
});
export const callRecord = record({
	tool: text,
	scope: nullable(text),
	host: text,
	decision: text,
	by: text,
});
export const why = oneOf('asked', 'window', 'overflow');

export const ownProcess = record({
	pid: number,
	startTicks: number,
	marker: text,
	system: text,
	opener: record({pid: number, start: nullable(text)}),
});
