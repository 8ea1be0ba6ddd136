import type {Incident, WatchAction} from '../events/incident.ts';
import type {Signal} from '../events/signal.ts';

/**
 * Whether an action has worked is seen on what happens next: the next real request of those that
 * it concerns.
 */
export function judge(
	incident: Incident,
	signal: Signal,
	{isNew}: {isNew: boolean},
): 'verified' | 'failed' | null {
	if (!concerns(incident, signal)) {
		return null;
	}
	if (incident.evidence.signal.startsWith('call.') && !needsHealth(incident.action)) {
		return judgeCalls(incident, {signal, isNew});
	}
	switch (signal.kind) {
		case 'request.ended':
			return 'verified';
		case 'request.failed':
			return 'failed';
		case 'proxy.exited':
		case 'proxy.hung':
			return needsHealth(incident.action) ? 'failed' : null;
		default:
			return null;
	}
}

/**
 * That a request is answered says nothing about how the model writes its calls. A mended call has
 * helped when the conversation goes on with what came of it; everything else shows in the next call.
 */
function judgeCalls(
	{action, evidence}: Incident,
	{signal, isNew}: {signal: Signal; isNew: boolean},
): 'verified' | 'failed' | null {
	if (action.type === 'inline') {
		return signal.kind === 'request.ended' && isNew ? 'verified' : null;
	}
	if (signal.kind === 'call.well') {
		return 'verified';
	}
	return signal.kind === evidence.signal && signal.code === evidence.code ? 'failed' : null;
}

/** The action is about the proxy process: it has to answer again as well. */
export function needsHealth({type}: WatchAction): boolean {
	return type === 'restart-proxy' || type === 'free-port' || type === 'check-proxy';
}

/** How long it may take until something is asked that can show it. */
export const verifyMs = 120_000;

function concerns({action, evidence}: Incident, signal: Signal): boolean {
	// Every request goes through the proxy.
	if (needsHealth(action)) {
		return true;
	}
	// Only the other route can show it; one that was on its way before the switch says nothing.
	if (action.type === 'switch-route') {
		return signal.provider !== evidence.provider;
	}
	const isSame =
		(evidence.provider === undefined || evidence.provider === signal.provider) &&
		(evidence.model === undefined || evidence.model === signal.model);
	// What the proxy mends within a request, it may also mend by asking the next provider.
	const isSameRoute = evidence.route !== undefined && evidence.route === signal.route;
	return isSame || (action.type === 'inline' && isSameRoute);
}
