import type {Event} from './event.ts';

/** Whether the journal keeps an event. It keeps every type that is not listed here. */
export function isDurable({type}: Event): boolean {
	return !fleeting.has(type);
}

/** Events that the next run finds out anew, or that mattered only for a moment. */
const fleeting: ReadonlySet<Event['type']> = new Set<Event['type']>([
	'hop.waited',
	// The journal already has what it repeats.
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
