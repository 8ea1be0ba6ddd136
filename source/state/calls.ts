import type {Stamped} from '../events/event.ts';
import type {CallId} from '../events/ids.ts';
import type {ListEdits} from './list-edits.ts';
import type {CallStatus, State, ToolCall} from './state.ts';

type Calls = State['calls'];

/** A call only moves forward: proposed, waiting, running, ended. Late events change nothing. */
export function reduceCalls(calls: Calls, event: Stamped, lists: ListEdits): Calls {
	switch (event.type) {
		case 'past.read':
			return withEarlier(calls, event.calls as unknown as readonly ToolCall[]);
		case 'tool.proposed':
			return calls.has(event.call) ? calls : put(calls, lists, propose(event));
		case 'tool.previewed':
			return change(calls, lists, event.call, ['proposed', 'waiting'], call => ({
				...call,
				preview: event.preview,
			}));
		case 'tool.edited':
			return change(calls, lists, event.call, ['waiting'], call =>
				call.answer ? call : edit(call, event),
			);
		case 'tool.started':
			return change(calls, lists, event.call, ['proposed', 'waiting'], call => ({
				...call,
				status: {type: 'running', startedAt: event.at, note: ''},
			}));
		case 'tool.progressed':
			return change(calls, lists, event.call, ['running'], call =>
				call.status.type === 'running'
					? {...call, status: {...call.status, note: event.note}}
					: call,
			);
		case 'tool.ended':
			return change(calls, lists, event.call, ['proposed', 'waiting', 'running'], call => ({
				...call,
				endedAt: event.at,
				status: {type: 'ended', outcome: event.outcome, durationMs: event.durationMs},
			}));
		case 'file.changed': {
			const {id, call} = event.change;
			return change(calls, lists, call, ['running', 'ended'], one => ({
				...one,
				changes: [...(one.changes ?? []), id],
			}));
		}
		case 'file.restored':
			return restore(calls, lists, event.change);
		case 'tool.delivered':
			return change(calls, lists, event.call, ['ended'], call => ({
				...call,
				deliveredAt: event.at,
			}));
		case 'tools.released':
			return event.calls.reduce(
				(all, id) => change(all, lists, id, ['ended'], withoutResult),
				calls,
			);
		default:
			return reduceCallTerminal(calls, event, lists);
	}
}

function withoutResult(call: ToolCall): ToolCall {
	const {status} = call;
	const {outcome} = status.type === 'ended' ? status : {};
	if (status.type !== 'ended' || !outcome || outcome.status === 'denied' || !outcome.result) {
		return call;
	}
	const result = {success: outcome.status === 'ok', result_released: releasedWords};
	return {...call, released: true, status: {...status, outcome: {...outcome, result}}};
}

export const releasedWords =
	'The result of this call is kept no more: results of clients take 64 MB at most in a session, and the oldest make room. Nothing ran again. The journal of the session has it.';

function withEarlier(calls: Calls, earlier: readonly ToolCall[]): Calls {
	return new Map([...earlier.map(call => [call.id, call] as const), ...calls]);
}

function reduceCallTerminal(calls: Calls, event: Stamped, lists: ListEdits): Calls {
	switch (event.type) {
		case 'terminal.confirmed':
			return event.call && event.left?.length === 0
				? change(calls, lists, event.call, ['ended'], call => ({
						...call,
						stopConfirmedAt: event.at,
					}))
				: calls;
		case 'file.confirmed': {
			const {at, found} = event;
			return change(calls, lists, event.call, ['ended'], call => ({
				...call,
				stopConfirmedAt: at,
				found,
			}));
		}
		case 'terminal.opened':
			return event.call
				? change(calls, lists, event.call, ['proposed', 'waiting', 'running'], call => ({
						...call,
						terminal: event.terminal,
					}))
				: calls;
		default:
			return reduceAuthorization(calls, event, lists);
	}
}

