import type {CliContext} from '../../cli/context.ts';
import {lasting, oneLine} from '../../cli/format.ts';
import type {Scope} from '../../events/authorization.ts';
import type {Stamped} from '../../events/event.ts';
import type {CallId} from '../../events/ids.ts';
import {doingWords, machineOf} from '../../state/card-question.ts';
import {changeSize} from '../../state/change-size.ts';
import {failureLine} from '../../state/failure-words.ts';
import {toldWords} from '../../state/project.ts';
import {createJournalLines} from '../../storage/journal-lines.ts';
import type {Redactor} from '../../storage/redact.ts';
import {neutralise} from '../../text/neutralise.ts';
import {withFlags} from './flag-words.ts';
import {type RunEnd, resultLine} from './result-line.ts';

export type ExecOutput = {
	readonly take: (event: Stamped) => void;
	/** Prints a line of progress for a person who waits. */
	readonly progress: (words: string) => void;
	/** Prints the result of the run. Call this after everything has been closed. */
	readonly finish: (end: RunEnd) => void;
};

export function createExecOutput({
	cli,
	json,
	redactor,
}: {
	cli: CliContext;
	json: boolean;
	redactor: Redactor;
}): ExecOutput {
	return json ? jsonOutput(cli, redactor) : textOutput(cli, redactor);
}

/** Prints one event per line, exactly as the journal has it. */
function jsonOutput(cli: CliContext, redactor: Redactor): ExecOutput {
	const lineOf = createJournalLines(redactor);
	return {
		take: event => cli.print(`${lineOf(event)}\n`),
		progress() {},
		finish: end => cli.print(`${JSON.stringify(redactor.value(resultLine(end)))}\n`),
	};
}

/** Prints progress to stderr, and the final answer to stdout. */
function textOutput(cli: CliContext, redactor: Redactor): ExecOutput {
	const calls = new Map<CallId, CallWords>();
	return {
		take(event) {
			noteCall(event, calls, redactor);
			const line = progressOf(event, calls);
			if (line !== null) {
				cli.complain(`${oneLine(redactor.text(line))}\n`);
			}
		},
		progress: words => cli.complain(`  … ${words}\n`),
		finish({result: {answer, isWhole}}) {
			if (answer === '') {
				return;
			}
			// A script must not take half an answer for a whole one, so an unfinished answer goes to
			// stderr.
			const tell = isWhole ? cli.print : cli.complain;
			const isShown = isWhole ? cli.terminal.stdout : cli.terminal.stderr;
			const text = redactor.text(answer);
			tell(`${isShown ? neutralise(text) : text}\n`);
		},
	};
}

/** What a line of progress says about a call. */
type CallWords = {
	readonly what: string;
	/**
	 * The machine on which the call runs, e.g. ` on this machine`; empty for calls that need no
	 * permission.
	 */
	readonly place: string;
	readonly doing: string;
	readonly size: string;
	readonly scope: Scope | null;
};

function noteCall(event: Stamped, calls: Map<CallId, CallWords>, redactor: Redactor): void {
	if (event.type === 'tool.previewed') {
		const known = calls.get(event.call);
		const size = changeSize({scope: known?.scope ?? null, preview: event.preview});
		if (known && size !== '') {
			calls.set(event.call, {...known, size: ` (${size})`});
		}
	}
	if (event.type !== 'tool.proposed') {
		return;
	}
	// Make sure that the words around a command in the line can't be read as a part of the command.
	const summary = redactor.text(event.summary);
	calls.set(
		event.call,
		event.scope === null
			? {what: `${event.tool}  ${summary}`, place: '', doing: 'runs ', size: '', scope: null}
			: {
					what: summary,
					place: ` on ${machineOf(event)}`,
					doing: `${doingWords(event)}: `,
					size: '',
					scope: event.scope,
				},
	);
}

function progressOf(event: Stamped, calls: ReadonlyMap<CallId, CallWords>): string | null {
	switch (event.type) {
		case 'session.started':
			return `session ${event.session}`;
		case 'model.chosen':
			return `model ${event.provider === '' ? '' : `${event.provider}/`}${event.model}`;
		case 'hop.changed': {
			const {host, state} = event;
			return `${host} ${state.status}${'reason' in state ? `: ${state.reason.message}` : ''}`;
		}
		case 'project.read':
			return toldWords(event) === '' ? null : `instructions read: ${toldWords(event)}`;
		case 'tool.started': {
			const {doing, what, size} = calls.get(event.call) ?? unknownCall;
			return `${doing}${what}${size}`;
		}
		case 'tool.progressed':
			return `  … ${event.note}`;
		case 'tool.ended': {
			const {outcome, durationMs} = event;
			const {what, place} = calls.get(event.call) ?? unknownCall;
			switch (outcome.status) {
				case 'ok':
					return `done after ${lasting(durationMs)}`;
				case 'failed':
					return `failed${place}: ${what}: ${withFlags(failureLine({tool: what.split(' ')[0] ?? '', scope: null}, outcome.failure))}`;
				case 'lost':
					return `lost${place}, outcome unknown: ${what}: ${withFlags(outcome.failure.message)}`;
				case 'denied':
					return `denied${place}: ${what}${outcome.reason ? `: ${outcome.reason}` : ''}`;
				default:
					return `${outcome.status}${place}: ${what}`;
			}
		}
		case 'context.compacted':
			return `context compacted: about ${event.tokensBefore} tokens became ${event.tokensAfter}`;
		case 'turn.retried':
			return `again in ${lasting(event.delayMs)}: ${withFlags(event.failure.message)}`;
		case 'turn.ended':
			return event.outcome === 'done'
				? null
				: `${event.outcome}${event.failure ? `: ${withFlags(event.failure.message)}` : ''}`;
		default:
			return null;
	}
}

const unknownCall: CallWords = {what: 'a call', place: '', doing: 'runs ', size: '', scope: null};
