import {type Failure, failed, type Result} from '../events/failure.ts';
import {endOf} from '../events/shorten.ts';
import type {Clock} from '../platform/clock.ts';
import type {Link, LinkChannel, LinkEnd} from './link.ts';
import {type OutputEnd, shortWords, untilOutputEnds} from './output-end.ts';
import {sendInput} from './run-input.ts';
import {createMarkerScan, type Nonce} from './run-marker.ts';
import {type RemoteLeader, readStart} from './run-start.ts';

/** One command line for the remote login shell, with what is needed to run and follow it. */
export type LineRequest = {
	readonly line: string;
	readonly nonce: Nonce;
	readonly input?: Uint8Array | undefined;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	readonly onOutput: (bytes: Uint8Array, from: OutputName) => void;
	/** Called when the host has accepted a part of the input. */
	readonly onMoved?: (() => void) | undefined;
};

export type OutputName = 'stdout' | 'stderr';

export type LineEnd = RunFacts &
	(
		| {readonly type: 'ended'; readonly end: LinkEnd}
		| {readonly type: 'timeout' | 'cancelled'}
		| {readonly type: 'lost'; readonly failure: Failure}
	);

/** What is known about a run, even if its end was never reported. */
export type RunFacts = {
	/** The started process; null if the host has not confirmed the start. */
	readonly leader: RemoteLeader | null;
	/** A sentence saying why the end of the output may be missing; null if nothing is missing. */
	readonly short: string | null;
};

/** Runs one line. If it returns a failure, the host has certainly started nothing. */
export async function runLine(link: Link, request: LineRequest): Promise<Result<LineEnd>> {
	const stops = watchStops(link, request);
	try {
		const opened = await open(link, {request, stops});
		if (!opened.ok || 'type' in opened.value) {
			return opened as Result<LineEnd>;
		}
		const channel = opened.value;
		const hearing = hear(channel, request);
		try {
			sendInput(channel, request);
			const end = await Promise.race([channel.ended, stops.stopped]);
			if (end !== null && 'type' in end) {
				return {ok: true, value: {...end, leader: hearing.leader(), short: null}};
			}
			const short = shortWords(await hearing.drained(), link.host);
			return conclude(link, {end, hearing, short, lost: stops.lost()});
		} finally {
			hearing.stop();
			channel.close();
		}
	} finally {
		stops.close();
	}
}

type Stop = {type: 'timeout' | 'cancelled'} | {type: 'lost'; failure: Failure};

type Stops = {
	readonly stopped: Promise<Stop>;
	readonly lost: () => Failure | null;
	readonly close: () => void;
};

function watchStops(link: Link, {clock, timeoutMs, signal}: LineRequest): Stops {
	const {promise: stopped, resolve: stop} = Promise.withResolvers<Stop>();
	let lost: Failure | null = null;
	const timer = clock.after(timeoutMs, () => stop({type: 'timeout'}));
	const cancel = () => stop({type: 'cancelled'});
	signal.addEventListener('abort', cancel, {once: true});
	if (signal.aborted) {
		cancel();
	}
	const unhear = link.onLost(failure => {
		lost = failure;
		stop({type: 'lost', failure});
	});
	return {
		stopped,
		lost: () => lost,
		close() {
			timer.cancel();
			signal.removeEventListener('abort', cancel);
			unhear();
		},
	};
}

/**
 * Opens the channel. If the caller gives up, the request may still have arrived, so it is unknown
 * whether the command was started.
 */
async function open(
	link: Link,
	{request, stops}: {request: LineRequest; stops: Stops},
): Promise<Result<LinkChannel | LineEnd>> {
	const giveUp = new AbortController();
	const opening = link.open({command: request.line}, giveUp.signal);
	const first = await Promise.race([opening, stops.stopped]);
	if ('type' in first) {
		giveUp.abort();
		void opening.then(late => late.ok && late.value.close());
		return {ok: true, value: {...first, ...nothingKnown}};
	}
	if (first.ok) {
		return first;
	}
	const isUnknown = stops.lost() !== null || first.failure.kind === 'incomplete';
	return isUnknown
		? {ok: true, value: {type: 'lost', failure: first.failure, ...nothingKnown}}
		: first;
}

const nothingKnown: RunFacts = {
	leader: null,
	short: null,
};

type Hearing = {
	readonly leader: () => RemoteLeader | null;
	readonly noise: () => string;
	readonly drained: () => Promise<OutputEnd>;
	readonly stop: () => void;
};

/** Reads both streams. Text before a stream's start marker is not output of the command. */
function hear(channel: LinkChannel, {nonce, clock, onOutput}: LineRequest): Hearing {
	const outputs = {stdout: createMarkerScan(nonce), stderr: createMarkerScan(nonce)};
	const begun = new Set<OutputName>();
	let isStopped = false;
	let leader: RemoteLeader | null = null;
	let lastBytesAt = clock.elapsed();
	const {promise: ended, resolve: markEnded} = Promise.withResolvers<void>();
	let open = 2;

	const give = (bytes: Uint8Array, from: OutputName): void => {
		if (bytes.length > 0) {
			onOutput(bytes, from);
		}
	};
	const begin = (bytes: Uint8Array, from: OutputName): void => {
		const found = outputs[from].push(bytes);
		if (found === null) {
			return;
		}
		begun.add(from);
		if (from === 'stdout') {
			const start = readStart(found.words);
			leader = start.type === 'started' ? start.leader : null;
		}
		give(found.rest, from);
	};
	for (const from of ['stdout', 'stderr'] as const) {
		const stream = channel[from];
		stream.on('data', (bytes: Uint8Array) => {
			lastBytesAt = clock.elapsed();
			if (!isStopped) {
				(begun.has(from) ? give : begin)(bytes, from);
			}
		});
		stream.on('error', () => {});
		const count = onceOnly(() => {
			open -= 1;
			if (open === 0) {
				markEnded();
			}
		});
		stream.on('end', count);
		stream.on('close', count);
	}
	return {
		leader: () => leader,
		noise: () => `${outputs.stdout.noise()}\n${outputs.stderr.noise()}`.trim(),
		drained: () => untilOutputEnds({clock, channel, ended, lastBytesAt: () => lastBytesAt}),
		stop() {
			isStopped = true;
		},
	};
}

function conclude(
	link: Link,
	{
		end,
		hearing,
		short,
		lost,
	}: {end: LinkEnd | null; hearing: Hearing; short: string | null; lost: Failure | null},
): Result<LineEnd> {
	const known = {leader: hearing.leader(), short};
	if (end === null) {
		const message = `${link.host} closed the channel and did not say how the command ended.`;
		const failure = lost ?? failed('incomplete', message);
		return {ok: true, value: {type: 'lost', failure, ...known}};
	}
	if (known.leader === null) {
		return {ok: false, failure: neverStarted(link, {hearing, end})};
	}
	return {ok: true, value: {type: 'ended', end, ...known}};
}

const wordsLengthMax = 500;

function neverStarted({host}: Link, {hearing, end}: {hearing: Hearing; end: LinkEnd}): Failure {
	const said = endOf(hearing.noise(), wordsLengthMax);
	return failed(
		'refused',
		`The login shell on ${host} ended (${end.signal ?? `exit ${end.exitCode}`}) before the command began, so nothing was run.${said === '' ? '' : ` It said: ${said}`}`,
	);
}

function onceOnly(action: () => void): () => void {
	let isDone = false;
	return () => {
		if (!isDone) {
			isDone = true;
			action();
		}
	};
}
