import type {Stamped} from '../events/event.ts';
import type {CallId} from '../events/ids.ts';
import type {State, ToolCall} from './state.ts';

type Calls = State['calls'];

/** A call only ever moves forward: proposed, waiting, running, ended. Late facts change nothing. */
export function reduceCalls(calls: Calls, event: Stamped): Calls {
	switch (event.type) {
		case 'tool.proposed':
			return calls.has(event.call) ? calls : put(calls, propose(event));
		case 'authorization.asked':
			return change(calls, event.call, ['proposed'], call => ({
				...call,
				status: {
					type: 'waiting',
					ask: event.ask,
					askedAt: event.at,
					expiresAt: event.expiresAt,
					...(event.hash !== undefined && {hash: event.hash}),
					...(event.dangers && {dangers: event.dangers}),
					...(event.why !== undefined && {why: event.why}),
				},
			}));
		case 'authorization.answered':
			return change(calls, event.call, ['proposed', 'waiting'], call =>
				call.answer ? call : {...call, answer: {verdict: event.verdict, by: event.by}},
			);
		case 'tool.started':
			return change(calls, event.call, ['proposed', 'waiting'], call => ({
				...call,
				status: {type: 'running', startedAt: event.at, note: ''},
			}));
		case 'tool.progressed':
			return change(calls, event.call, ['running'], call =>
				call.status.type === 'running'
					? {...call, status: {...call.status, note: event.note}}
					: call,
			);
		case 'tool.ended':
			return change(calls, event.call, ['proposed', 'waiting', 'running'], call => ({
				...call,
				status: {type: 'ended', outcome: event.outcome, durationMs: event.durationMs},
			}));
		case 'terminal.opened':
			return event.call
				? change(calls, event.call, ['proposed', 'waiting', 'running'], call => ({
						...call,
						terminal: event.terminal,
					}))
				: calls;
		default:
			return calls;
	}
}

function propose(event: Extract<Stamped, {type: 'tool.proposed'}>): ToolCall {
	const {call, turn, reply, tool, raw, input, scope, host, cwd, summary, exposure, mended} = event;
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
	};
}

function change(
	calls: Calls,
	id: CallId,
	from: readonly ToolCall['status']['type'][],
	update: (call: ToolCall) => ToolCall,
): Calls {
	const call = calls.get(id);
	return call && from.includes(call.status.type) ? put(calls, update(call)) : calls;
}

function put(calls: Calls, call: ToolCall): Calls {
	return calls.get(call.id) === call ? calls : new Map(calls).set(call.id, call);
}
