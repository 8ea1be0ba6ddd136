import type {Incident} from '../../events/incident.ts';
import type {Action} from '../../keys/actions.ts';
import {detailLines, endedIncidents, runningIncidents} from '../monitor/incident-rows.ts';
import {settingsPicker} from '../monitor/settings-picker.ts';
import {askFirst} from './ask-first.ts';
import type {InputTools} from './key-handler.ts';

const pageRows = 5;

/** Keys of the monitor: the countdown, the list of incidents, the settings. */
export function watchOver(tools: InputTools, action: Action): boolean {
	switch (action) {
		case 'cancel-action':
		case 'act-now':
			return decide(tools, action);
		case 'scroll-up':
			return mark(tools, -1);
		case 'scroll-down':
			return mark(tools, 1);
		case 'page-up':
			return mark(tools, -pageRows);
		case 'page-down':
			return mark(tools, pageRows);
		case 'top':
			return mark(tools, Number.NEGATIVE_INFINITY);
		case 'bottom':
			return mark(tools, Number.POSITIVE_INFINITY);
		case 'detail':
			return showDetail(tools);
		case 'watch-settings':
			return showSettings(tools);
		case 'clear-incidents':
			return askToClear(tools);
		default:
			return false;
	}
}

function decide(tools: InputTools, action: 'cancel-action' | 'act-now'): boolean {
	const waits = runningIncidents(tools.incidents()).some(({status}) => status.type === 'countdown');
	if (waits) {
		tools.perform({type: action});
	} else {
		tools.flash('Nothing counts down.');
	}
	return true;
}

function mark(tools: InputTools, by: number): boolean {
	const last = Math.max(0, endedIncidents(tools.incidents()).length - 1);
	tools.change({incident: Math.min(last, Math.max(0, tools.ui().incident + by))});
	return true;
}

function showDetail(tools: InputTools): boolean {
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
	return true;
}

function askToClear(tools: InputTools): boolean {
	askFirst(tools, {
		title: 'Incidents',
		no: 'Keep them',
		yes: 'Forget the incidents, and what helped',
		detail: 'the costs of diagnoses stay',
		intent: {type: 'clear-incidents'},
	});
	return true;
}

function showSettings(tools: InputTools): boolean {
	tools.perform({type: 'open-overlay', overlay: settingsPicker(tools.setting)});
	return true;
}
