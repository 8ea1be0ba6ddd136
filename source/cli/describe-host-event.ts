import type {Stamped} from '../events/event.ts';
import {foundWords} from '../state/end-words.ts';
import {addressOf} from '../state/hops.ts';
import {inDoubtWords} from '../text/no-contact.ts';
import {lasting} from './format.ts';

/** Describes what happened to a terminal, or to a file on another machine. */
export function describeTerminal(event: Stamped): string | null {
	switch (event.type) {
		case 'terminal.opened':
			return `${event.terminal}  ${event.title}  on ${event.host}, for the ${event.owner}`;
		case 'terminal.exited':
			return `${event.terminal}  ${event.signal ?? (event.lost === undefined ? `code ${event.exitCode ?? (event.unseen ? 'not known' : 'none')}` : 'lost')} after ${lasting(event.durationMs)}`;
		case 'terminal.returned':
			return `${event.terminal}  goes on, on ${event.host}`;
		case 'terminal.closed':
			return event.terminal;
		case 'terminal.unconfirmed':
			return `${event.terminal}  ${event.title}  asked to stop on ${event.host}, not confirmed`;
		case 'file.unconfirmed':
			return inDoubtWords(event);
		case 'file.confirmed':
			return `${event.path} on ${event.host}: ${foundWords(event.found)}`;
		case 'terminal.confirmed':
		case 'terminal.settled':
			return `${event.terminal}  ${'host' in event ? `on ${event.host}: ` : ''}${confirmedWords(event.left)}`;
		case 'terminal.survived':
			return `${event.terminal}  ${event.title}  runs on after a crash: ${event.running.map(({pid}) => pid).join(', ')}`;
		case 'terminal.controlled':
			return `${event.terminal}  the ${event.by} types`;
		default:
			return describeHop(event);
	}
}

function confirmedWords(left: readonly number[] | null): string {
	if (left === null) {
		return 'not known any more';
	}
	return left.length === 0 ? 'runs there no more' : `still there: ${left.join(', ')}`;
}

function describeHop(event: Stamped): string {
	switch (event.type) {
		case 'hop.changed': {
			const {host, state, facts} = event;
			const where = facts ? `  ${addressOf(facts)}` : '';
			return `${host} ${state.status}${where}${'reason' in state ? `: ${state.reason.message}` : ''}`;
		}
		case 'hop.chosen':
			return `${event.host}${event.cwd === null ? '' : `  in ${event.cwd}`}`;
		case 'hop.moved':
			return `${event.host}  in ${event.cwd}`;
		case 'hop.refused':
			return `${event.host}  key ${event.refusal.why}: ${event.refusal.shown.fingerprint}`;
		case 'hop.asked': {
			const {question} = event;
			return question.type === 'host-key'
				? `${question.host}  is ${question.name} ${question.fingerprint}?`
				: `${question.host}  ${question.title}`;
		}
		case 'hop.answered':
			return `${event.question}  ${event.answer}`;
		case 'project.read':
			return `${event.host}  ${event.folder}  ${event.files.map(({name}) => name).join(', ')}: ${event.standing}`;
		case 'trust.answered':
			return `${event.host}  ${event.folder}  ${event.answer}`;
		case 'trust.extended':
			return `${event.host}  ${event.folder}  ${event.files.map(({name}) => name).join(', ')}`;
		default:
			return 'text' in event ? event.text : '';
	}
}