function reduceAuthorization(calls: Calls, event: Stamped, lists: ListEdits): Calls {
	switch (event.type) {
		case 'authorization.asked':
			return change(calls, lists, event.call, ['proposed'], call => ({
				...call,
				status: waitingFor(event),
			}));
		case 'session.opened':
			return comeBack(calls, lists, event.at);
		case 'authorization.answered':
			return change(calls, lists, event.call, ['proposed', 'waiting'], call =>
				call.answer ? call : {...call, answer: answerOf(event)},
			);
		case 'authorization.lapsed':
			return change(calls, lists, event.call, ['proposed', 'waiting'], call =>
				lapse(call, event.why),
			);
		default:
			return calls;
	}
}

function answerOf({
	verdict,
	by,
	at,
	under,
}: Extract<Stamped, {type: 'authorization.answered'}>): NonNullable<ToolCall['answer']> {
	return {verdict, by, at, ...(under && {under})};
}

function lapse({answer: _, ...call}: ToolCall, why: string): ToolCall {
	const {status} = call;
	return {...call, lapsed: why, status: status.type === 'waiting' ? {...status, why} : status};
}

function propose(event: Extract<Stamped, {type: 'tool.proposed'}>): ToolCall {
	const {
		call,
		turn,
		reply,
		tool,
		raw,
		input,
		scope,
		host,
		cwd,
		summary,
		exposure,
		mended,
		broken,
		caller,
	} = event;
	return {
		id: call,
		turn,
		reply,
		tool,
		raw,
		input,
		scope,
		host,
		cwd,
		summary,
		proposedAt: event.at,
		status: {type: 'proposed'},
		...(exposure && {exposure}),
		...(mended !== undefined && {mended}),
		...(broken !== undefined && {broken}),
		...(caller && {caller}),
	};
}

function restore(calls: Calls, lists: ListEdits, id: string): Calls {
	const call = [...calls.values()].find(({changes}) => changes?.includes(id));
	return call
		? put(calls, lists, {
				...call,
				changes: (call.changes ?? []).filter(change => change !== id),
			})
		: calls;
}

function edit(call: ToolCall, event: Extract<Stamped, {type: 'tool.edited'}>): ToolCall {
	const {raw, input, scope, summary, exposure, preview, hash, dangers, why, parts} = event;
	const {exposure: _, preview: __, ...rest} = call;
	const {status} = call;
	return {
		...rest,
		...(status.type === 'waiting' && {
			status: {
				...waitingAgain(status),
				hash,
				dangers,
				...(why !== undefined && {why}),
				...(parts && {parts}),
			},
		}),
		input,
		scope,
		summary,
		edited: {raw},
		...(exposure && {exposure}),
		...(preview && {preview}),
	};
}

function waitingFor(event: Extract<Stamped, {type: 'authorization.asked'}>): Waiting {
	const {ask, at, expiresAt, hash, dangers, why, parts} = event;
	return {
		type: 'waiting',
		ask,
		askedAt: at,
		expiresAt,
		patienceMs: expiresAt - at,
		...(hash !== undefined && {hash}),
		...(dangers && {dangers}),
		...(why !== undefined && {why}),
		...(parts && {parts}),
	};
}

function waitingAgain({hash: _, dangers: __, why: ___, parts: ____, ...rest}: Waiting): Waiting {
	return rest;
}

type Waiting = Extract<CallStatus, {type: 'waiting'}>;

/**
 * Gives every waiting card its full time again after a restart, because no screen showed it
 * meanwhile.
 */
function comeBack(calls: Calls, lists: ListEdits, at: number): Calls {
	return [...calls.values()].reduce((so, {id}) => {
		return change(so, lists, id, ['waiting'], call =>
			call.status.type === 'waiting'
				? {...call, status: {...call.status, expiresAt: at + call.status.patienceMs}}
				: call,
		);
	}, calls);
}

function change(
	calls: Calls,
	lists: ListEdits,
	id: CallId,
	from: readonly ToolCall['status']['type'][],
	update: (call: ToolCall) => ToolCall,
): Calls {
	const call = calls.get(id);
	return call && from.includes(call.status.type) ? put(calls, lists, update(call)) : calls;
}

function put(calls: Calls, lists: ListEdits, call: ToolCall): Calls {
	return calls.get(call.id) === call ? calls : lists.put(calls, call.id, call);
}
