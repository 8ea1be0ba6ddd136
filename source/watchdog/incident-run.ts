import type {Result} from '../events/failure.ts';
import type {Incident, IncidentOutcome, WatchAction} from '../events/incident.ts';
import type {Signal} from '../events/signal.ts';
import type {Timer} from '../platform/clock.ts';
import {isDisruptive} from './fault.ts';
import type {IncidentStore} from './incident-store.ts';
import {verifyMs} from './judge.ts';
import {learn} from './knowledge.ts';
import {createVerification, type Verification, type VerificationPorts} from './verification.ts';

/** Runs one incident: countdown, then action, then verification. */
export type IncidentRun = {
	readonly incident: () => Incident;
	readonly begin: () => void;
	/** Call this when a diagnosis has chosen the action. */
	readonly decide: (decided: Pick<Incident, 'tier' | 'action' | 'why'>) => void;
	readonly take: (signal: Signal) => void;
	readonly isCountingDown: () => boolean;
	readonly cancel: () => void;
	readonly goAhead: () => void;
	/** Call this when the program ends. The incident's outcome then stays unknown. */
	readonly close: () => void;
};

export type IncidentRunPorts = VerificationPorts & {
	readonly store: IncidentStore;
	/** Carries out the action. Resolves to a sentence that says what was done. */
	readonly execute: (incident: Incident) => Promise<Result<string>>;
	readonly onChange: (incident: Incident) => void;
	/** Called every second during a countdown. */
	readonly onTick: () => void;
};

const countdownMs = 3000;
const tickMs = 1000;

export function createIncidentRun(ports: IncidentRunPorts, first: Incident): IncidentRun {
	const {clock, onTick} = ports;
	const state: RunState = {incident: first, timers: [], verification: null};
	const change = (next: Partial<Incident>) => {
		state.incident = {...state.incident, ...next};
		ports.onChange(state.incident);
	};
	const end = (outcome: IncidentOutcome, after: string) => {
		stop(state);
		remember(ports, state.incident, outcome);
		change({status: {type: 'ended', outcome, at: clock.now()}, after});
	};
	const act = async () => {
		stop(state);
		change({status: {type: 'acting'}});
		const done = await ports.execute(state.incident);
		if (state.incident.status.type === 'ended') {
			return;
		}
		const {outcome, after} = whatWasDone(done, state.incident.action);
		if (outcome) {
			end(outcome, after);
		} else {
			state.verification = createVerification(ports, {incident: state.incident, end});
			change({status: {type: 'verifying', until: clock.now() + verifyMs}, after});
		}
	};
	const begin = () => {
		if (isDisruptive(state.incident.action) && ports.isProxyRunning()) {
			const over = clock.after(countdownMs, () => void act());
			state.timers = [over, clock.every(tickMs, onTick)];
			change({status: {type: 'countdown', endsAt: clock.now() + countdownMs}});
		} else {
			void act();
		}
	};
	return {
		incident: () => state.incident,
		begin,
		decide(decided) {
			if (state.incident.status.type === 'diagnosing') {
				state.incident = {...state.incident, ...decided};
				begin();
			}
		},
		take: signal => state.verification?.take(signal),
		isCountingDown: () => isCountingDown(state),
		cancel() {
			if (isCountingDown(state)) {
				end('cancelled', 'You cancelled it.');
			}
		},
		goAhead() {
			if (isCountingDown(state)) {
				void act();
			}
		},
		close: () => end('unproven', 'agent-tui was ended before that was seen.'),
	};
}

type RunState = {
	incident: Incident;
	timers: readonly Timer[];
	verification: Verification | null;
};

function isCountingDown({incident}: RunState): boolean {
	return incident.status.type === 'countdown';
}

function stop(state: RunState): void {
	for (const timer of state.timers) {
		timer.cancel();
	}
	state.verification?.close();
	state.verification = null;
}

/** Returns what was done, with the outcome if it is known; null if it must be verified first. */
function whatWasDone(
	done: Result<string>,
	action: WatchAction,
): {readonly outcome: IncidentOutcome | null; readonly after: string} {
	return done.ok
		? {outcome: outcomeAtOnce(action), after: done.value}
		: {outcome: 'failed', after: done.failure.message};
}

/** Returns the outcome of an action that needs no verification; null for all others. */
function outcomeAtOnce(action: WatchAction): IncidentOutcome | null {
	switch (action.type) {
		case 'alert':
			return 'told';
		case 'inline':
			return action.what === 'ignore' ? 'told' : null;
		// `clean-run-file` needs none, since it checks the file itself before it removes it.
		case 'clean-run-file':
			return 'verified';
		default:
			return null;
	}
}

function remember(
	{store, clock}: Pick<IncidentRunPorts, 'store' | 'clock'>,
	{pattern, fault, action}: Incident,
	outcome: IncidentOutcome,
): void {
	if (outcome === 'verified' || outcome === 'failed') {
		const at = clock.now();
		store.change(memory => ({
			...memory,
			knowledge: learn(memory.knowledge, {key: pattern, fault, action, outcome, at}),
		}));
	}
}
