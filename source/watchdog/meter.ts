import {isJsonObject} from '../events/json.ts';
import {createEmitter, type Live} from '../events/live.ts';
import {emptyMeter, type Meter} from '../events/meter.ts';
import type {Signal} from '../events/signal.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {getJson} from '../platform/http-get.ts';
import type {Address} from './supervisor.ts';

export type MeterSource = Live<Meter> & {
	readonly take: (signal: Signal) => void;
	readonly restarted: (count: number) => void;
	readonly close: () => void;
};

const samplesMax = 60;
const probeTimeoutMs = 5000;

/**
 * Samples of the proxy's health and the provider's speed. The probe runs only while somebody
 * looks: an idle program with the monitor hidden does nothing at all.
 */
export function createMeter({
	clock,
	intervalMs,
	address,
}: {
	clock: Clock;
	intervalMs: number;
	address: () => Address | null;
}): MeterSource {
	const emitter = createEmitter();
	let meter = emptyMeter;
	let watchers = 0;
	let timer: Timer | null = null;
	const change = (next: Meter) => {
		meter = next;
		emitter.emit();
	};
	const probe = async () => {
		const target = address();
		change({...meter, proxy: await probeProxy(meter.proxy, {clock, target})});
	};
	return {
		snapshot: () => meter,
		take: signal => change({...meter, provider: takeSignal(meter.provider, signal)}),
		restarted: restarts => change({...meter, proxy: {...meter.proxy, restarts}}),
		subscribe(listener) {
			const unsubscribe = emitter.subscribe(listener);
			watchers += 1;
			if (!timer) {
				timer = clock.every(intervalMs, () => void probe());
				void probe();
			}
			return () => {
				unsubscribe();
				watchers -= 1;
				if (watchers === 0) {
					timer?.cancel();
					timer = null;
				}
			};
		},
		close() {
			timer?.cancel();
			timer = null;
		},
	};
}

async function probeProxy(
	proxy: Meter['proxy'],
	{clock, target}: {clock: Clock; target: Address | null},
): Promise<Meter['proxy']> {
	if (!target) {
		return {...proxy, healthy: false};
	}
	const startedAt = clock.elapsed();
	const answer = await getJson({
		url: `${target.url}/health`,
		token: target.token,
		timeoutMs: probeTimeoutMs,
	});
	if (!answer.ok || !isJsonObject(answer.value)) {
		return {...proxy, healthy: false};
	}
	const {memory_mb, uptime_s} = answer.value;
	return {
		...proxy,
		healthy: answer.value['status'] === 'ok',
		memoryMb: typeof memory_mb === 'number' ? memory_mb : null,
		uptimeMs: typeof uptime_s === 'number' ? uptime_s * 1000 : null,
		latencyMs: sample(proxy.latencyMs, clock.elapsed() - startedAt),
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
				tokensPerSecond: sample(provider.tokensPerSecond, rateOf(signal)),
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

function rateOf({outputTokens = 0, durationMs = 0}: Signal): number {
	return durationMs > 0 ? (outputTokens * 1000) / durationMs : 0;
}

function sample(samples: readonly number[], value: number): readonly number[] {
	return [...samples.slice(1 - samplesMax), value];
}
