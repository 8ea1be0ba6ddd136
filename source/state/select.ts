import type {Effort} from '../events/effort.ts';
import type {CallId, TurnId} from '../events/ids.ts';
import type {Incident} from '../events/incident.ts';
import type {Outcome} from '../events/outcome.ts';
import {effectWords, foundWords, knownLater, wasStoppedAtEnd} from './end-words.ts';
import {createFinder} from './layered-map.ts';
import {deniedText} from './refusals.ts';
import type {State, ToolCall} from './state.ts';

/**
 * Selectors return references from the state, or remember their last result, so that a result
 * changes only if its inputs did.
 */

/**
 * The calls that have not ended. They are searched often, and a long session has thousands of ended
 * ones.
 */
export const openCalls = memo(
	(state: State) => state.calls,
	createFinder<CallId, ToolCall>(({status}) => status.type !== 'ended'),
);

export const waitingCalls = memo(openCalls, (calls): readonly ToolCall[] =>
	calls.filter(({status, answer}) => status.type === 'waiting' && answer === undefined),
);

export const runningCalls = memo(openCalls, (calls): readonly ToolCall[] =>
	calls.filter(({status}) => status.type === 'running'),
);

/** The newest incident whose action is counting down. */
export function countingDown({incidents}: State): Incident | undefined {
	return incidents.findLast(({status}) => status.type === 'countdown');
}

export function callOf(state: State, id: CallId): ToolCall | undefined {
	return state.calls.get(id);
}

/** Whether any turn is active; parked turns, which wait for a person, don't count. */
export function isAtWork(state: State): boolean {
	const {turn, parked} = state.chat;
	return [...parked, ...(turn ? [turn] : [])].some(({id}) => !onlyWaits(state, id));
}

/** Whether ending the session now would lose work, or a result that somebody waits for. */
export function isBusy(state: State): boolean {
	return (
		isAtWork(state) ||
		waitingCalls(state).length > 0 ||
		runningCalls(state).length > 0 ||
		state.terminals.some(({ended}) => ended === null)
	);
}

/** Whether every open call of the turn waits for a person. */
export function onlyWaits(state: State, turn: TurnId): boolean {
	const open = openCalls(state).filter(call => call.turn === turn);
	return open.length > 0 && open.every(call => call.status.type === 'waiting' && !call.answer);
}

/**
 * The result of a call as text for the model. A call that never ran has one too, so that the model
 * needn't guess.
 */
export function resultText(call: ToolCall): string {
	if (call.status.type !== 'ended') {
		return openText(call);
	}
	return withEdit(call, outcomeText(call.status.outcome, call));
}

/**
 * The text for a call that is still open while another turn asks the model. The call's own turn
 * will get the result.
 */
function openText({status}: ToolCall): string {
	const waits = 'It waits for the permission of the user, who is shown it. Nothing of it was run.';
	const message = status.type === 'running' ? 'It runs now.' : waits;
	return JSON.stringify({
		status: status.type === 'running' ? 'running' : 'waiting',
		message: `${message} Its result comes by itself: do not make the call again.`,
	});
}

/** Tells the model that the person edited the call, and what really ran. */
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
	const later = knownLater(call);
	switch (outcome.status) {
		case 'ok':
			return JSON.stringify(outcome.result);
		case 'failed':
		case 'lost':
			return JSON.stringify({
				...(outcome.result ?? {
					success: false,
					error: {kind: outcome.failure.kind, message: outcome.failure.message},
				}),
				...(later !== null && {found_later: later}),
			});
		case 'denied':
			return deniedText(call, outcome.reason);
		case 'cancelled':
			return refusal(outcome, interruptedText(call, outcome));
		case 'interrupted':
			return wasStoppedAtEnd(call, outcome)
				? refusal(
						{...outcome, result: {...outcome.result, running: false}},
						'agent-tui ended while this call ran, and stopped it. What it had done by then stays: look before you repeat it.',
					)
				: refusal(
						outcome,
						'The program ended while this call ran. It may have had effects, and its outcome is unknown: look before you repeat it.',
					);
	}
}

function interruptedText(
	call: ToolCall,
	outcome: Extract<Outcome, {status: 'cancelled' | 'interrupted'}>,
): string {
	const {answer, stopConfirmedAt, found} = call;
	const {unconfirmed, file} = outcome.result ?? {};
	if (answer?.verdict.type === 'cancelled') {
		return 'The user interrupted before this call was allowed. Nothing was run.';
	}
	if (typeof unconfirmed !== 'string') {
		return `The user interrupted this call: ${effectWords(call, outcome)}.`;
	}
	if (typeof file === 'string') {
		return found === undefined
			? `The user interrupted this call. It was asked to stop, which was not confirmed (${unconfirmed}): whether ${file} was written is not known. It is looked at when the host answers.`
			: `The user interrupted this call. Whether ${file} was written was not known then (${unconfirmed}); when the host answered, ${foundWords(found)}.`;
	}
	return stopConfirmedAt === undefined
		? `The user interrupted this call. It was asked to stop, which was not confirmed (${unconfirmed}): it may still run. It may have had effects.`
		: 'The user interrupted this call. It was asked to stop, which was confirmed only later: it runs no more. It may have had effects.';
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

/** The name by which the engine asks the proxy for its model. */
/** Returns the effort to request; null leaves the choice to the provider. */
export function effortAsked({session: {effort}}: State): Effort | null {
	return effort === 'default' ? null : effort;
}

export function modelAsked({session: {provider, model}}: Pick<State, 'session'>): string {
	return provider === '' ? model || 'default' : `${provider}/${model}`;
}
