import type {CallId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {InputItem} from '../events/part.ts';
import {deniedText} from './refusals.ts';
import type {ChatItem, State, TerminalRecord, ToolCall} from './state.ts';

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

export function selectedTerminal(state: State): TerminalRecord | null {
	return (
		state.terminals.find(terminal => terminal.id === state.screen.terminal) ??
		state.terminals.at(-1) ??
		null
	);
}

export function callOf(state: State, id: CallId): ToolCall | undefined {
	return state.calls.get(id);
}

/** What the model is given: everything said since the context was last cleared. */
export function conversation(state: State): readonly InputItem[] {
	const {items} = state.chat;
	const start = items.findLastIndex(item => item.type === 'cleared') + 1;
	return items.slice(start).flatMap(item => toInput(state, item));
}

function toInput(state: State, item: ChatItem): readonly InputItem[] {
	switch (item.type) {
		case 'message':
			return [{type: 'user', text: item.text}];
		case 'reply':
			// What a request said before it failed was said again by the one that replaced it.
			return item.text === '' || item.ended?.finish === 'failed'
				? []
				: [{type: 'assistant', text: item.text}];
		case 'call': {
			const call = state.calls.get(item.call);
			return call ? callInput(call) : [];
		}
		default:
			return [];
	}
}

function callInput(call: ToolCall): readonly InputItem[] {
	const {id, tool: name, raw} = call;
	return [
		{type: 'call', id, name, arguments: raw},
		{type: 'result', id, output: resultText(call)},
	];
}

/** Every call has a result, also one that never ran: the model must not be left guessing. */
export function resultText(call: ToolCall): string {
	if (call.status.type !== 'ended') {
		return refusal('cancelled', 'The call has not ended.');
	}
	return withEdit(call, outcomeText(call.status.outcome, call));
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
				'cancelled',
				call.answer?.verdict.type === 'cancelled'
					? 'The user interrupted before this call was allowed. Nothing was run.'
					: 'The user interrupted this call. It may have had effects.',
			);
		case 'interrupted':
			return refusal(
				'interrupted',
				'The program ended while this call ran. Its outcome is unknown; look before you repeat it.',
			);
	}
}

function refusal(kind: string, message: string): string {
	return JSON.stringify({success: false, error: {kind, message}});
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
