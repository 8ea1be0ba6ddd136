import type {Incident, IncidentOutcome} from '../events/incident.ts';
import type {Signal} from '../events/signal.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {judge, needsHealth, verifyMs} from './judge.ts';

export type Verification = {
	readonly take: (signal: Signal) => void;
	readonly close: () => void;
};

export type VerificationPorts = {
	readonly clock: Clock;
	/** Whether the proxy answers, and is ours. */
	readonly isProxyWell: () => Promise<boolean>;
	/** Nobody is interrupted by the restart of what does not run. */
	readonly isProxyRunning: () => boolean;
};

const lookEveryMs = 250;

/**
 * Watches what happens after an action, until it is seen whether it has helped: the next real
 * request, and for an action on the proxy also that it answers. In time, or nobody knows.
 */
export function createVerification(
	ports: VerificationPorts,
	{incident, end}: {incident: Incident; end: (outcome: IncidentOutcome, after: string) => void},
): Verification {
	const {clock} = ports;
	const isOfProxy = needsHealth(incident.action);
	const seen = {
		isHealthy: !isOfProxy,
		served: null as Signal | null,
		failed: null as Signal | null,
	};
	/** Requests that began after the action. */
	const began = new Set<string>();
	let looks: Timer | null = null;
	const conclude = () => {
		if (seen.isHealthy && seen.served) {
			end('verified', wordsOf('verified', seen.served));
		}
	};
	const look = async () => {
		if (!seen.isHealthy && (await ports.isProxyWell())) {
			seen.isHealthy = true;
			looks?.cancel();
			conclude();
		}
	};
	const watchHealth = () => {
		looks ??= clock.every(lookEveryMs, () => void look());
		void look();
	};
	const deadline = clock.after(verifyMs, () =>
		seen.failed
			? end('failed', wordsOf('failed', seen.failed))
			: end(...unseen(isOfProxy, seen.isHealthy)),
	);
	// One that was told to end may still answer for a while: that proves nothing.
	if (isOfProxy && (incident.action.type === 'check-proxy' || !ports.isProxyRunning())) {
		watchHealth();
	}
	return {
		take(signal) {
			if (signal.kind === 'proxy.started' && isOfProxy) {
				seen.served = null;
				watchHealth();
				return;
			}
			if (signal.kind === 'request.started' && signal.request !== undefined) {
				began.add(signal.request);
			}
			const judgement = judge(incident, signal, {isNew: began.has(signal.request ?? '')});
			if (judgement === 'verified') {
				seen.served = signal;
				conclude();
				// One that has answered since was mended; that it hangs again is another incident.
			} else if (judgement && incident.action.type === 'inline') {
				// The engine asks again as well: only time tells that it was in vain.
				seen.failed = signal;
			} else if (judgement && !(signal.kind === 'proxy.hung' && seen.isHealthy)) {
				end('failed', wordsOf('failed', signal));
			}
		},
		close() {
			deadline.cancel();
			looks?.cancel();
		},
	};
}

/** Nothing was asked in time: nobody knows, unless the proxy itself never answered. */
function unseen(isOfProxy: boolean, isHealthy: boolean): [IncidentOutcome, string] {
	if (!isOfProxy) {
		return ['unproven', 'Nothing was asked of the provider since.'];
	}
	return isHealthy
		? ['unproven', 'The proxy answers; nothing was asked of a provider since.']
		: ['failed', 'The proxy did not answer.'];
}

function wordsOf(judgement: 'verified' | 'failed', signal: Signal): string {
	const who = [signal.provider, signal.model].filter(Boolean).join('/');
	if (signal.kind === 'call.well') {
		return `The next call${who ? ` of ${who}` : ''} could be read.`;
	}
	return judgement === 'verified'
		? `The next request${who ? ` to ${who}` : ''} was answered.`
		: `It did not help: ${signal.kind}${signal.code === undefined ? '' : ` ${signal.code}`}.`;
}
