import {Box} from 'ink';
import type {Incident} from '../../events/incident.ts';
import {actionWords, tierWords} from '../../state/incident-words.ts';
import {neutralise} from '../../text/neutralise.ts';
import {cutStyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import {useDrawing} from '../ink/drawing.ts';
import {StyledRow, Words} from '../ink/words.tsx';
import {doingWords, evidenceWords, type MonitorKeys} from './incidents.ts';

/** The height of the open incident, including a blank row above it. */
export const runningRows = 5;

/** The open incident: its fault, the evidence, the planned action with its time, and the keys. */
export function RunningIncident({
	incident,
	width,
	now,
	keys,
}: {
	readonly incident: Incident;
	readonly width: number;
	readonly now: number;
	readonly keys: MonitorKeys;
}) {
	const {fault, name, tier, why, evidence} = incident;
	const shown = (text: string) => shorten(neutralise(text), width);
	return (
		<Box flexDirection="column" flexShrink={0} marginTop={1}>
			<Words token="status.warn">{shown(`${fault} ${name}`)}</Words>
			<Words token="text">{shown(`  ${evidenceWords(evidence)}`)}</Words>
			<Action incident={incident} width={width} now={now} keys={keys} />
			<Words token="text.dim">
				{shown(`  ${tier === 'rule' ? 'why' : tierWords[tier]}: ${why}`)}
			</Words>
		</Box>
	);
}

function Action({
	incident: {status, action},
	width,
	now,
	keys,
}: Parameters<typeof RunningIncident>[0]) {
	const {paint} = useDrawing();
	const isCounting = status.type === 'countdown';
	const seconds = isCounting ? Math.max(0, Math.ceil((status.endsAt - now) / 1000)) : 0;
	const what = isCounting ? `in ${seconds} s` : doingWords(status);
	const choice = isCounting
		? `${paint.style('key', keys.cancel)} cancels  ${paint.style('key', keys.now)} does it now`
		: '';
	const row = `  ${paint.style('text.strong', `${actionWords(action)}: ${what}`)}  ${choice}`;
	return <StyledRow>{cutStyled(row, 0, width)}</StyledRow>;
}
