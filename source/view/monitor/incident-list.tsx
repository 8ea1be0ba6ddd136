import {Box} from 'ink';
import type {Incident} from '../../events/incident.ts';
import {dayAndHour, hourOfDay} from '../../platform/time-words.ts';
import {actionWords, statusWords, tierWords} from '../../state/incident-words.ts';
import {padTo, shorten} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import {Line, Words} from '../ink/words.tsx';
import type {ThemeToken} from '../theme.ts';

type Look = {readonly width: number; readonly now: number};

/** The ended incidents, newest first. If the monitor has the focus, one of them is marked. */
export function IncidentList({
	incidents,
	marked,
	isFocused,
	height,
	...look
}: Look & {
	readonly incidents: readonly Incident[];
	readonly marked: number;
	readonly isFocused: boolean;
	readonly height: number;
}) {
	if (incidents.length === 0) {
		return wrapStyled(emptyWords, look.width)
			.slice(0, height)
			.map(row => (
				<Words key={row} token="text.dim">
					{row}
				</Words>
			));
	}
	const first = Math.max(0, Math.min(marked - height + 1, incidents.length - height));
	return incidents
		.slice(first, first + height)
		.map((incident, index) => (
			<IncidentRow
				key={incident.id}
				incident={incident}
				isMarked={isFocused && first + index === marked}
				{...look}
			/>
		));
}

const emptyWords =
	'No incident yet. What goes wrong, what is done about it, and whether it helped is listed here.';

const wideMin = 48;
/** A narrower row leaves out who decided. The detail of the incident says it. */
const tierMin = 64;

/**
 * A row with time, fault, action, who decided, and the outcome. If it is too long, the fault's name
 * is shortened first.
 */
function IncidentRow({
	incident: {at, fault, name, action, status, tier},
	isMarked,
	width,
	now,
}: Look & {readonly incident: Incident; readonly isMarked: boolean}) {
	const outcome = statusWords(status);
	const time = `${timeOf(at, now)}  `;
	const by = width >= tierMin ? `${tierWords[tier].padEnd(9)}  ` : '';
	const end = outcome.padEnd(9);
	const start = `${fault.padEnd(3)}  `;
	const room = Math.max(0, width - time.length - start.length - by.length - end.length - 2);
	const words = width >= wideMin ? `${name}: ${actionWords(action)}` : name;
	const middle = `${start}${padTo(shorten(words, room), room)}  `;
	return isMarked ? (
		<Words token="selection">{shorten(padTo(time + middle + by + end, width), width)}</Words>
	) : (
		<Box width={width} height={1} flexShrink={0}>
			<Line>
				<Words token="text.dim">{time}</Words>
				<Words>{middle}</Words>
				<Words token="text.dim">{by}</Words>
				<Words token={outcomeTokens[outcome] ?? 'text.dim'}>{end}</Words>
			</Line>
		</Box>
	);
}

const outcomeTokens: Readonly<Record<string, ThemeToken>> = {
	verified: 'status.ok',
	failed: 'status.error',
	told: 'status.warn',
};

/** The time of day if the incident is of today; else its date. */
function timeOf(at: number, now: number): string {
	const isToday = new Date(at).toDateString() === new Date(now).toDateString();
	return isToday ? hourOfDay(at) : dayAndHour(at).slice(5, 10);
}
