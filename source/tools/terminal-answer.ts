import type {TerminalId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {type Shortened, shortenOutput} from '../terminal/shorten-output.ts';
import type {Refusal, TerminalInfo, TerminalReading} from '../terminal/terminal.ts';
import type {Waiting} from '../terminal/transport.ts';
import type {Woke} from '../terminal/wait-conditions.ts';
import {noContactWords} from '../text/no-contact.ts';
import type {ToolContext} from './tool.ts';

export type AnswerRequest = {
	readonly terminal: TerminalId;
	readonly woke: Woke;
	/** When the call began, in the clock's `elapsed` time. */
	readonly startedAt: number;
	readonly tokensMax: number;
	readonly hint?: string;
	/** The call was meant to end the program, so the program's end is a success. */
	readonly isToEnd?: boolean;
};

/**
 * Returns the answer of a call that runs or waits for a program: an object with always the same
 * keys. `success` means that the call did its job and that the program was not cut short; how the
 * program itself ended is in `exit_code`.
 */
export async function answer(context: ToolContext, request: AnswerRequest): Promise<JsonObject> {
	const {terminals, clock} = context;
	const {terminal, woke, startedAt, tokensMax} = request;
	const reading = await terminals.read(terminal);
	const info = terminals.get(terminal);
	const isUnconfirmed = info !== null && info.ended === null && info.unconfirmedMs !== null;
	const waiting = isUnconfirmed ? null : await terminals.waiting(terminal);
	const shortened = reading === null ? nothing : shortenOutput(reading.output, tokensMax);
	const isRunning = info !== null && info.ended === null;
	const isKnown = info !== null && !info.isReported;
	const reason = reasonOf(woke, info);
	return {
		success: reason !== 'lost' && (reason !== 'signalled' || request.isToEnd === true),
		session_id: isKnown ? Number(terminal) : null,
		output: shortened.text,
		running: isRunning,
		exit_code: info?.ended?.exitCode ?? null,
		signal: info?.ended?.signal ?? null,
		truncated: shortened.omittedTokens > 0,
		omitted_tokens: shortened.omittedTokens,
		original_tokens: shortened.originalTokens,
		wall_time_ms: Math.round(clock.elapsed() - startedAt),
		reason,
		woke_by: wokeBy(woke),
		waiting: isRunning ? waiting : null,
		screen: screenOf(context, {
			terminal,
			// The screen shows what the user's keys did; the keys themselves are not recorded.
			isWanted: reading?.isDrawing === true || reading?.userTyped === true,
		}),
		user_typed: reading?.userTyped === true,
		transcript: info?.transcript ?? null,
		hint: hintOf({info, reading, shortened, waiting, woke, given: request.hint}),
		error: null,
		// Lets a later run of this program know how much of a kept terminal's output the model has
		// read.
		...(info?.kept && {output_read: info.readBytes}),
		...(isUnconfirmed && {unconfirmed: noContactWords(info.unconfirmedMs ?? 0)}),
	};
}

/** Returns an answer with the same keys, for a call that could not do its job. */
export function refusal(
	{code, failure, unconfirmed}: Pick<Refusal, 'failure' | 'unconfirmed'> & {readonly code: string},
	terminal: TerminalInfo | null = null,
): Outcome {
	// The connection was lost after the request, so the command may have started.
	const isLost = failure.kind === 'incomplete';
	const message = isLost ? `${failure.message}. ${lostWords}` : failure.message;
	return {
		status: 'failed',
		failure: {...failure, message},
		result: {
			...emptyAnswer,
			// The program may still be running, although the call could not do its job.
			...(terminal && {
				session_id: Number(terminal.id),
				running: terminal.ended === null,
				exit_code: terminal.ended?.exitCode ?? null,
				signal: terminal.ended?.signal ?? null,
			}),
			...(isLost && {reason: 'lost'}),
			...(unconfirmed && {unconfirmed: noContactWords(unconfirmed.silentMs)}),
			error: {kind: failure.kind, code, message},
		},
	};
}

const lostWords =
	'Whether it began there, and how it ended, is not known. Look at what it did before doing it again.';

const emptyAnswer: JsonObject = {
	success: false,
	session_id: null,
	output: '',
	running: false,
	exit_code: null,
	signal: null,
	truncated: false,
	omitted_tokens: 0,
	original_tokens: 0,
	wall_time_ms: 0,
	reason: null,
	woke_by: null,
	waiting: null,
	screen: null,
	user_typed: false,
	transcript: null,
	hint: null,
};

const nothing: Shortened = {text: '', originalTokens: 0, omittedTokens: 0};

function reasonOf(woke: Woke, info: TerminalInfo | null): string {
	if (info === null) {
		return 'closed';
	}
	if (info.ended?.lost !== undefined) {
		return 'lost';
	}
	if (info.ended !== null) {
		const how = info.ended.signal === null ? 'exited' : 'signalled';
		return info.hasTimedOut ? 'timeout' : how;
	}
	if (info.unconfirmedMs !== null && info.hasTimedOut) {
		return 'timeout';
	}
	switch (woke.type) {
		case 'settled':
			return 'settled';
		case 'deadline':
		case 'exit':
		case 'closed':
		case 'unconfirmed':
			return 'yield';
		case 'aborted':
			return 'aborted';
		default:
			return 'wait_for';
	}
}

/** Says which condition of `wait_for` became true, and in which terminal. */
function wokeBy(woke: Woke): JsonObject | null {
	switch (woke.type) {
		case 'deadline':
		case 'aborted':
		case 'settled':
		case 'unconfirmed':
			return null;
		case 'text':
			return {condition: 'text', session_id: Number(woke.terminal), match: woke.match};
		case 'slow-pattern':
			return {condition: 'regex', session_id: Number(woke.terminal), match: null};
		case 'handed-back':
			return {condition: 'handed_back', session_id: Number(woke.terminal)};
		default:
			return {condition: woke.type, session_id: Number(woke.terminal)};
	}
}

/** Returns the screen of a program that draws, since its drawing commands would tell nothing. */
export function screenOf(
	{terminals, hide}: ToolContext,
	{terminal, isWanted}: {terminal: TerminalId; isWanted: boolean},
): JsonObject | null {
	const view = terminals.view(terminal);
	const modes = view?.modes();
	if (!view || !modes || !(modes.isAlternate || isWanted)) {
		return null;
	}
	return {
		rows: withoutEmptyEnd(view.plainRows(hide)),
		cursor: modes.cursor,
		title: modes.title,
		alternate: modes.isAlternate,
	};
}

export function withoutEmptyEnd(rows: readonly string[]): readonly string[] {
	return rows.slice(0, rows.findLastIndex(row => row !== '') + 1);
}

type HintRequest = {
	readonly info: TerminalInfo | null;
	readonly reading: TerminalReading | null;
	readonly shortened: Shortened;
	readonly waiting: Waiting;
	readonly woke: Woke;
	readonly given: string | undefined;
};

function hintOf({info, reading, shortened, waiting, woke, given}: HintRequest): string | null {
	const hints = given === undefined ? [] : [given];
	const leftovers = reading?.leftovers ?? [];
	if (info?.ended === null && info.unconfirmedMs !== null) {
		const {host, unconfirmedMs} = info;
		hints.push(
			`It was asked to stop, and ${host} has not confirmed that (${noContactWords(unconfirmedMs)}): it may still run there. It is asked again when ${host} answers.`,
		);
	}
	if (info?.ended?.lost !== undefined) {
		hints.push(
			`${info.ended.lost}. Whether the command ended, and how, is not known; it may still run. Look at what it did before doing it again.`,
		);
	}
	if (info?.ended?.unseen) {
		hints.push(
			'It has ended. Its exit code is not known: while it ran, this session went on in a new version of agent-tui.',
		);
	}
	if (leftovers.length > 0) {
		hints.push(
			`It left ${leftovers.length} running in the background (pids ${leftovers.join(', ')}); close_pty_session with force ends them.`,
		);
	}
	if (info?.ended === null && waiting === 'input' && shortened.text === '') {
		hints.push('It waits for input, without a prompt: write_stdin types it.');
	}
	if (info?.ended === null && waiting === 'password') {
		hints.push('It hides what is typed: the person types it in the terminal pane. Wait for it.');
	}
	if (reading?.hasReturned) {
		hints.push(
			'agent-tui had ended and was started again: this is the same terminal, and its output goes on where you had read to.',
		);
	}
	if (reading?.userTyped) {
		hints.push('The person typed into this terminal; what was typed is not shown to you.');
	}
	if (info?.ended === null && info.control === 'user') {
		hints.push(
			'The person has the keyboard. write_stdin with empty chars waits until it is handed back.',
		);
	}
	if (woke.type === 'slow-pattern') {
		hints.push(
			'The regular expression took too long to match; use a simpler one, or a literal text.',
		);
	}
	if (shortened.omittedTokens > 0 && info?.transcript) {
		hints.push('read_terminal with view "range" shows what was omitted.');
	}
	return hints.length === 0 ? null : hints.join(' ');
}
