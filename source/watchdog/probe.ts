import {isJsonObject} from '../events/json.ts';
import type {Signal} from '../events/signal.ts';
import {everyAtPace} from '../platform/at-pace.ts';
import type {Clock} from '../platform/clock.ts';
import {getJson} from '../platform/http-get.ts';
import type {Address} from './proxy-lines.ts';

/** The answer of the proxy to a health check, or that there was none. */
export type Health = {
	readonly isWell: boolean;
	readonly memoryMb: number | null;
	readonly uptimeMs: number | null;
	readonly latencyMs: number | null;
};

export type HealthProbe = {
	/** Checks the proxy's health now. */
	readonly look: () => Promise<Health>;
	/**
	 * Call this when another proxy process was started. Earlier results are forgotten, and failed
	 * checks do not count for a while.
	 */
	readonly forget: () => void;
	/**
	 * Call this with true while no screen shows the session and nothing in it runs. Checks are then
	 * rare, so that an idle session costs nothing, until the proxy works again or fails a check. With
	 * false, a check follows at once.
	 */
	readonly rest: (isResting: boolean) => void;
	/** Call this when the proxy has sent a signal, which means that it works. */
	readonly stir: () => void;
	readonly close: () => void;
};

export type ProbePorts = {
	readonly clock: Clock;
	readonly address: () => Address | null;
	readonly settings: () => {readonly healthIntervalMs: number; readonly maxMemoryMb: number};
	readonly onHealth: (health: Health) => void;
	readonly onSignal: (signal: Signal) => void;
};

const answerMsMax = 5000;
/**
 * The number of failed checks after which the proxy counts as hung. A single check waits longer
 * than the proxy's longest work.
 */
const missesMax = 3;
/** For this long after a start, failed checks do not count, because the machine may be busy. */
const graceMs = 5000;
/**
 * The share of its memory limit at which the proxy is restarted early, while requests can still be
 * finished.
 */
const memoryShareMax = 0.9;
/**
 * If memory grows so steadily that it will exceed the limit within this time, the restart is early
 * as well.
 */
const foresightMs = 30_000;
const slopeSamples = 6;
/** The time between checks while nobody needs the proxy. */
const restMs = 120_000;

/** Checks the proxy's health at the interval from the settings. */
export function createProbe(ports: ProbePorts): HealthProbe {
	const {clock, settings} = ports;
	const state: ProbeState = {
		misses: 0,
		memory: [],
		busy: false,
		graceUntil: 0,
		isResting: false,
		hasWorked: false,
	};
	const tick = async () => {
		if (!state.busy && ports.address()) {
			state.busy = true;
			state.hasWorked = false;
			// If a check has taken all of its time, the next one follows at once.
			let startedAt: number;
			do {
				startedAt = clock.elapsed();
				await look(ports, state);
			} while (state.misses > 0 && clock.elapsed() - startedAt >= answerMsMax);
			state.busy = false;
		}
		timer.adjust();
	};
	const timer = everyAtPace(clock, {
		paceMs() {
			const {healthIntervalMs} = settings();
			const isCalm = state.isResting && !state.hasWorked && state.misses === 0;
			return isCalm ? Math.max(healthIntervalMs, restMs) : healthIntervalMs;
		},
		action: () => void tick(),
	});
	return {
		look: () => look(ports, state),
		forget() {
			state.misses = 0;
			state.memory = [];
			state.graceUntil = clock.elapsed() + graceMs;
		},
		rest(isResting) {
			if (isResting !== state.isResting) {
				state.isResting = isResting;
				timer.adjust();
				if (!isResting) {
					void tick();
				}
			}
		},
		stir() {
			state.hasWorked = true;
			timer.adjust();
		},
		close: timer.cancel,
	};
}

type ProbeState = {
	misses: number;
	memory: readonly {readonly at: number; readonly mb: number}[];
	busy: boolean;
	/** Failures before this time do not count. */
	graceUntil: number;
	isResting: boolean;
	/** Whether the proxy has sent a signal since the last check. */
	hasWorked: boolean;
};

async function look(ports: ProbePorts, state: ProbeState): Promise<Health> {
	const {clock, onHealth, onSignal} = ports;
	const address = ports.address();
	const startedAt = clock.elapsed();
	const answer =
		address &&
		(await getJson({
			url: `${address.url}/health`,
			token: address.token,
			timeoutMs: answerMsMax,
		}));
	const said = answer?.ok && isJsonObject(answer.value) ? answer.value : null;
	const isOurs = said !== null && (!address?.nonce || said['start_nonce'] === address.nonce);
	const isWell = isOurs && said['status'] === 'ok';
	const uptimeS = numberOf(said?.['uptime_s']);
	const health: Health = {
		isWell,
		memoryMb: numberOf(said?.['memory_mb']),
		uptimeMs: uptimeS === null ? null : uptimeS * 1000,
		latencyMs: said ? clock.elapsed() - startedAt : null,
	};
	onHealth(health);
	const at = clock.now();
	if (isWell) {
		state.misses = 0;
		noteMemory(ports, state, health.memoryMb);
	} else if (address && ports.address() === address && clock.elapsed() >= state.graceUntil) {
		state.misses += 1;
		if (said && !isOurs) {
			onSignal({kind: 'proxy.foreign', at});
		} else if (state.misses >= missesMax) {
			state.misses = 0;
			onSignal({kind: 'proxy.hung', at, code: answer?.ok ? 'protocol' : 'timeout'});
		}
	}
	return health;
}

function noteMemory(
	{clock, settings, onSignal}: ProbePorts,
	state: ProbeState,
	mb: number | null,
): void {
	if (mb === null) {
		return;
	}
	const {maxMemoryMb} = settings();
	state.memory = [...state.memory, {at: clock.elapsed(), mb}].slice(-slopeSamples);
	if (mb > maxMemoryMb * memoryShareMax || foreseen(state.memory) > maxMemoryMb) {
		onSignal({
			kind: 'proxy.memory-high',
			at: clock.now(),
			note: `${Math.round(mb)} MB of ${maxMemoryMb}`,
		});
	}
}

/**
 * Returns the memory to be expected soon, if it has only grown. If it has also shrunk, the process
 * works and does not leak.
 */
function foreseen(samples: readonly {readonly at: number; readonly mb: number}[]): number {
	const [first, ...later] = samples;
	const last = samples[slopeSamples - 1];
	if (!first || !last || !later.every(({mb}, index) => mb > samples[index]!.mb)) {
		return 0;
	}
	return last.mb + ((last.mb - first.mb) / (last.at - first.at)) * foresightMs;
}

function numberOf(value: unknown): number | null {
	return typeof value === 'number' ? value : null;
}
