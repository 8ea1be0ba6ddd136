import {assertNever} from '../events/assert-never.ts';
import type {Verdict} from '../events/authorization.ts';
import type {CallRecord} from '../events/event.ts';
import {type Failure, failed} from '../events/failure.ts';
import {type CallId, type HostId, localHost, type ReplyId, type TurnId} from '../events/ids.ts';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Part} from '../events/part.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {checkInput} from '../tools/check-input.ts';
import {fail, type Tool, type ToolContext} from '../tools/tool.ts';
import type {TurnPorts} from './ports.ts';

type Proposal = {
	readonly turn: TurnId;
	readonly reply: ReplyId;
	readonly part: Extract<Part, {type: 'call'}>;
};

/** The card appears: from here on the call has one record, whatever becomes of it. */
export function proposeCall(ports: TurnPorts, {turn, reply, part}: Proposal): CallId {
	const call = freshId(ports, part.id);
	const read = readCall(ports, part.name, part.arguments);
	const host = hostOf(ports, read.ok ? read.input : {});
	const context = contextOf(ports, {call, host, signal: new AbortController().signal});
	ports.store.append({
		type: 'tool.proposed',
		call,
		turn,
		reply,
		tool: read.tool?.name ?? part.name,
		raw: part.arguments,
		input: read.ok ? read.input : null,
		scope: read.ok ? read.tool.scope(read.input, context) : null,
		host,
		cwd: context.cwd,
		summary: read.ok ? read.tool.summary(read.input) : `${part.name} ${part.arguments}`,
		...(read.ok && read.tool.exposure && {exposure: read.tool.exposure(read.input, context)}),
		...(part.mended !== undefined && {mended: part.mended}),
	});
	return call;
}

/** Calls of the turn that have not ended: after a crash, those whose cards still wait. */
export function openCalls(ports: TurnPorts, turn: TurnId): readonly CallId[] {
	return [...ports.store.state().calls.values()]
		.filter(call => call.turn === turn && call.status.type !== 'ended')
		.map(call => call.id);
}

/** From the card to the outcome. Exactly one `tool.ended`, also when the tool throws. */
export async function finishCall(ports: TurnPorts, id: CallId, signal: AbortSignal): Promise<void> {
	const call = ports.store.state().calls.get(id);
	if (!call || call.status.type === 'ended') {
		return;
	}
	const watch: Watch = {startedAt: ports.clock.elapsed()};
	const outcome = await settle(ports, call, {signal, watch}).catch(
		(error: unknown): Outcome => fail(failed('internal', `${call.tool} broke: ${String(error)}`)),
	);
	ports.store.append({
		type: 'tool.ended',
		call: id,
		outcome: signal.aborted && outcome.status === 'failed' ? {status: 'cancelled'} : outcome,
		durationMs: Math.round(ports.clock.elapsed() - watch.startedAt),
		record: recordOf(callOf(ports.store.state(), id) ?? call),
	});
}

function recordOf({tool, scope, host, answer}: ToolCall): CallRecord {
	return {
		tool,
		scope,
		host,
		decision: answer?.verdict.type ?? 'unasked',
		by: answer?.by ?? 'engine',
	};
}

/** How long a call took is how long it ran: the time in which it waited for a person is not its own. */
type Watch = {startedAt: number};

async function settle(
	ports: TurnPorts,
	call: ToolCall,
	{signal, watch}: {signal: AbortSignal; watch: Watch},
): Promise<Outcome> {
	const read = readCall(ports, call.tool, call.raw);
	if (!read.ok) {
		return fail(failed(read.kind, read.message));
	}
	const refused = await showChange(ports, {call, read, signal});
	if (refused) {
		return fail(refused);
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

/** As it was answered: the person may have changed it since it was proposed. */
async function run(ports: TurnPorts, id: CallId, signal: AbortSignal): Promise<Outcome> {
	const call = callOf(ports.store.state(), id);
	const read = call ? readCall(ports, call.tool, call.edited?.raw ?? call.raw) : null;
	if (!call || !read?.ok) {
		return fail(failed('internal', 'The call could not be read again.'));
	}
	const {host, preview} = call;
	return read.tool.run(
		read.input,
		contextOf(ports, {call: id, host, signal, ...(preview && {preview})}),
	);
}

/** What would change is shown before anybody is asked; a failure here spares the question. */
async function showChange(
	ports: TurnPorts,
	{call, read, signal}: {call: ToolCall; read: Extract<Read, {ok: true}>; signal: AbortSignal},
): Promise<Failure | null> {
	if (call.preview || !read.tool.preview) {
		return null;
	}
	const context = contextOf(ports, {call: call.id, host: call.host, signal});
	const preview = await read.tool.preview(read.input, context);
	if (!preview.ok) {
		return preview.failure;
	}
	ports.store.append({type: 'tool.previewed', call: call.id, preview: preview.value});
	return null;
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

type Read =
	| {readonly ok: true; readonly tool: Tool; readonly input: JsonObject}
	| {
			readonly ok: false;
			readonly tool: Tool | undefined;
			readonly kind: 'not-found' | 'bad-input';
			readonly message: string;
	  };

/** Bad input goes back to the model as a result that it can act on. */
export function readCall(ports: TurnPorts, name: string, raw: string): Read {
	const tool = ports.tools.find(name);
	if (!tool) {
		return {
			ok: false,
			tool,
			kind: 'not-found',
			message: `There is no tool "${name}". The tools are: ${ports.tools.names.join(', ')}.`,
		};
	}
	const bad = (message: string): Read => ({ok: false, tool, kind: 'bad-input', message});
	const value = parse(raw);
	if (!isJsonObject(value)) {
		return bad(`The arguments of ${name} must be one JSON object.`);
	}
	const checked = checkInput(tool.parameters, value);
	return checked.ok ? {ok: true, tool, input: checked.value} : bad(checked.failure.message);
}

function parse(raw: string): unknown {
	try {
		return raw.trim() === '' ? {} : JSON.parse(raw);
	} catch {
		return undefined;
	}
}

function hostOf(ports: TurnPorts, input: JsonObject): HostId {
	const host = input['host'];
	return typeof host === 'string' && host !== '' && host !== 'current'
		? (host as HostId)
		: (ports.host() ?? localHost);
}

export function contextOf(
	ports: TurnPorts,
	call: Pick<ToolContext, 'call' | 'host' | 'signal' | 'preview'>,
): ToolContext {
	return ports.context({
		...call,
		progress: note => {
			ports.store.append({type: 'tool.progressed', call: call.call, note});
		},
	});
}

/** Providers repeat ids, or leave them out; two calls must never share a record. */
function freshId(ports: TurnPorts, id: string): CallId {
	return id === '' || ports.store.state().calls.has(id as CallId)
		? ports.ids<CallId>('call')
		: (id as CallId);
}
