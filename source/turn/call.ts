import {isDeepStrictEqual} from 'node:util';
import {assertNever} from '../events/assert-never.ts';
import type {RiskFacts, Verdict} from '../events/authorization.ts';
import {type Failure, failed} from '../events/failure.ts';
import type {CallId, HostId, ReplyId, TurnId} from '../events/ids.ts';
import {isJsonObject, parseJson} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {isInferred, type Part} from '../events/part.ts';
import {holdsSecretMark} from '../events/secret-mark.ts';
import type {CallRecord, OutsideCallEnd, OutsideCaller} from '../events/tool-event.ts';
import {callOf, openCalls} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {summaryOf} from '../tools/summary.ts';
import {fail, type Tool} from '../tools/tool.ts';
import type {TurnPorts} from './ports.ts';
import {refuseReturned, showChange} from './previews.ts';
import {boundTo, contextOf, exposureOf, hostOf, type Read, readCall, scopeOf} from './read-call.ts';
import {abortStatus, runTool} from './run-tool.ts';

type Proposal = {
	readonly turn: TurnId;
	readonly reply: ReplyId;
	readonly part: Extract<Part, {type: 'call'}>;
	/** The host that was current when the model was asked. Another one may be current by now. */
	readonly current: HostId;
	/** The outside client that makes the call; absent if the model makes it. */
	readonly caller?: OutsideCaller;
};

/** Records the call, which shows its card. From here on, the call has exactly one record. */
export function proposeCall(
	ports: TurnPorts,
	{turn, reply, part, current, caller}: Proposal,
): CallId {
	const call = freshId(ports, part.id);
	const read = readPart(ports, part);
	const host = hostOf(ports, {call, read, current});
	const context = contextOf(ports, {call, host, signal: new AbortController().signal});
	const exposure = read.ok ? exposureOf(read, context) : undefined;
	ports.store.append({
		type: 'tool.proposed',
		call,
		turn,
		reply,
		tool: read.tool?.name ?? part.name,
		raw: part.arguments,
		input: read.ok ? read.input : null,
		scope: read.ok ? (scopeOf(ports, read, context) ?? announcedScope(part)) : null,
		host,
		cwd: context.cwd,
		summary: read.ok ? summaryOf(read.tool, read.input) : unreadSummary(ports, part),
		...(exposure && {exposure}),
		...(part.mended !== undefined && {mended: part.mended}),
		...(part.broken !== undefined && {broken: part.broken}),
		...(caller && {caller}),
	});
	return call;
}

/** An announced call needs a person's answer, even if its tool needs no permission. */
function announcedScope({mended}: Proposal['part']): 'read' | null {
	return isInferred(mended) ? 'read' : null;
}

type Written = Pick<Extract<Part, {type: 'call'}>, 'name' | 'arguments' | 'broken'>;

/**
 * Finds the tool and checks the input. The arguments of a call that the proxy found broken are not
 * parsed again.
 */
function readPart(ports: TurnPorts, {name, arguments: raw, broken}: Written): Read {
	return broken === undefined
		? readCall(ports, name, raw)
		: {ok: false, tool: ports.tools.find(name), kind: 'bad-input', message: broken};
}

/**
 * Summarises a call that can't be read: the model's own words, even if the proxy had to wrap them
 * in an object.
 */
function unreadSummary({hide}: TurnPorts, {name, arguments: raw, broken}: Written): string {
	const text = broken === undefined ? raw : (putAside(raw) ?? raw);
	return `${name} ${hide.document(text).slice(0, summaryLengthMax)}`;
}

function putAside(raw: string): string | null {
	const value = parseJson(raw);
	const text = isJsonObject(value) ? value['unreadable'] : null;
	return typeof text === 'string' ? text : null;
}

const summaryLengthMax = 400;

/**
 * Returns the turn's calls that have not ended. After a crash, these are the calls with waiting
 * cards.
 */
export function openCallsOf(ports: TurnPorts, turn: TurnId): readonly CallId[] {
	return openCalls(ports.store.state())
		.filter(call => call.turn === turn)
		.map(call => call.id);
}

/** Takes a call from card to outcome. Records exactly one `tool.ended`, even if the tool throws. */
export async function finishCall(ports: TurnPorts, id: CallId, signal: AbortSignal): Promise<void> {
	const call = ports.store.state().calls.get(id);
	if (!call || call.status.type === 'ended') {
		return;
	}
	const watch: Watch = {startedAt: ports.clock.elapsed()};
	const outcome = await settle(ports, call, {signal, watch}).catch(
		(error: unknown): Outcome => fail(failed('internal', `${call.tool} broke: ${String(error)}`)),
	);
	const end = signal.aborted && outcome.status === 'failed' ? cutShort(outcome, signal) : outcome;
	ports.store.append({
		type: 'tool.ended',
		call: id,
		outcome: end,
		durationMs: Math.round(ports.clock.elapsed() - watch.startedAt),
		record: {
			...recordOf(callOf(ports.store.state(), id) ?? call),
			...(call.caller && {end: endOf(end, signal)}),
		},
	});
}

/** Returns how the call of an outside client ended, in one word for the journal. */
export function endOf(outcome: Outcome, signal: AbortSignal): OutsideCallEnd {
	switch (outcome.status) {
		case 'ok':
		case 'denied':
			return outcome.status;
		case 'failed':
			return outcome.failure.kind === 'timeout' ? 'timeout' : 'tool-error';
		case 'lost':
			return 'tool-error';
		case 'cancelled':
			return signal.reason === clientGone ? 'client-gone' : 'cancelled';
		case 'interrupted':
			return 'crash';
		default:
			return assertNever(outcome);
	}
}

