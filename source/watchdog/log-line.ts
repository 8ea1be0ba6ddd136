import type {Incident, WatchAction} from '../events/incident.ts';
import type {Signal} from '../events/signal.ts';

/** Returns a dated line for `monitor.log`. */
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

/** Returns the log line for a pattern whose last action has just failed. */
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
 * Returns the log line about a part of a client's request that was not passed on to the provider.
 */
export function droppedLine({at, provider, note}: Signal): string {
	return `${new Date(at).toISOString()} dropped route=${provider} what="${note}"`;
}

export function nameOf(action: WatchAction): string {
	return action.type === 'inline' ? action.what : action.type;
}
