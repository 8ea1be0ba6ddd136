import type {Event} from './event.ts';

/** Whether an event goes to the journal: it does, unless it is listed here. */
export function isDurable({type}: Event): boolean {
	return !fleeting.has(type);
}

/** What the next run finds out anew, or what concerned only a moment. */
const fleeting: ReadonlySet<Event['type']> = new Set<Event['type']>([
	'hop.waited',
	// It stands in the journal already.
	'past.read',
	// With the whole text of the files. It is asked again where it was not answered.
	'trust.asked',
	'proxy.changed',
	'models.listed',
	'rule.added',
	'rule.dropped',
	'settings.checked',
	'notice.shown',
	'terminal.waited',
	'terminal.wanted',
	'terminal.typed',
]);
