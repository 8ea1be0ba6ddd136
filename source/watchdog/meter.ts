import {createEmitter, type Live} from '../events/live.ts';
import {emptyMeter, type Meter, type ReadingRequest} from '../events/meter.ts';
import type {Signal} from '../events/signal.ts';
import type {Health} from './probe.ts';

export type MeterSource = Live<Meter> & {
	readonly take: (signal: Signal) => void;
	readonly restarted: (count: number) => void;
	readonly probed: (health: Health, self: SelfSample) => void;
	/** Reports a problem with writing the incident store; null when it can be written again. */
	readonly storeProblem: (problem: string | null) => void;
};

type SelfSample = {readonly busy: number | null; readonly freeMb: number | null};

const samplesMax = 60;

/** Collects samples of the proxy's health and the provider's speed for the monitor. */
export function createMeter(): MeterSource {
	const emitter = createEmitter();
	let meter = emptyMeter;
	const change = (next: Meter) => {
		meter = next;
		emitter.emit();
	};
	return {
		snapshot: () => meter,
		subscribe: emitter.subscribe,
		take(signal) {
			const provider = takeSignal(meter.provider, signal);
			change({...meter, provider: {...provider, reading: nowReading(provider.reading, signal)}});
		},
		restarted: restarts => change({...meter, proxy: {...meter.proxy, restarts}}),
		probed: (health, {busy, freeMb}) =>
			change({
				...meter,
				engine: {busy: busy === null ? meter.engine.busy : sample(meter.engine.busy, busy)},
				store: {...meter.store, freeMb},
				proxy: {...meter.proxy, ...sampled(meter, health)},
			}),
		storeProblem: problem => change({...meter, store: {...meter.store, problem}}),
	};
}

function sampled({proxy}: Meter, health: Health): Omit<Meter['proxy'], 'restarts'> {
	const {isWell, memoryMb, uptimeMs, latencyMs} = health;
	return {
		healthy: isWell,
		memoryMb: memoryMb ?? proxy.memoryMb,
		uptimeMs: uptimeMs ?? proxy.uptimeMs,
		latencyMs: latencyMs === null ? proxy.latencyMs : sample(proxy.latencyMs, latencyMs),
	};
}

function takeSignal(provider: Meter['provider'], signal: Signal): Meter['provider'] {
	switch (signal.kind) {
		case 'request.started':
			return {...provider, requests: provider.requests + 1};
		case 'request.first-byte':
			return {
				...provider,
				firstByteMs: sample(provider.firstByteMs, signal.durationMs ?? 0),
			};
		case 'request.ended':
			return {
				...provider,
				lastFailure: null,
				tokensPerSecond: rated(provider.tokensPerSecond, signal),
				gapMs: sample(provider.gapMs, signal.gapMs ?? 0),
			};
		case 'request.failed':
			return {
				...provider,
				failures: provider.failures + 1,
				lastFailure: signal.note ?? String(signal.code ?? 'failed'),
			};
		case 'request.retried':
		case 'request.rerouted':
			return {...provider, retries: provider.retries + 1};
		default:
			return provider;
	}
}

const readingMax = 50;

function nowReading(
	reading: readonly ReadingRequest[],
	{kind, request, code, percent, isOwn = false}: Signal,
): readonly ReadingRequest[] {
	if (kind === 'proxy.started' || kind === 'proxy.exited') {
		return [];
	}
	if (request === undefined) {
		return reading;
	}
	const others = reading.filter(each => each.request !== request);
	if (kind !== 'request.reading') {
		return others;
	}
	const what = code === 'loading' || code === 'queued' ? code : 'reading';
	const newest = {request, isOwn, what, ...(percent !== undefined && {percent})} as const;
	return [...others, newest].slice(-readingMax);
}

/**
 * Adds the rate of one answer. If its tokens were neither counted nor estimated, adds nothing: a 0
 * would be wrong.
 */
function rated(samples: readonly number[], signal: Signal): readonly number[] {
	const {outputTokens, durationMs = 0} = signal;
	return outputTokens === undefined || durationMs <= 0
		? samples
		: sample(samples, (outputTokens * 1000) / durationMs);
}

function sample(samples: readonly number[], value: number): readonly number[] {
	return [...samples.slice(1 - samplesMax), value];
}
