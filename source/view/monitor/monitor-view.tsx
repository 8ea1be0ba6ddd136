import {Box} from 'ink';
import type {WatchView} from '../../events/incident.ts';
import {shorten} from '../../text/width.ts';
import {Words} from '../ink/words.tsx';
import {IncidentList} from './incident-list.tsx';
import {costRow, endedIncidents, type MonitorKeys, runningIncidents} from './incidents.ts';
import {LayerRow} from './layer-row.tsx';
import {keptLayers, type Layers} from './layers.ts';
import {RunningIncident, runningRows} from './running-incident.tsx';

export type MonitorContent = Layers & {
	readonly watch: WatchView;
	/** The index of the marked incident, counted from the newest. */
	readonly marked: number;
	readonly focused: boolean;
};

type Look = {
	readonly width: number;
	readonly height: number;
	readonly now: number;
	readonly keys: MonitorKeys;
};

/** Draws a row for each layer, and below them the open incident and the ended ones. */
export function MonitorView({
	content,
	width,
	height,
	now,
	keys,
}: Look & {readonly content: MonitorContent}) {
	const {watch, marked, focused} = content;
	const running = runningIncidents(watch).slice(0, runningMax);
	const current = running.length * runningRows;
	const layers = keptLayers(content, {
		now,
		rowsMax: Math.max(layersMin, height - current - logRowsMin),
	});
	const room = height - layers.length - current - 2;
	return (
		<Box flexDirection="column" width={width} height={height} overflowY="hidden">
			{layers.map((layer, index) => (
				<LayerRow key={index} layer={layer} width={width} />
			))}
			{running.map(incident => (
				<RunningIncident key={incident.id} {...{incident, width, now, keys}} />
			))}
			{room < 1 ? null : (
				<Box flexDirection="column" flexShrink={0} marginTop={1}>
					<Words token="text.dim">{shorten(`incidents  ${costRow(watch)}`, width)}</Words>
					<IncidentList
						incidents={endedIncidents(watch)}
						isFocused={focused}
						height={room}
						{...{marked, width, now}}
					/>
				</Box>
			)}
		</Box>
	);
}

const runningMax = 2;
const layersMin = 3;
const logRowsMin = 5;
