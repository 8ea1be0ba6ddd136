import type {SessionUpdate, ToolCallContent, ToolCallStatus} from '@agentclientprotocol/sdk';
import type {State, ToolCall} from '../../state/state.ts';
import {
	kindOf,
	locationsOf,
	opensTerminal,
	outcomeText,
	questionOf,
	titleOf,
} from './call-words.ts';
import {diffsOf} from './diffs.ts';

/** The fields of a call in the form of the protocol, as the editor shows them. */
export type CallFields = Omit<
	Extract<SessionUpdate, {sessionUpdate: 'tool_call_update'}>,
	'sessionUpdate'
>;

export type CallView = {
	/**
	 * Whether the editor shows the output of the call's terminal live, in a terminal with the call's
	 * id.
	 */
	readonly isLive: boolean;
};

export function callFields(call: ToolCall, state: State, view: CallView): CallFields {
	const fields = wholeFields(call, state, view);
	return JSON.stringify(fields).length > lengthMax ? shortFields(fields) : fields;
}

/** A message of the protocol may have 32 MB, and a character may take four bytes. */
const lengthMax = 6_000_000;

/** Whether the editor gets the whole call, so that a person there can judge it. */
export function isWhole({rawInput}: CallFields): boolean {
	return rawInput !== undefined;
}

function shortFields({rawInput: _, rawOutput: __, title, ...fields}: CallFields): CallFields {
	const words = 'This call is too long to be shown here. In a terminal: agent-tui attach';
	const text = (title ?? '').slice(0, rawLengthMax);
	return {...fields, title: text, content: textContent(words)};
}

function wholeFields(call: ToolCall, state: State, view: CallView): CallFields {
	const {id, tool, input, preview, cwd, status} = call;
	return {
		toolCallId: id,
		title: titleOf(call),
		name: tool,
		kind: kindOf(call),
		status: statusOf(call),
		rawInput: input,
		content: [
			...terminalContent(call, view),
			...(preview ? diffsOf(preview.patch, cwd) : []),
			...textContent(textOf(call, state, view)),
		],
		locations: locationsOf(call),
		...(status.type === 'ended' && rawOutput(status.outcome)),
	};
}

function statusOf({status}: ToolCall): ToolCallStatus {
	switch (status.type) {
		case 'running':
			return 'in_progress';
		case 'ended':
			return status.outcome.status === 'ok' ? 'completed' : 'failed';
		default:
			return 'pending';
	}
}

/**
 * The reference to the terminal in which the editor shows the output. The editor was told of that
 * terminal when the call was proposed.
 */
function terminalContent(call: ToolCall, {isLive}: CallView): ToolCallContent[] {
	const isOver = call.status.type === 'ended' && call.terminal === undefined;
	return isLive && opensTerminal(call) && !isOver ? [{type: 'terminal', terminalId: call.id}] : [];
}

function textOf(call: ToolCall, state: State, {isLive}: CallView): string {
	const {status, preview, terminal} = call;
	if (status.type === 'waiting' && !call.answer) {
		return questionOf(call, state);
	}
	if (status.type === 'ended' && status.outcome.status === 'ok') {
		const isShown = preview !== undefined || (isLive && terminal !== undefined);
		return isShown ? '' : outcomeText(call);
	}
	return outcomeText(call);
}

function textContent(text: string): ToolCallContent[] {
	return text === '' ? [] : [{type: 'content', content: {type: 'text', text}}];
}

const rawLengthMax = 200_000;

/** The whole result. It is left out if it is too long to be kept in the editor's history. */
function rawOutput(outcome: object): {readonly rawOutput?: unknown} {
	return JSON.stringify(outcome).length > rawLengthMax ? {} : {rawOutput: outcome};
}

/** Returns the fields that differ from those sent last; null if none does. */
export function changedFields(before: CallFields, now: CallFields): CallFields | null {
	const changed = Object.entries(now).filter(
		([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof CallFields]),
	);
	return changed.length === 0 ? null : {toolCallId: now.toolCallId, ...Object.fromEntries(changed)};
}