/** The abort reason of a call whose client is gone. */
export const clientGone = 'the client is gone';

/**
 * If the call's deadline had passed before the interrupt, its outcome is a timeout, not a cancel.
 */
function cutShort(outcome: Extract<Outcome, {status: 'failed'}>, signal: AbortSignal): Outcome {
	if (outcome.failure.kind === 'timeout') {
		return outcome;
	}
	return {status: abortStatus(signal)};
}

export function recordOf({tool, scope, host, answer}: ToolCall): CallRecord {
	return {
		tool,
		scope,
		host,
		decision: answer?.verdict.type ?? 'unasked',
		by: answer?.by ?? 'engine',
	};
}

/** When the tool was started. Waiting for a person does not count as a call's duration. */
type Watch = {startedAt: number};

async function settle(
	ports: TurnPorts,
	call: ToolCall,
	{signal, watch}: {signal: AbortSignal; watch: Watch},
): Promise<Outcome> {
	const read = readPart(ports, {...call, name: call.tool, arguments: call.raw});
	if (!read.ok) {
		return fail(failed(read.kind, read.message));
	}
	if (holdsSecretMark(call.raw) && !read.tool.restoresSecrets) {
		return fail(failed('bad-input', hiddenSecret));
	}
	const unreachable = whyNot(ports, call, read.tool);
	if (unreachable && call.status.type !== 'waiting') {
		return fail(unreachable);
	}
	const refused =
		call.status.type === 'waiting'
			? await refuseReturned(ports, {call, read, signal})
			: await showChange(ports, {call, read, signal});
	if (refused) {
		return fail(refused);
	}
	const hindered = await read.tool.hindrance?.(read.input, contextOf(ports, boundTo(call, signal)));
	if (hindered) {
		return hindered;
	}
	const verdict = await ports.gate.authorize(call.id, signal);
	if (!allowing.has(verdict.type)) {
		return refusalOf(verdict);
	}
	watch.startedAt = ports.clock.elapsed();
	const claim = ports.gate.claim(call.id);
	if (!claim.ok) {
		return {status: 'denied', reason: claim.reason};
	}
	return run(ports, call.id, signal);
}

const hiddenSecret =
	'The arguments hold a mark ‹redacted:…›. It stands for a secret that is hidden from you, so nothing was run with it. Let the command read the secret itself, from its file or its variable, without printing it.';

/** Runs the call as the person approved it, with any edits made on the card. */
async function run(ports: TurnPorts, id: CallId, signal: AbortSignal): Promise<Outcome> {
	const call = callOf(ports.store.state(), id);
	const read = call ? readCall(ports, call.tool, call.edited?.raw ?? call.raw) : null;
	if (!call || !read?.ok) {
		return fail(failed('internal', 'The call could not be read again.'));
	}
	// The host may have been lost while the card waited.
	const unreachable = whyNot(ports, call, read.tool);
	if (unreachable) {
		return fail(unreachable);
	}
	const context = contextOf(ports, boundTo(call, signal));
	const now = read.tool.exposure?.(read.input, context);
	if (leadsElsewhere(call, now)) {
		return fail(failed('conflict', elsewhere));
	}
	if (isAnotherTool(call, now)) {
		return fail(failed('conflict', anotherTool));
	}
	return runTool({
		signal,
		clock: ports.clock,
		note: context.progress,
		run: tools => read.tool.run(read.input, {...context, ...tools}),
	});
}

/**
 * Whether the call's path now leads elsewhere, since a symlink may have changed after the question.
 * Tools that change files check this themselves.
 */
function leadsElsewhere({scope, exposure: asked}: ToolCall, now: RiskFacts | undefined): boolean {
	return scope !== 'write' && !isDeepStrictEqual(asked?.targets, now?.targets);
}

const elsewhere =
	'The path leads to another file than when it was asked about, so it was not read. Make the call again.';

/** Whether an MCP server's tool has another definition than when the person was asked. */
function isAnotherTool({exposure: asked}: ToolCall, now: RiskFacts | undefined): boolean {
	return now?.files !== undefined && !isDeepStrictEqual(asked?.files, now.files);
}

const anotherTool =
	'Its server describes this tool differently since it was asked about, so it was not called. Read its description again, and make the call anew.';

/**
 * Returns why the call's host can't run it; null if it can, and for tools that this program runs
 * itself.
 */
function whyNot(ports: TurnPorts, {host}: ToolCall, {isDoneHere}: Tool): Failure | null {
	return isDoneHere ? null : (ports.whyNot?.(host) ?? null);
}

const allowing: ReadonlySet<Verdict['type']> = new Set(['once', 'session', 'until', 'always']);

function refusalOf(verdict: Verdict): Outcome {
	switch (verdict.type) {
		case 'deny':
			return {
				status: 'denied',
				...(verdict.reason !== undefined && {reason: verdict.reason}),
			};
		case 'expired':
			return {status: 'denied', reason: 'nobody answered in time'};
		case 'once':
		case 'session':
		case 'until':
		case 'always':
		case 'cancelled':
			return {status: 'cancelled'};
		default:
			return assertNever(verdict);
	}
}

/** Returns a fresh id if the provider's is empty or in use: two calls must never share a record. */
function freshId(ports: TurnPorts, id: string): CallId {
	return id === '' || ports.store.state().calls.has(id as CallId)
		? ports.ids<CallId>('call')
		: (id as CallId);
}
