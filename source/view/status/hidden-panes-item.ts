import {paneNames, panes} from '../panes/panes.ts';
import type {StatusItem} from './status.ts';

/**
 * Shows the panes that don't fit, each with the number key that focuses it. A pane with an alarm is
 * named even if there is little room.
 */
export const hiddenPanesItem: StatusItem = {
	parts: (facts, paint) =>
		facts.hidden.map(pane => {
			const name = `${paneNames.indexOf(pane) + 1} ${pane}`;
			const alarm = panes[pane].alarm(facts);
			return alarm
				? {text: paint.style(alarm.token, `${name} ${alarm.sign}`), stays: 'always'}
				: {text: paint.style('text.dim', name), stays: 'longer'};
		}),
	madeOf: ({terminals, proxy, incidents, calls}) => [terminals, proxy, incidents, calls],
};
