import type {Incident, WatchView} from '../../events/incident.ts';
import {dayAndHour} from '../../platform/time-words.ts';
import {actionWords, statusWords, tierWords} from '../../state/incident-words.ts';
import {count as shortCount} from '../../text/count.ts';

/** The chords of the monitor's actions, as people write them. */
export type MonitorKeys = {
	readonly cancel: string;
	readonly now: string;
	readonly detail: string;
	readonly settings: string;
	readonly clear: string;
};

/** The incident's state; success is only claimed when it was observed. */
export function doingWords(status: Incident['status']): string {
	return status.type === 'verifying'
		? 'done, the next request shows whether it helped'
		: statusWords(status);
}

export function evidenceWords({signal, count, code, provider, model, host}: Incident['evidence']) {
	const where = [provider, model].filter(Boolean).join('/') || (host ?? '');
	return [
		signal,
		...(code === undefined ? [] : [String(code)]),
		...(count > 1 ? [`${count} times`] : []),
		...(where ? [`from ${where}`] : []),
	].join(' ');
}

/** Everything about an incident: evidence, the reason for the decision, the outcome. */
export function detailLines(incident: Incident): readonly string[] {
	const {id, fault, name, at, evidence, tier, why, action, status, after} = incident;
	return [
		`${fault}  ${name}`,
		'',
		`when      ${dayAndHour(at)}  (${id})`,
		`before    ${evidenceWords(evidence)}${evidence.note ? `: ${evidence.note}` : ''}`,
		`decided   ${tier === 'user' ? 'that only you can mend it' : `by ${tierWords[tier]}`}: ${why}`,
		`action    ${actionWords(action)}${action.type === 'alert' ? `: ${action.text}` : ''}`,
		`outcome   ${statusWords(status)}`,
		...(after ? [`after     ${after}`] : []),
	];
}

export function costRow({isOn, patterns, diagnoses}: WatchView): string {
	if (!isOn) {
		return 'the watchdog is off: nothing is watched';
	}
	const known =
		patterns === 0 ? '' : `${patterns} known ${patterns === 1 ? 'pattern' : 'patterns'}`;
	const {thisMonth, tokens, costUsd} = diagnoses;
	return thisMonth === 0
		? known
		: [known, `${thisMonth} diagnoses`, `$${costUsd.toFixed(2)}`, `${shortCount(tokens)} tokens`]
				.filter(part => part !== '')
				.join('  ');
}

/**
 * The text in the monitor's border: the keys that work now, and the number of the marked incident.
 */
export function footOf(
	watch: WatchView,
	{marked, keys}: {marked: number; keys: MonitorKeys},
): string {
	const ended = endedIncidents(watch).length;
	const counting = runningIncidents(watch).some(({status}) => status.type === 'countdown');
	return [
		...(counting ? [`${keys.cancel} cancels`, `${keys.now} now`] : []),
		...(ended === 0 || counting ? [] : [`${keys.detail} detail`, `${keys.clear} clear`]),
		`${keys.settings} settings`,
		...(ended === 0 ? [] : [`${marked + 1}/${ended}`]),
	].join('  ');
}

/** The ended incidents, newest first. */
export function endedIncidents({incidents}: Pick<WatchView, 'incidents'>): readonly Incident[] {
	return incidents.filter(({status}) => status.type === 'ended').toReversed();
}

export function runningIncidents({incidents}: Pick<WatchView, 'incidents'>): readonly Incident[] {
	return incidents.filter(({status}) => status.type !== 'ended').toReversed();
}
