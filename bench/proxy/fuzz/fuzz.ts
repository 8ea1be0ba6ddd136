import type {IncomingMessage} from 'node:http';
import {systemClock} from '../../../source/platform/clock.ts';
import {type ProxyProcess, startProxyProcess} from '../proxy-process.ts';
import {createChance} from './chance.ts';
import {type FuzzRequest, requestOf} from './requests.ts';
import {type FuzzUpstream, startFuzzUpstream} from './upstream.ts';

export type FuzzOptions = {
	/** The run ends after providers have sent this many events. */
	readonly events: number;
	readonly seed: number;
	readonly clients: number;
	/** The program that Node runs: the sources, or a built program with the word `proxy`. */
	readonly command?: readonly string[];
	readonly onProgress?: (progress: FuzzProgress) => void;
};

export type FuzzProgress = {
	readonly events: number;
	readonly requests: number;
	readonly memoryMb: number;
};

export type FuzzResult = {
	readonly events: number;
	readonly requests: number;
	readonly durationMs: number;
	readonly outcomes: Readonly<Record<Outcome, number>>;
	readonly complaints: readonly string[];
	/** Answers that threw an exception which the proxy caught while it handled the request. */
	readonly stumbles: readonly string[];
	/** What the proxy wrote to stderr: exceptions that were caught nowhere. */
	readonly exceptions: readonly string[];
	readonly memoryMb: readonly number[];
	/** The longest time that `/health` took. */
	readonly healthMsMost: number;
	/** The longest time that a request took. */
	readonly requestMsMost: number;
	readonly streamsOpen: number;
};

/**
 * `broken`: the client got neither an answer nor an error. `late`: the request was not finished at
 * its deadline.
 */
type Outcome = 'answered' | 'failed' | 'left' | 'broken' | 'late';

/** The limit for a provider's silence in this run. A silence costs at most this long. */
const limitMs = 700;
/** How long a request may take: three tries with their silences, and the pauses in between. */
const deadlineMs = 60_000;
const samplePeriodMs = 1000;
const complaintsMax = 20;
const leaveShare = 0.03;

/**
 * Sends random and damaged answers and requests through a proxy in a process of its own. Two things
 * have to hold: every request ends within its deadline, and the process stays alive.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
	const upstream = await startFuzzUpstream();
	const exceptions: string[] = [];
	const proxy = await startProxyProcess({
		settings: settingsOf(upstream),
		...(options.command && {command: options.command}),
		onComplaint: text => exceptions.length < complaintsMax && exceptions.push(text),
	});
	try {
		const run = createRun(options, {upstream, proxy});
		await Promise.all([...Array.from({length: options.clients}, () => askOn(run)), watch(run)]);
		return {...(await conclude(run)), exceptions};
	} finally {
		await proxy.close();
		await upstream.close();
	}
}

const providers = [
	{name: 'chat', kind: 'openai-chat', path: 'chat'},
	{name: 'native', kind: 'openai-chat', path: 'chat', toolCalls: 'native'},
	{name: 'text', kind: 'openai-chat', path: 'chat', toolCalls: 'text'},
	{name: 'responses', kind: 'openai-responses', path: 'responses'},
	{name: 'anthropic', kind: 'anthropic', path: 'anthropic'},
	{name: 'gemini', kind: 'gemini', path: 'gemini'},
] as const;

function settingsOf({origin}: FuzzUpstream): Record<string, unknown> {
	return {
		providers: providers.map(({path, ...provider}) => ({
			...provider,
			baseUrl: `${origin}/${path}`,
			models: ['m'],
			apiKey: 'none-at-all',
		})),
		proxy: {firstByteMs: limitMs, streamIdleMs: 3 * limitMs, bufferBytesMax: 1_048_576},
	};
}

type Run = ReturnType<typeof createRun>;

function createRun(
	options: FuzzOptions,
	{upstream, proxy}: {readonly upstream: FuzzUpstream; readonly proxy: ProxyProcess},
) {
	const clock = systemClock();
	const outcomes: Record<Outcome, number> = {answered: 0, failed: 0, left: 0, broken: 0, late: 0};
	return {
		options,
		upstream,
		proxy,
		clock,
		outcomes,
		complaints: [] as string[],
		stumbles: [] as string[],
		memoryMb: [] as number[],
		agent: new (process.getBuiltinModule('node:http').Agent)({keepAlive: true}),
		startedAt: clock.elapsed(),
		requests: 0,
		healthMsMost: 0,
		requestMsMost: 0,
	};
}

function isOver({options, upstream, outcomes}: Run): boolean {
	return upstream.events() >= options.events || outcomes.late > 0 || outcomes.broken > brokenMax;
}

const brokenMax = 50;

async function askOn(run: Run): Promise<void> {
	while (!isOver(run)) {
		run.requests += 1;
		const seed = run.options.seed * 1_000_003 + run.requests;
		const chance = createChance(seed);
		const asked = requestOf(`${chance.pick(providers).name}/seed-${seed}`, chance);
		const startedAt = run.clock.elapsed();
		const leaveMs = chance.of(leaveShare) ? chance.below(30) : null;
		const {outcome, words} = await askOnce(run, asked, leaveMs);
		run.requestMsMost = Math.max(run.requestMsMost, run.clock.elapsed() - startedAt);
		run.outcomes[outcome] += 1;
		if (words.includes(stumbledWords) && run.stumbles.length < complaintsMax) {
			run.stumbles.push(`seed ${seed} ${asked.path}: ${words}`);
		}
		if ((outcome === 'broken' || outcome === 'late') && run.complaints.length < complaintsMax) {
			run.complaints.push(`seed ${seed} ${asked.path}: ${outcome}, ${words}`);
		}
	}
}

/** Words of the message that the proxy writes when it catches an exception in an answer. */
const stumbledWords = 'could not be handled';

