import type {Incident, WatchAction} from '../events/incident.ts';
import {layerOfSignal, type Signal} from '../events/signal.ts';

/** Judges an action by a request that came after it and that it could have affected. */
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
			return isCharged(incident, signal) ? 'failed' : null;
		case 'proxy.exited':
		case 'proxy.hung':
			return needsHealth(incident.action) ? 'failed' : null;
		default:
			return null;
	}
}

/**
 * Whether a failure speaks against the action. It must be on the same layer: if a provider is
 * silent after a restart of the proxy, that says nothing about the restart.
 */
function isCharged({action, evidence}: Incident, {layer}: Signal): boolean {
	if (layer === undefined) {
		return true;
	}
	if (needsHealth(action)) {
		return layer === 'proxy';
	}
	const isOfWayThere = layer === 'provider' || layer === 'network';
	return action.type === 'switch-route'
		? isOfWayThere
		: layer === (layerOfSignal({kind: evidence.signal, code: evidence.code}) ?? layer);
}

/**
 * Judges an action against badly written calls. An answered request alone does not show whether the
 * model writes its calls well. A repair has helped if a new request of the conversation succeeds;
 * other actions are judged by the next call.
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

/**
 * Returns true for actions on the proxy process, after which it must also answer its health check.
 */
export function needsHealth({type}: WatchAction): boolean {
	return type === 'restart-proxy' || type === 'free-port' || type === 'check-proxy';
}

/** How long to wait for a request that shows the outcome. */
export const verifyMs = 120_000;

function concerns({action, evidence}: Incident, signal: Signal): boolean {
	// Every request goes through the proxy, so each of them counts.
	if (needsHealth(action)) {
		return true;
	}
	// Only requests over the new route count. Those that began before the switch prove nothing.
	if (action.type === 'switch-route') {
		return signal.provider !== evidence.provider;
	}
	const isSame =
		(evidence.provider === undefined || evidence.provider === signal.provider) &&
		(evidence.model === undefined || evidence.model === signal.model);
	// The proxy may solve a fault within a request by asking the next provider.
	const isSameRoute = evidence.route !== undefined && evidence.route === signal.route;
	return isSame || (action.type === 'inline' && isSameRoute);
}
