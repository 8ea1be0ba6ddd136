import type {Event} from './event.ts';

/** Whether the journal keeps an event. It keeps every type that is not listed here. */
export function isDurable({type}: Event): boolean {
	return !fleeting.has(type);
}

/** Types of events that the next run would find out anew, or that matter only for a moment. */
const fleeting: ReadonlySet<Event['type']> = new Set<Event['type']>([
	'hop.waited',
	// It repeats events that the journal already has.
	'past.read',
	// It contains the whole text of the files, and an unanswered question is asked again.
	'trust.asked',
	'proxy.changed',
	'models.listed',
	'servers.changed',
	'rule.added',
	'rule.dropped',
	'settings.checked',
	'notice.shown',
	'terminal.waited',
	'terminal.wanted',
	'terminal.typed',
]);
