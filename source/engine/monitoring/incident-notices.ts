import type {Incident} from '../../events/incident.ts';
import type {Settings} from '../../events/settings.ts';
import {actionWords, statusWords} from '../../state/incident-words.ts';
import type {Store} from '../../state/store.ts';
import {faultWithId} from '../../watchdog/faults.ts';

/** A notice about a lasting problem that only the user can solve is repeated after this time. */
const toldAgainMs = 1_800_000;
/** Within this time after a provider's fault, incidents that may follow from it get no notice. */
const sameCauseMs = 10_000;

/**
 * Records an incident, and tells the user about it when it has ended, as often as the settings
 * allow: once, not at each step, and not again for each request that fails for the same reason.
 */
export function recordIncident(
	{store, notify}: {store: Store; notify: () => Settings['monitoring']['notify']},
	incident: Incident,
): void {
	const wanted = notify();
	const notice = noticeOf(incident);
	const isWanted = wanted === 'all' || (wanted === 'important' && notice?.level === 'warn');
	const isNew = !wasTold(store, incident) && !isTold(store, incident);
	store.append({type: 'incident.changed', incident});
	if (notice && isWanted && isNew) {
		store.append({
			type: 'notice.shown',
			...notice,
			...(notice.level === 'warn' && {isAlarm: true}),
		});
	}
}

type IncidentNotice = {readonly level: 'info' | 'warn'; readonly text: string};

function noticeOf({fault, name, action, status, after}: Incident): IncidentNotice | null {
	if (status.type !== 'ended') {
		return null;
	}
	if (action.type === 'alert') {
		return {level: 'warn', text: `${fault}: ${action.text}`};
	}
	return status.outcome === 'failed'
		? {level: 'warn', text: `${fault}: ${after ?? 'It did not help.'}`}
		: {level: 'info', text: `${fault} ${name}: ${actionWords(action)}, ${statusWords(status)}`};
}

/** A notice that a provider doesn't answer appears only if no better explanation is known. */
function isTold(store: Store, {fault, action, evidence, at}: Incident): boolean {
	return (
		mayFollow(fault) &&
		action.type === 'alert' &&
		store
			.state()
			.incidents.some(
				one =>
					!mayFollow(one.fault) &&
					one.action.type === 'alert' &&
					one.evidence.provider === evidence.provider &&
					at - one.at < sameCauseMs,
			)
	);
}

function mayFollow(fault: string): boolean {
	return faultWithId(fault)?.mayFollow === true;
}

function wasTold(store: Store, {id, pattern, action, at}: Incident): boolean {
	return (
		action.type === 'alert' &&
		store
			.state()
			.incidents.some(
				one =>
					one.id !== id &&
					one.pattern === pattern &&
					one.action.type === 'alert' &&
					one.action.text === action.text &&
					at - one.at < toldAgainMs,
			)
	);
}
