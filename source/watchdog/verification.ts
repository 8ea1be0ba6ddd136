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
	/** Whether the proxy answers and is the process that we started. */
	readonly isProxyWell: () => Promise<boolean>;
	/** Whether the proxy runs. If it does not, a restart interrupts no request. */
	readonly isProxyRunning: () => boolean;
};

type Seen = {
	isHealthy: boolean;
	/** Another process has started. The old one may still finish its open streams. */
	isReplaced: boolean;
	served: Signal | null;
	failed: Signal | null;
};

const lookEveryMs = 250;

/**
 * Watches whether an action has helped: the next real request must succeed, and after an action on
 * the proxy, the proxy must answer as well. At the time limit, `unseen` gives the outcome.
 */
export function createVerification(
	ports: VerificationPorts,
	{incident, end}: {incident: Incident; end: (outcome: IncidentOutcome, after: string) => void},
): Verification {
	const {clock} = ports;
	const isOfProxy = needsHealth(incident.action);
	const seen: Seen = {isHealthy: !isOfProxy, isReplaced: false, served: null, failed: null};
	/** The ids of requests that began after the action. */
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
	const fail = (signal: Signal) => end('failed', wordsOf('failed', signal));
	const deadline = clock.after(verifyMs, () =>
		seen.failed ? fail(seen.failed) : end(...unseen(isOfProxy, seen.isHealthy)),
	);
	// A proxy that is being ended may still answer for a while, which proves nothing. So its health
	// is checked from now on only if the action does not end it.
	if (isOfProxy && (incident.action.type === 'check-proxy' || !ports.isProxyRunning())) {
		watchHealth();
	}
	return {
		take(signal) {
			if (signal.kind === 'proxy.started' && isOfProxy) {
				startAnew(seen, began);
				watchHealth();
				return;
			}
			noteBegin(began, signal);
			const isNew = began.has(signal.request ?? '');
			const judgement = judge(incident, signal, {isNew});
			if (judgement === 'verified' && (isNew || !seen.isReplaced)) {
				seen.served = signal;
				conclude();
			} else if (judgement === 'failed' && incident.action.type === 'inline') {
				// The engine retries as well, so the failure counts only at the time limit.
				seen.failed = signal;
				// If the proxy has answered since the action, a new hang is another incident.
			} else if (judgement === 'failed' && !(signal.kind === 'proxy.hung' && seen.isHealthy)) {
				fail(signal);
			}
		},
		close() {
			deadline.cancel();
			looks?.cancel();
		},
	};
}

/** Counts anew after a restart: only requests that begin from now on reach the new process. */
function startAnew(seen: Seen, began: Set<string>): void {
	seen.served = null;
	seen.isReplaced = true;
	began.clear();
}

function noteBegin(began: Set<string>, {kind, request}: Signal): void {
	if (kind === 'request.started' && request !== undefined) {
		began.add(request);
	}
}

/**
 * Returns the outcome if no request has shown it: `unproven`, or `failed` if the proxy never
 * answered.
 */
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
