import {isJsonObject} from '../events/json.ts';
import type {Signal} from '../events/signal.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {getJson} from '../platform/http-get.ts';
import type {Address} from './proxy-lines.ts';

/** The proxy's answer to a health check, or the fact that there was none. */
export type Health = {
	readonly isWell: boolean;
	readonly memoryMb: number | null;
	readonly uptimeMs: number | null;
	readonly latencyMs: number | null;
};

export type HealthProbe = {
	/** Checks the proxy's health once, now. */
	readonly look: () => Promise<Health>;
	/**
	 * Call this when another process was started. It forgets the old results and allows time for the
	 * start.
	 */
	readonly forget: () => void;
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
 * Each check waits longer than the proxy's longest work. After this many failures the proxy counts
 * as hung.
 */
const missesMax = 3;
/** How long checks of a newly started process may fail, because the machine may be busy. */
const graceMs = 5000;
/**
 * When the proxy uses this share of its memory limit, it is restarted early, while requests can
 * still be finished.
 */
const memoryShareMax = 0.9;
/**
 * If memory grows so steadily that it will exceed the limit within this time, the limit counts as
 * exceeded.
 */
const foresightMs = 30_000;
const slopeSamples = 6;

/** Checks the proxy's health at the interval from the settings. */
export function createProbe(ports: ProbePorts): HealthProbe {
	const {clock, settings} = ports;
	const state: ProbeState = {
		misses: 0,
		memory: [],
		busy: false,
		timer: null,
		intervalMs: 0,
		graceUntil: 0,
	};
	const tick = async () => {
		if (!state.busy && ports.address()) {
			state.busy = true;
			// A check that took the whole interval is followed by the next one immediately.
			let startedAt: number;
			do {
				startedAt = clock.elapsed();
				await look(ports, state);
			} while (state.misses > 0 && clock.elapsed() - startedAt >= answerMsMax);
			state.busy = false;
		}
		if (settings().healthIntervalMs !== state.intervalMs) {
			schedule();
		}
	};
	const schedule = () => {
		state.timer?.cancel();
		state.intervalMs = settings().healthIntervalMs;
		state.timer = clock.every(state.intervalMs, () => void tick());
	};
	schedule();
	return {
		look: () => look(ports, state),
		forget() {
			state.misses = 0;
			state.memory = [];
			state.graceUntil = clock.elapsed() + graceMs;
		},
		close: () => state.timer?.cancel(),
	};
}

type ProbeState = {
	misses: number;
	memory: readonly {readonly at: number; readonly mb: number}[];
	busy: boolean;
	timer: Timer | null;
	intervalMs: number;
	/** Failures before this time do not count. */
	graceUntil: number;
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
	const health: Health = {
		isWell,
		memoryMb: numberOf(said?.['memory_mb']),
		uptimeMs: said ? (numberOf(said['uptime_s']) ?? 0) * 1000 : null,
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
	const at = clock.now();
	const {maxMemoryMb} = settings();
	state.memory = [...state.memory, {at, mb}].slice(-slopeSamples);
	if (mb > maxMemoryMb * memoryShareMax || foreseen(state.memory) > maxMemoryMb) {
		onSignal({
			kind: 'proxy.memory-high',
			at,
			note: `${Math.round(mb)} MB of ${maxMemoryMb}`,
		});
	}
}

/**
 * Predicts the memory if it has only grown. If it also shrank, the process is working and does not
 * leak.
 */
function foreseen(samples: readonly {readonly at: number; readonly mb: number}[]): number {
	const [first] = samples;
	const last = samples.at(-1);
	const grows = samples.every(
		(one, index) => index === 0 || one.mb > (samples[index - 1]?.mb ?? 0),
	);
	if (!first || !last || samples.length < slopeSamples || !grows || last.at === first.at) {
		return 0;
	}
	return last.mb + ((last.mb - first.mb) / (last.at - first.at)) * foresightMs;
}

function numberOf(value: unknown): number | null {
	return typeof value === 'number' ? value : null;
}
