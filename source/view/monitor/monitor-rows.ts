import type {WatchView} from '../../events/incident.ts';
import {shorten} from '../../text/width.ts';
import {
	costRow,
	endedIncidents,
	incidentRows,
	type MonitorKeys,
	runningIncidents,
	runningRows,
} from './incident-rows.ts';
import {type LayerLook, type Layers, layerRows} from './layer-rows.ts';

export type MonitorContent = Layers & {
	readonly watch: WatchView;
	/** Which of the ended incidents is marked, counted from the newest. */
	readonly marked: number;
	readonly focused: boolean;
};

/** Heartbeats, one layer a row; under them what the watchdog is at, then what it has done. */
export function monitorRows(
	content: MonitorContent,
	{
		width,
		height,
		now,
		paint,
		keys,
	}: LayerLook & {readonly height: number; readonly keys: MonitorKeys},
): readonly string[] {
	const {watch, marked, focused} = content;
	const running = runningIncidents(watch).slice(0, runningMax);
	const current = running.flatMap(incident => [
		'',
		...runningRows(incident, {width, now, paint, keys}),
	]);
	const rowsMax = Math.max(layersMin, height - current.length - logRowsMin);
	const above = [...layerRows(content, {width, now, paint, rowsMax}), ...current];
	const room = height - above.length - 2;
	if (room < 1) {
		return above.slice(0, height);
	}
	const heading = paint.style('text.dim', shorten(`incidents  ${costRow(watch)}`, width));
	const ended = endedIncidents(watch);
	return [
		...above,
		'',
		heading,
		...incidentRows(ended, {width, height: room, now, marked, isFocused: focused, paint}),
	];
}

const runningMax = 2;
const layersMin = 3;
const logRowsMin = 5;
