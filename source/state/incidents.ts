import type {Stamped} from '../events/event.ts';
import type {Incident} from '../events/incident.ts';

const incidentsMax = 50;

/** Keeps one record per incident and updates it with each event. */
export function reduceIncidents(
	incidents: readonly Incident[],
	event: Stamped,
): readonly Incident[] {
	switch (event.type) {
		case 'incident.changed': {
			const index = incidents.findLastIndex(({id}) => id === event.incident.id);
			return index === -1
				? [...incidents, event.incident].slice(-incidentsMax)
				: incidents.with(index, event.incident);
		}
		// The process whose countdown this was has ended, so its action will not happen.
		case 'session.opened':
		case 'session.upgraded':
			return incidents.some(({status}) => status.type !== 'ended')
				? incidents.filter(({status}) => status.type === 'ended')
				: incidents;
		default:
			return incidents;
	}
}
