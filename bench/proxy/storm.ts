import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {type ProxyProcess, startProxyProcess} from './proxy-process.ts';
import {callThrough, type Outcome, type StormCall} from './storm-client.ts';
import {type StormUpstream, startStormUpstream} from './storm-upstream.ts';

export type StormOptions = {
	readonly durationMs: number;
	readonly clients: number;
	readonly seed: number;
	/** The share of requests to providers that fail, from 0 to 1. */
	readonly faultShare: number;
	/** The share of clients that disconnect, from 0 to 1. */
	readonly leaveShare: number;
	readonly pauseMs: number;
	readonly command?: readonly string[];
};

export type StormResult = {
	readonly outcomes: Readonly<Record<Outcome, number>>;
	readonly complaints: readonly string[];
	readonly memoryMb: readonly number[];
	// biome-ignore lint/suspicious/noExplicitAny: the proxy's own report.
	readonly monitoring: any;
	/** How many requests providers still answer after all clients have ended. */
	readonly upstreamsOpen: number;
	readonly streamsOpen: number;
	readonly upstreamRequests: number;
};

const complaintsMax = 20;
const settleMs = 30_000;
const lookAgainMs = 20;
const samplePeriodMs = 1000;

/**
 * Runs many clients at once, with two providers that fail and clients that disconnect by chance. In
 * the end each client must have got a whole answer or a clear failure, and nothing may be open.
 */
export async function runStorm(options: StormOptions): Promise<StormResult> {
	const clock = systemClock();
	const random = createRandom(options.seed);
	const {faultShare, pauseMs} = options;
	const upstreams = await Promise.all(
		[0, 1].map(() => startStormUpstream({random, faultShare, pauseMs})),
	);
	const proxy = await startProxyProcess({
		settings: settingsOf(upstreams),
		...(options.command ? {command: options.command} : {}),
	});
	try {
		return await storm({options, clock, random, upstreams, proxy});
	} finally {
		await proxy.close();
		await Promise.all(upstreams.map(each => each.close()));
	}
}

function settingsOf(upstreams: readonly StormUpstream[]): Record<string, unknown> {
	return {
		providers: upstreams.map(({baseUrl}, index) => ({
			name: `up${index}`,
			kind: 'openai-chat',
			baseUrl,
			models: ['m'],
		})),
		routes: [{model: 'storm', to: ['up0/m', 'up1/m'], by: 'score'}],
		// These limits must be long enough that a busy machine doesn't exceed them: only the providers
		// should fail.
		proxy: {firstByteMs: 1000, streamIdleMs: 1000},
	};
}

type Storm = {
	readonly options: StormOptions;
	readonly clock: Clock;
	readonly random: () => number;
	readonly upstreams: readonly StormUpstream[];
	readonly proxy: ProxyProcess;
};

async function storm({options, clock, random, upstreams, proxy}: Storm): Promise<StormResult> {
	const outcomes: Record<Outcome, number> = {whole: 0, failed: 0, left: 0, broken: 0};
	const complaints: string[] = [];
	const memoryMb: number[] = [];
	const endAt = clock.elapsed() + options.durationMs;
	const sampler = clock.every(samplePeriodMs, () => {
		void proxy.get('/health').then(({memory_mb}) => memoryMb.push(memory_mb));
	});
	const complain = (what: string) => {
		if (complaints.length < complaintsMax) {
			complaints.push(what);
		}
	};
	const client = async () => {
		while (clock.elapsed() < endAt) {
			outcomes[await callThrough(nextCall({options, random, proxy, clock, complain}))] += 1;
		}
	};
	await Promise.all(Array.from({length: options.clients}, client));
	sampler.cancel();
	const busy = () => upstreams.reduce((sum, each) => sum + each.open(), 0);
	const settledBy = clock.elapsed() + settleMs;
	let monitoring = await proxy.get('/monitoring');
	while ((busy() > 0 || monitoring.streams_open > 0) && clock.elapsed() < settledBy) {
		await clock.sleep(lookAgainMs);
		monitoring = await proxy.get('/monitoring');
	}
	return {
		outcomes,
		complaints,
		memoryMb,
		monitoring,
		upstreamsOpen: busy(),
		streamsOpen: monitoring.streams_open,
		upstreamRequests: upstreams.reduce((sum, each) => sum + each.seen(), 0),
	};
}

const paths = ['/v1/responses', '/v1/chat/completions', '/v1/messages'] as const;
const streamShare = 0.8;

function nextCall({
	options,
	random,
	proxy,
	clock,
	complain,
}: Omit<Storm, 'upstreams'> & Pick<StormCall, 'complain'>): StormCall {
	return {
		port: proxy.port,
		token: proxy.token,
		path: paths[Math.floor(random() * paths.length)]!,
		stream: random() < streamShare,
		leaveMs: random() < options.leaveShare ? random() * options.pauseMs * 20 : null,
		clock,
		complain,
	};
}

/** Returns a random generator that gives the same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