type Ended = {readonly outcome: Outcome; readonly words: string};

function askOnce(run: Run, asked: FuzzRequest, leaveMs: number | null): Promise<Ended> {
	const {proxy, clock, agent} = run;
	return new Promise(resolve => {
		const request = process.getBuiltinModule('node:http').request({
			host: '127.0.0.1',
			port: proxy.port,
			path: asked.path,
			method: 'POST',
			agent,
			headers: {
				authorization: `Bearer ${proxy.token}`,
				'content-length': Buffer.byteLength(asked.body),
			},
		});
		const end = (outcome: Outcome, words = '') => {
			deadline.cancel();
			leaving?.cancel();
			resolve({outcome, words});
		};
		const giveUp = (outcome: Outcome) => {
			end(outcome);
			request.destroy();
		};
		const deadline = clock.after(deadlineMs, () => giveUp('late'));
		const leaving = leaveMs === null ? null : clock.after(leaveMs, () => giveUp('left'));
		request.on('error', error => end('broken', error.message));
		request.on('response', response => void readAnswer(response, end));
		request.end(asked.body);
	});
}

const wordsMax = 600;

async function readAnswer(
	response: IncomingMessage,
	end: (outcome: Outcome, words?: string) => void,
): Promise<void> {
	let length = 0;
	let last = '';
	try {
		for await (const piece of response.setEncoding('utf8')) {
			length += piece.length;
			last = piece;
		}
	} catch (error) {
		end('broken', `${error instanceof Error ? error.message : error} after ${last.slice(-200)}`);
		return;
	}
	if (response.statusCode === 200) {
		end(
			length > 0 ? 'answered' : 'broken',
			length > 0 ? last.slice(-wordsMax) : 'nothing was said',
		);
	} else {
		end(last.includes('"message"') ? 'failed' : 'broken', last.slice(0, wordsMax));
	}
}

async function watch(run: Run): Promise<void> {
	const {proxy, clock, memoryMb, options} = run;
	while (!isOver(run)) {
		const askedAt = clock.elapsed();
		const {memory_mb: now} = await proxy.get('/health');
		run.healthMsMost = Math.max(run.healthMsMost, clock.elapsed() - askedAt);
		memoryMb.push(now);
		options.onProgress?.({events: run.upstream.events(), requests: run.requests, memoryMb: now});
		await clock.sleep(samplePeriodMs);
	}
}

async function conclude(run: Run): Promise<Omit<FuzzResult, 'exceptions'>> {
	const {clock, proxy, upstream, outcomes, complaints, stumbles, memoryMb, requests} = run;
	run.agent.destroy();
	const settledBy = clock.elapsed() + deadlineMs;
	let streamsOpen = await openIn(proxy);
	while (streamsOpen > 0 && clock.elapsed() < settledBy) {
		await clock.sleep(lookAgainMs);
		streamsOpen = await openIn(proxy);
	}
	return {
		events: upstream.events(),
		requests,
		durationMs: Math.round(clock.elapsed() - run.startedAt),
		outcomes,
		complaints,
		stumbles,
		memoryMb,
		healthMsMost: Math.round(run.healthMsMost),
		requestMsMost: Math.round(run.requestMsMost),
		streamsOpen,
	};
}

const lookAgainMs = 50;

async function openIn(proxy: ProxyProcess): Promise<number> {
	return (await proxy.get('/health')).streams_open;
}
