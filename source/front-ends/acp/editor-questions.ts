import type {PermissionOption, RequestPermissionResponse} from '@agentclientprotocol/sdk';
import type {Verdict} from '../../events/authorization.ts';
import {type CallId, localHost} from '../../events/ids.ts';
import type {SessionMode} from '../../events/session-mode.ts';
import {filesOutside} from '../../state/risks.ts';
import {callOf, waitingCalls} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {type CallFields, callFields, isWhole} from './call-updates.ts';

export type EditorQuestionPorts = {
	readonly state: () => State;
	/** Returns the value with all secrets replaced. */
	readonly hide: <Value>(value: Value) => Value;
	readonly isLive: (call: ToolCall) => boolean;
	readonly ask: (
		call: CallFields,
		options: PermissionOption[],
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
	readonly answer: (call: CallId, verdict: Verdict) => void;
	/** Called if the editor cancelled the turn instead of answering. */
	readonly giveUp: () => unknown;
	/** Called if the editor can't show the question. The card of the session keeps waiting. */
	readonly cannotAsk: (call: ToolCall, why: string) => void;
};

/**
 * Asks the editor the questions of the cards. If a card is answered on a screen or disappears, its
 * question in the editor is cancelled. If the editor never answers, the card keeps waiting.
 */
export type EditorQuestions = {
	/** Call this with every new state, after the editor was sent the calls. */
	readonly look: () => void;
	/** Cancels all questions in the editor. */
	readonly close: () => void;
};

export function createEditorQuestions(ports: EditorQuestionPorts): EditorQuestions {
	const asked = new Map<CallId, {readonly what: string; readonly end: AbortController}>();
	const takeBack = (id: CallId) => {
		asked.get(id)?.end.abort();
		asked.delete(id);
	};
	const put = (call: ToolCall) => {
		const end = new AbortController();
		const what = whatIsAsked(call);
		asked.set(call.id, {what, end});
		const fields = ports.hide(callFields(call, ports.state(), {isLive: ports.isLive(call)}));
		if (!isWhole(fields)) {
			ports.cannotAsk(call, 'it is too long for the protocol');
			return;
		}
		ports.ask(fields, [...optionsOf(call, modeOf(ports))], end.signal).then(
			response => {
				const now = callOf(ports.state(), call.id);
				if (!end.signal.aborted && now && whatIsAsked(now) === what) {
					hear(ports, now, response);
				}
			},
			error => {
				if (!end.signal.aborted) {
					ports.cannotAsk(call, error instanceof Error ? error.message : String(error));
				}
			},
		);
	};
	return {
		look() {
			const waiting = new Map(waitingCalls(ports.state()).map(call => [call.id, call]));
			for (const [id, {what}] of [...asked]) {
				const call = waiting.get(id);
				if (!call || whatIsAsked(call) !== what) {
					takeBack(id);
				}
			}
			for (const call of waiting.values()) {
				asked.has(call.id) || put(call);
			}
		},
		close() {
			for (const id of [...asked.keys()]) {
				takeBack(id);
			}
		},
	};
}

/** A text that is the same for two questions if an answer to one is valid for the other. */
function whatIsAsked({status, raw, edited, lapsed}: ToolCall): string {
	const {ask, hash} = status.type === 'waiting' ? status : {};
	return JSON.stringify([ask, hash, raw, edited, lapsed]);
}

const once = 'allow-once';
const session = 'allow-session';
const deny = 'deny';

function modeOf({state}: EditorQuestionPorts): SessionMode {
	return state().session.mode;
}

function hear(
	ports: EditorQuestionPorts,
	call: ToolCall,
	{outcome}: RequestPermissionResponse,
): void {
	if (outcome.outcome === 'cancelled') {
		ports.giveUp();
		return;
	}
	ports.answer(call.id, verdictOf(call, outcome.optionId, modeOf(ports)));
}

/** Turns the chosen option into a verdict. Any option that was not offered counts as a no. */
function verdictOf(call: ToolCall, option: string, mode: SessionMode): Verdict {
	if (option === once) {
		return {type: 'once'};
	}
	return option === session && sessionWords(call, mode) !== null
		? {type: 'session'}
		: {type: 'deny'};
}

export function optionsOf(call: ToolCall, mode: SessionMode): readonly PermissionOption[] {
	const words = sessionWords(call, mode);
	return [
		{optionId: once, kind: 'allow_once', name: 'Allow once'},
		...(words === null ? [] : [{optionId: session, kind: 'allow_always', name: words} as const]),
		{optionId: deny, kind: 'reject_once', name: 'Deny'},
	];
}

/**
 * Says in full what a grant for the session would cover. Null if that can't be said in a few words:
 * for commands and for calls with a warning, only a single yes is offered. In the mode `ask` every
 * call asks, so nothing is promised.
 */
function sessionWords(call: ToolCall, mode: SessionMode): string | null {
	const {scope, host, exposure, status} = call;
	const {dangers = [], why} = status.type === 'waiting' ? status : {};
	const isPlain =
		mode !== 'ask' &&
		dangers.length === 0 &&
		why === undefined &&
		exposure?.doubt === undefined &&
		exposure?.raises === undefined &&
		exposure?.terminal === undefined &&
		filesOutside(call).length === 0;
	const what = isPlain && scope !== null ? coveredWords[scope] : undefined;
	const where = host === localHost ? 'on this machine' : `on ${revealInRow(host)}`;
	return what === undefined ? null : `Allow ${what} ${where} until this session ends`;
}

const coveredWords: Readonly<Record<string, string>> = {
	write: 'every change of files in this folder',
	network: 'every network call',
};
