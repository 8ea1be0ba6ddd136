import type {CallId, TurnId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import {deniedText} from './refusals.ts';
import type {State, ToolCall} from './state.ts';

/** Selectors return references that are already in the state, or are memoised on their inputs. */

export const waitingCalls = memo(
	(state: State) => state.calls,
	(calls): readonly ToolCall[] =>
		[...calls.values()].filter(call => call.status.type === 'waiting' && call.answer === undefined),
);

export const runningCalls = memo(
	(state: State) => state.calls,
	(calls): readonly ToolCall[] =>
		[...calls.values()].filter(call => call.status.type === 'running'),
);

export function callOf(state: State, id: CallId): ToolCall | undefined {
	return state.calls.get(id);
}

/** Whether anything goes on by itself; turns that only wait for a person do not. */
export function isAtWork(state: State): boolean {
	const {turn, parked} = state.chat;
	return [...parked, ...(turn ? [turn] : [])].some(({id}) => !onlyWaits(state, id));
}

/** Nothing of this turn goes on by itself: each of its calls that has not ended waits for a person. */
export function onlyWaits({calls}: State, turn: TurnId): boolean {
	const open = [...calls.values()].filter(
		call => call.turn === turn && call.status.type !== 'ended',
	);
	return open.length > 0 && open.every(call => call.status.type === 'waiting' && !call.answer);
}

/** Every call has a result, also one that never ran: the model must not be left guessing. */
export function resultText(call: ToolCall): string {
	if (call.status.type !== 'ended') {
		return openText(call);
	}
	return withEdit(call, outcomeText(call.status.outcome, call));
}

/** Another turn speaks meanwhile; in this turn's own requests the call has its result. */
function openText({status}: ToolCall): string {
	const waits = 'It waits for the permission of the user, who is shown it. Nothing of it was run.';
	const message = status.type === 'running' ? 'It runs now.' : waits;
	return JSON.stringify({
		status: status.type === 'running' ? 'running' : 'waiting',
		message: `${message} Its result comes by itself: do not make the call again.`,
	});
}

/** The person changed it before it ran: the model must know what really ran. */
function withEdit(call: ToolCall, text: string): string {
	if (!call.edited) {
		return text;
	}
	const note = {
		edited_by_user: call.input,
		note: 'The user changed the arguments before allowing the call. This is the result of what they made of it.',
	};
	return JSON.stringify({...JSON.parse(text), ...note});
}

function outcomeText(outcome: Outcome, call: ToolCall): string {
	switch (outcome.status) {
		case 'ok':
			return JSON.stringify(outcome.result);
		case 'failed':
		case 'lost':
			return JSON.stringify(
				outcome.result ?? {
					success: false,
					error: {kind: outcome.failure.kind, message: outcome.failure.message},
				},
			);
		case 'denied':
			return deniedText(call, outcome.reason);
		case 'cancelled':
			return refusal(
				outcome,
				call.answer?.verdict.type === 'cancelled'
					? 'The user interrupted before this call was allowed. Nothing was run.'
					: 'The user interrupted this call. It may have had effects.',
			);
		case 'interrupted':
			return refusal(
				outcome,
				'The program ended while this call ran. It may have had effects, and its outcome is unknown: look before you repeat it.',
			);
	}
}

function refusal(
	{status: kind, result}: Extract<Outcome, {status: 'cancelled' | 'interrupted'}>,
	message: string,
): string {
	return JSON.stringify({...result, success: false, error: {kind, message}});
}

function memo<Input, Output>(
	pick: (state: State) => Input,
	compute: (input: Input) => Output,
): (state: State) => Output {
	let last: {input: Input; output: Output} | undefined;
	return state => {
		const input = pick(state);
		if (!last || last.input !== input) {
			last = {input, output: compute(input)};
		}
		return last.output;
	};
}

/** The name under which the engine asks the proxy for a model. */
export function modelAsked({session: {provider, model}}: State): string {
	return provider === '' ? model || 'default' : `${provider}/${model}`;
}
