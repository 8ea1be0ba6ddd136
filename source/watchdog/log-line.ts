import type {Incident, WatchAction} from '../events/incident.ts';
import type {Signal} from '../events/signal.ts';

/** Makes one dated line of `monitor.log`. */
export function logLine(now: number, incident: Incident): string {
	const {id, fault, tier, action, status, evidence, after} = incident;
	const {signal, count, provider, model, code} = evidence;
	const who = [provider, model].filter(Boolean).join('/');
	return [
		new Date(now).toISOString(),
		id,
		fault,
		`signal=${signal}${code === undefined ? '' : `:${code}`}`,
		`count=${count}`,
		...(who ? [`route=${who}`] : []),
		`tier=${tier}`,
		`action=${nameOf(action)}`,
		`status=${status.type === 'ended' ? status.outcome : status.type}`,
		...(after ? [`after="${after}"`] : []),
	].join(' ');
}

/** Makes the log line for a pattern whose last action failed a moment ago. */
export function waitLine({
	fault,
	now,
	untilAt,
}: {
	fault: {readonly id: string};
	now: number;
	untilAt: number;
}): string {
	return `${new Date(now).toISOString()} ${fault.id} waits until=${new Date(untilAt).toISOString()}`;
}

/**
 * Makes the log line about a part of a client's request that was not passed on to the provider. It
 * is reported once.
 */
export function droppedLine({at, provider, note}: Signal): string {
	return `${new Date(at).toISOString()} dropped route=${provider} what="${note}"`;
}

export function nameOf(action: WatchAction): string {
	return action.type === 'inline' ? action.what : action.type;
}
