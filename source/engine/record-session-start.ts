import type {Event, Stamped} from '../events/event.ts';
import type {EnginePorts} from './engine-ports.ts';

/** Records the first events of a process: the session, and how the previous process ended. */
export function recordSessionStart(
	ports: EnginePorts,
	append: (event: Event) => void,
	{passedOver}: {passedOver: number},
): void {
	const isNew = ports.history.length === 0;
	if (isNew) {
		const {session, cwd, version} = ports;
		append({type: 'session.started', session, cwd, version});
	}
	append({
		type: 'session.opened',
		pid: process.pid,
		version: ports.version,
		reason: isNew ? 'new' : 'resume',
		...(!isNew && {previousEnd: previousEnd(ports.history)}),
	});
	if (passedOver > 0) {
		const text = `${passedOver} damaged lines of the journal could not be read and were passed over.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
}

/** An orderly shutdown leaves an event in the journal; without one, the process was killed. */
function previousEnd(history: readonly Stamped[]): string {
	const last = history.findLast(({type}) => type === 'session.opened' || type === 'session.closed');
	return last?.type === 'session.closed' ? last.reason : 'crash';
}
