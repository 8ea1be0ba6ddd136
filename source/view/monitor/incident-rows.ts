import type {Incident, WatchView} from '../../events/incident.ts';
import {dayAndHour, hourOfDay} from '../../platform/time-words.ts';
import {actionWords, statusWords, tierWords} from '../../state/incident-words.ts';
import {count as shortCount} from '../../text/count.ts';
import {neutralise} from '../../text/neutralise.ts';
import {cutStyled, padStyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Paint, ThemeToken} from '../theme.ts';

/** What the keys of the monitor are called. */
export type MonitorKeys = {
	readonly cancel: string;
	readonly now: string;
	readonly detail: string;
	readonly settings: string;
	readonly clear: string;
};

export type IncidentLook = {
	readonly width: number;
	readonly now: number;
	readonly paint: Paint;
};

/** The open incident: fault, evidence, the planned action with its time, and the keys. */
export function runningRows(
	incident: Incident,
	{width, now, paint, keys}: IncidentLook & {readonly keys: MonitorKeys},
): readonly string[] {
	const {fault, name, status, action, tier, why, evidence} = incident;
	const seconds =
		status.type === 'countdown' ? Math.max(0, Math.ceil((status.endsAt - now) / 1000)) : null;
	const what = seconds === null ? doingWords(status) : `in ${seconds} s`;
	const choice =
		seconds === null
			? ''
			: `${paint.style('key', keys.cancel)} cancels  ${paint.style('key', keys.now)} does it now`;
	const shown = (token: ThemeToken, text: string) =>
		paint.style(token, shorten(neutralise(text), width));
	return [
		shown('status.warn', `${fault} ${name}`),
		shown('text', `  ${evidenceWords(evidence)}`),
		cutStyled(
			`  ${paint.style('text.strong', `${actionWords(action)}: ${what}`)}  ${choice}`,
			0,
			width,
		),
		shown('text.dim', `  ${tier === 'rule' ? 'why' : tierWords[tier]}: ${why}`),
	];
}

/** The incident's state; success is only claimed when it was observed. */
function doingWords(status: Incident['status']): string {
	return status.type === 'verifying'
		? 'done, the next request shows whether it helped'
		: statusWords(status);
}

function evidenceWords({signal, count, code, provider, model, host}: Incident['evidence']) {
	const where = [provider, model].filter(Boolean).join('/') || (host ?? '');
	return [
		signal,
		...(code === undefined ? [] : [String(code)]),
		...(count > 1 ? [`${count} times`] : []),
		...(where ? [`from ${where}`] : []),
	].join(' ');
}

/** Closed incidents, newest first, with one marked. */
export function incidentRows(
	incidents: readonly Incident[],
	{
		width,
		height,
		now,
		marked,
		isFocused,
		paint,
	}: IncidentLook & {height: number; marked: number; isFocused: boolean},
): readonly string[] {
	if (incidents.length === 0) {
		return wrapStyled(paint.style('text.dim', emptyWords), width).slice(0, height);
	}
	const first = Math.max(0, Math.min(marked - height + 1, incidents.length - height));
	return incidents.slice(first, first + height).map((incident, index) => {
		const row = padStyled(incidentRow(incident, {width, now, paint}), width);
		return isFocused && first + index === marked ? paint.style('selection', row) : row;
	});
}

const emptyWords =
	'No incident yet. What goes wrong, what is done about it, and whether it helped is listed here.';

const wideMin = 48;
/** At a smaller width, the row omits who decided; the detail says it. */
const tierMin = 64;

/** Time, fault, action, who decided and the outcome; the fault's name is shortened first. */
function incidentRow(
	{at, fault, name, action, status, tier}: Incident,
	{width, now, paint}: IncidentLook,
): string {
	const outcome = statusWords(status);
	const token = outcomeTokens[outcome] ?? 'text.dim';
	const isWide = width >= wideMin;
	const by = width >= tierMin ? `${tierWords[tier].padEnd(9)}  ` : '';
	const end = `${by}${outcome.padEnd(9)}`;
	const start = `${timeOf(at, now)}  ${fault.padEnd(3)}  `;
	const room = Math.max(0, width - start.length - end.length - 2);
	const words = shorten(isWide ? `${name}: ${actionWords(action)}` : name, room).padEnd(room);
	const tail = `${paint.style('text.dim', end.slice(0, -9))}${paint.style(token, end.slice(-9))}`;
	return `${paint.style('text.dim', start.slice(0, 7))}${start.slice(7)}${words}  ${tail}`;
}

const outcomeTokens: Readonly<Record<string, ThemeToken>> = {
	verified: 'status.ok',
	failed: 'status.error',
	told: 'status.warn',
};

/** The hour of today, or else the day. */
function timeOf(at: number, now: number): string {
	const isToday = new Date(at).toDateString() === new Date(now).toDateString();
	return isToday ? hourOfDay(at) : dayAndHour(at).slice(5, 10);
}

/** All facts of the marked incident: evidence, the reason for the decision, the outcome. */
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

/** The keys that work now, and the number of the marked incident. */
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

/** Closed incidents, newest first. */
export function endedIncidents({incidents}: Pick<WatchView, 'incidents'>): readonly Incident[] {
	return incidents.filter(({status}) => status.type === 'ended').toReversed();
}

export function runningIncidents({incidents}: Pick<WatchView, 'incidents'>): readonly Incident[] {
	return incidents.filter(({status}) => status.type !== 'ended').toReversed();
}
