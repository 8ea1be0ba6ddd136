import type {Incident} from '../../events/incident.ts';
import type {ActionTable} from '../actions/action.ts';
import type {ScrollMove} from '../actions/scroll-move.ts';
import {askFirst} from '../input/ask-first.ts';
import type {InputTools} from '../input/input-tools.ts';
import {detailLines, endedIncidents, runningIncidents} from './incidents.ts';
import {settingsPicker} from './settings-picker.ts';

/** Actions of the monitor: for the countdown, the list of incidents and the settings. */
export const monitorActions = {
	'cancel-action': {
		words: 'Cancel what the watchdog is about to do',
		keys: {monitor: ['x']},
		unless: unlessCounting,
		run: ({perform}) => perform({type: 'cancel-action'}),
	},
	'act-now': {
		words: 'Let the watchdog do it now',
		keys: {monitor: ['g']},
		unless: unlessCounting,
		run: ({perform}) => perform({type: 'act-now'}),
	},
	'watch-settings': {
		words: 'Settings of the watchdog',
		keys: {monitor: ['s']},
		run: tools =>
			tools.perform({type: 'open-overlay', overlay: settingsPicker(tools.ui().settings)}),
	},
	'clear-incidents': {
		words: 'Forget the incidents, and what helped',
		keys: {monitor: ['C']},
		run: askToClear,
	},
} as const satisfies ActionTable;

const pageRows = 5;

const rowsMoved: Readonly<Partial<Record<ScrollMove, number>>> = {
	'scroll-up': -1,
	'scroll-down': 1,
	'page-up': -pageRows,
	'page-down': pageRows,
	top: Number.NEGATIVE_INFINITY,
	bottom: Number.POSITIVE_INFINITY,
};

/** Moves the mark in the list of ended incidents. */
export function scrollMonitor(tools: InputTools, move: ScrollMove): boolean {
	const by = rowsMoved[move];
	if (by === undefined) {
		return false;
	}
	const last = Math.max(0, endedIncidents(tools.incidents()).length - 1);
	tools.change({incident: Math.min(last, Math.max(0, tools.ui().incident + by))});
	return true;
}

function unlessCounting(tools: InputTools): string | null {
	const waits = runningIncidents(tools.incidents()).some(({status}) => status.type === 'countdown');
	return waits ? null : 'Nothing counts down.';
}

/** Shows everything about the marked incident; if no incident has ended, about the open one. */
export function showIncident(tools: InputTools): void {
	const watch = tools.incidents();
	const incident: Incident | undefined =
		endedIncidents(watch)[tools.ui().incident] ?? runningIncidents(watch)[0];
	if (incident) {
		tools.perform({
			type: 'open-overlay',
			overlay: {type: 'text', title: 'Incident', lines: detailLines(incident)},
		});
	} else {
		tools.flash('There is no incident to show.');
	}
}

function askToClear(tools: InputTools): void {
	askFirst(tools, {
		title: 'Incidents',
		no: 'Keep them',
		yes: 'Forget the incidents, and what helped',
		detail: 'the costs of diagnoses stay',
		intent: {type: 'clear-incidents'},
	});
}
