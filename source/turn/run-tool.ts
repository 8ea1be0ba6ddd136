import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import {fail} from '../tools/tool.ts';

/**
 * The longest time for any tool. Each tool has its own, much shorter limit; this one stops a tool
 * that lacks one.
 */
export const toolMsMax = 1_800_000;
/**
 * How long a tool may take to stop after its abort. At its exit, the program waits longer than
 * this.
 */
export const graceMs = 4000;
/**
 * The interval of the heartbeat: half of the ten seconds within which a person learns that a tool
 * is still running.
 */
const beatMs = 5000;

/** The abort reason when the program exits. Any other abort comes from a person. */
export const programEnds = 'the program ends';

export type ToolRun = {
	readonly signal: AbortSignal;
	readonly clock: Clock;
	/** A progress text for the card and the journal. */
	readonly note: (text: string) => void;
	readonly run: (tools: {
		readonly signal: AbortSignal;
		readonly progress: (note: string) => void;
	}) => Promise<Outcome>;
};

/**
 * Runs a tool with a heartbeat. It always ends: by itself, at its deadline, or when it is
 * interrupted, even if it ignores both.
 */
export async function runTool({signal, clock, note, run}: ToolRun): Promise<Outcome> {
	const startedAt = clock.elapsed();
	const deadline = new AbortController();
	const timer = clock.after(toolMsMax, () => deadline.abort());
	const beat = createBeat({clock, startedAt, note});
	const ending = AbortSignal.any([signal, deadline.signal]);
	const grace = createGrace(clock, ending);
	try {
		const outcome = await Promise.race([
			run({signal: ending, progress: beat.progress}),
			grace.over,
		]);
		return deadline.signal.aborted ? tooLate : asItWas(outcome, signal);
	} finally {
		timer.cancel();
		grace.cancel();
		beat.stop();
	}
}

const tooLate = fail(
	failed('timeout', `It was ended after ${toolMsMax / 60_000} minutes without a result.`),
);

function createBeat({
	clock,
	startedAt,
	note,
}: {
	clock: Clock;
	startedAt: number;
	note: (text: string) => void;
}) {
	let isNoted = false;
	let isOver = false;
	const ticker = clock.every(beatMs, () => {
		if (!isNoted) {
			note(`at work for ${Math.round((clock.elapsed() - startedAt) / 1000)} s`);
		}
		isNoted = false;
	});
	return {
		progress(text: string) {
			isNoted = true;
			// An abandoned tool may keep sending notes, but its call has ended.
			if (!isOver) {
				note(text);
			}
		},
		stop() {
			isOver = true;
			ticker.cancel();
		},
	};
}

/**
 * Resolves if a tool has not stopped some time after its abort. Call `cancel`, or the timer keeps
 * the process alive.
 */
function createGrace(clock: Clock, ending: AbortSignal) {
	let timer: Timer | null = null;
	const over = Promise.withResolvers<Outcome>();
	const wait = () => {
		timer = clock.after(graceMs, () => over.resolve(unconfirmed));
	};
	ending.addEventListener('abort', wait);
	if (ending.aborted) {
		wait();
	}
	return {
		over: over.promise,
		cancel() {
			ending.removeEventListener('abort', wait);
			timer?.cancel();
		},
	};
}

/** The outcome of a call whose tool has not reported that it stopped. */
const unconfirmed: Outcome = {
	status: 'cancelled',
	result: {unconfirmed: `no answer for ${graceMs / 1000} s`},
};

export function abortStatus({reason}: AbortSignal): 'interrupted' | 'cancelled' {
	return reason === programEnds ? 'interrupted' : 'cancelled';
}

/**
 * Corrects the outcome: a call that was interrupted is never a success, even if its tool has
 * returned a result.
 */
function asItWas(outcome: Outcome, signal: AbortSignal): Outcome {
	const lost = lostOutcome(outcome);
	if (lost) {
		return lost;
	}
	const reason = outcome.status === 'ok' ? outcome.result['reason'] : null;
	const isGivenUp = signal.aborted && isUnconfirmed(outcome);
	if (outcome.status === 'failed' && outcome.failure.kind === 'timeout' && !isGivenUp) {
		return outcome;
	}
	if (signal.aborted && (outcome.status !== 'ok' || reason === 'aborted')) {
		const status = abortStatus(signal);
		const {result} = outcome.status === 'ok' || tellsEffects(outcome) ? outcome : {};
		return result ? {status, result: {...result, success: false}} : {status};
	}
	if (outcome.status === 'ok' && reason === 'timeout') {
		const {hint} = outcome.result;
		const words = typeof hint === 'string' ? hint : 'It was ended when its time was over.';
		const failure = failed('timeout', words);
		const error = {kind: failure.kind, message: failure.message};
		return {
			status: 'failed',
			failure,
			result: {...outcome.result, success: false, error},
		};
	}
	if (outcome.status === 'ok' && reason === 'signalled' && outcome.result['success'] === false) {
		return cutDown(outcome.result);
	}
	return outcome;
}

/** Whether it is unknown if the work has really stopped. */
function isUnconfirmed(outcome: Outcome): outcome is Extract<Outcome, {result?: JsonObject}> {
	return 'result' in outcome && outcome.result?.['unconfirmed'] !== undefined;
}

/** Whether the outcome says what an interrupted call had done by then. */
function tellsEffects(outcome: Outcome): outcome is Extract<Outcome, {result?: JsonObject}> {
	const result: JsonObject | undefined = 'result' in outcome ? outcome.result : undefined;
	return isUnconfirmed(outcome) || result?.['written'] !== undefined;
}

/** Returns the failure for a program that was killed: never a success, whatever it has printed. */
function cutDown(result: JsonObject): Outcome {
	const signal = typeof result['signal'] === 'string' ? result['signal'] : 'a signal';
	const failure = failed('incomplete', `The program was ended by ${signal}.`);
	const error = {kind: failure.kind, message: failure.message};
	return {status: 'failed', failure, result: {...result, error}};
}

/**
 * If the connection was lost, returns that as the call's outcome; otherwise null. The tool reports
 * it in its result, which is for the model.
 */
function lostOutcome(outcome: Outcome): Outcome | null {
	const result =
		outcome.status === 'ok' || outcome.status === 'failed' ? outcome.result : undefined;
	if (result?.['reason'] !== 'lost') {
		return null;
	}
	const {hint} = result;
	const words = typeof hint === 'string' ? hint : lostWords;
	const failure = outcome.status === 'failed' ? outcome.failure : failed('unreachable', words);
	const error = result['error'] ?? {kind: 'lost', message: failure.message};
	return {status: 'lost', failure, result: {...result, success: false, error}};
}

const lostWords = 'The connection went. Whether it ran, and how it ended, is not known.';
