import type {Event} from '../events/event.ts';
import {thisMachine} from '../platform/real-path.ts';
import type {EnginePorts} from './engine-ports.ts';

/** Records the first events of a process: the session, and how the previous process ended. */
export function recordSessionStart(ports: EnginePorts, append: (event: Event) => void): void {
	const {seq, previousEnd, passedOver, refused} = ports.past;
	const isNew = seq === 0;
	if (isNew) {
		const {session, cwd, version} = ports;
		append({type: 'session.started', session, cwd, version});
	}
	append({
		type: 'session.opened',
		pid: process.pid,
		version: ports.version,
		home: thisMachine().home,
		reason: isNew ? 'new' : 'resume',
		...(!isNew && {previousEnd}),
		...(refused !== null && {checkpoint: `not used: ${refused}`}),
	});
	if (passedOver > 0) {
		const text = `${passedOver} damaged lines of the journal could not be read and were passed over.`;
		append({type: 'notice.shown', level: 'warn', text});
	}
}
