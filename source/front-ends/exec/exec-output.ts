import type {CliContext} from '../../cli/context.ts';
import {lasting, oneLine} from '../../cli/format.ts';
import type {Stamped} from '../../events/event.ts';
import type {CallId, ReplyId} from '../../events/ids.ts';
import {createJournalLines} from '../../storage/journal-lines.ts';
import type {Redactor} from '../../storage/redact.ts';
import {neutralise} from '../../text/neutralise.ts';

export type ExecOutput = {
	readonly take: (event: Stamped) => void;
	/** Prints what is left, after everything has been closed. */
	readonly finish: () => void;
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

/** Prints one event a line, in the shape and order of the journal. */
function jsonOutput(cli: CliContext, redactor: Redactor): ExecOutput {
	const lineOf = createJournalLines(redactor);
	return {
		take: event => cli.print(`${lineOf(event)}\n`),
		finish() {},
	};
}

/** Prints progress to stderr; stdout gets only the answer after the last call. */
function textOutput(cli: CliContext, redactor: Redactor): ExecOutput {
	const calls = new Map<CallId, string>();
	const answer: Answer = {reply: null, text: '', isWhole: false};
	return {
		take(event) {
			listen(answer, event);
			if (event.type === 'tool.proposed') {
				calls.set(event.call, `${event.tool}  ${event.summary}`);
			}
			const line = progressOf(event, calls);
			if (line !== null) {
				cli.complain(`${oneLine(redactor.text(line))}\n`);
			}
		},
		finish() {
			if (answer.text === '') {
				return;
			}
			// A script must not take half an answer for a whole one, so that goes to stderr.
			const tell = answer.isWhole ? cli.print : cli.complain;
			const isShown = answer.isWhole ? cli.terminal.stdout : cli.terminal.stderr;
			const text = redactor.text(answer.text);
			tell(`${isShown ? neutralise(text) : text}\n`);
		},
	};
}

type Answer = {reply: ReplyId | null; text: string; isWhole: boolean};

/** Keeps only the newest reply. */
function listen(answer: Answer, event: Stamped): void {
	if (event.type === 'reply.began') {
		answer.reply = event.reply;
		answer.text = '';
		answer.isWhole = false;
	} else if (event.type === 'reply.grew' && event.reply === answer.reply) {
		answer.text += event.text;
	} else if (event.type === 'reply.ended' && event.reply === answer.reply) {
		answer.isWhole = event.finish === 'stop' || event.finish === 'length';
	}
}

function progressOf(event: Stamped, calls: ReadonlyMap<CallId, string>): string | null {
	switch (event.type) {
		case 'session.started':
			return `session ${event.session}`;
		case 'model.chosen':
			return `model ${event.provider === '' ? '' : `${event.provider}/`}${event.model}`;
		case 'hop.changed': {
			const {host, state} = event;
			return `${host} ${state.status}${'reason' in state ? `: ${state.reason.message}` : ''}`;
		}
		case 'tool.started':
			return `runs ${calls.get(event.call) ?? event.call}`;
		case 'tool.progressed':
			return `  … ${event.note}`;
		case 'tool.ended': {
			const {outcome, durationMs} = event;
			const what = calls.get(event.call) ?? event.call;
			switch (outcome.status) {
				case 'ok':
					return `done after ${lasting(durationMs)}`;
				case 'failed':
					return `failed: ${what}: ${outcome.failure.message}`;
				case 'lost':
					return `lost, outcome unknown: ${what}: ${outcome.failure.message}`;
				case 'denied':
					return `denied: ${what}${outcome.reason ? `: ${outcome.reason}` : ''}`;
				default:
					return `${outcome.status}: ${what}`;
			}
		}
		case 'context.compacted':
			return `context compacted: about ${event.tokensBefore} tokens became ${event.tokensAfter}`;
		case 'turn.retried':
			return `again in ${lasting(event.delayMs)}: ${event.failure.message}`;
		case 'turn.ended':
			return event.outcome === 'done'
				? null
				: `${event.outcome}${event.failure ? `: ${event.failure.message}` : ''}`;
		default:
			return null;
	}
}
