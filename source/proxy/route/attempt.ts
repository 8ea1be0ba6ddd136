import {type CallFailure, stumbled, timedOut} from '../failure.ts';
import type {AttemptEnd, AttemptOptions, OpenTry} from './attempt-end.ts';
import {guardedSink, wordsOf} from './boundary.ts';
import {farewellOf} from './reply.ts';
import {createWatch} from './silence-timer.ts';
import type {Sink} from './source.ts';

/**
 * One try: a source run through a pipe to a client. Nothing is sent before the model has spoken,
 * so that until then another try can take over; from then on each piece goes out as it comes. How
 * a stream ends that broke in the middle is for the caller to say: it may be gone on with.
 */
export function runAttempt(options: AttemptOptions): Promise<AttemptEnd> {
	return new Promise(resolve => {
		const {clock, source, limits, stream, reply} = options;
		const attempt: OpenTry = {
			options,
			phase: 'open',
			flow: null,
			heard: false,
			waitsLonger: false,
			sent: false,
			gapMs: 0,
			blocked: false,
			stepping: false,
			quiet: createWatch(clock, () => safely(attempt, onQuiet)),
			silence: createWatch(clock, () => safely(attempt, onSilence)),
			resolve,
			leave: () => safely(attempt, leave),
			stumble: error => stumble(attempt, error),
		};
		reply.left.addEventListener('abort', attempt.leave, {once: true});
		attempt.quiet.limit(stream ? limits.firstByteMs : limits.wholeMs);
		if (stream && options.goesOn) {
			attempt.silence.limit(keepAliveMs);
		}
		safely(attempt, () => {
			attempt.flow = source(guardedSink(sinkOf(attempt), attempt.stumble));
		});
	});
}

/** Ends an answer that the client has seen a part of. */
export function breakOff(
	failure: CallFailure,
	{pipe, reply}: Pick<AttemptOptions, 'pipe' | 'reply'>,
): void {
	pipe.fail(failure);
	reply.end(pipe.take());
}

/** Codex counts 300 s of silence, people and middle boxes far fewer. */
export const keepAliveMs = 8000;
/** How long a model that has finished may take for its usage and its goodbye. */
const settleMs = 2000;

function sinkOf(attempt: OpenTry): Sink {
	const {pipe} = attempt.options;
	return {
		chunk(chunk) {
			if (hear(attempt)) {
				pipe.push(chunk);
				stepSoon(attempt);
			}
		},
		event(event) {
			if (hear(attempt)) {
				pipe.event(event);
				stepSoon(attempt);
			}
		},
		atWork: () => waitLonger(attempt),
		end: () => endSource(attempt),
		fail: failure => failSource(attempt, failure),
	};
}

function safely(attempt: OpenTry, act: (attempt: OpenTry) => void): void {
	try {
		act(attempt);
	} catch (error) {
		attempt.stumble(error);
	}
}

/** The pipe may have stopped anywhere: nothing more is asked of it here. */
function stumble(attempt: OpenTry, error: unknown): void {
	const failure = stumbled(attempt.options.provider, wordsOf(error));
	if (attempt.phase === 'open') {
		conclude(attempt, {status: 'failed', failure, sent: attempt.sent});
	} else {
		stop(attempt);
	}
}

/**
 * The provider says itself that it gets further, so its silence is no reason to give it up. The
 * client is shown that someone is there, where its answer is written here.
 */
function waitLonger(attempt: OpenTry): void {
	const {heard, phase, quiet, silence, options} = attempt;
	if (heard || phase !== 'open') {
		return;
	}
	quiet.touch();
	if (options.stream && !attempt.waitsLonger && options.pipe.clientResponse() !== null) {
		attempt.waitsLonger = true;
		silence.limit(keepAliveMs);
	}
}

function hear(attempt: OpenTry): boolean {
	if (attempt.stepping) {
		// It came with the piece before, in the same read.
		return attempt.phase === 'open';
	}
	const quietMs = attempt.quiet.touch();
	if (attempt.heard && quietMs > attempt.gapMs) {
		attempt.gapMs = quietMs;
	}
	if (!attempt.heard) {
		attempt.heard = true;
		attempt.options.onFirstByte();
		if (attempt.options.stream) {
			attempt.quiet.limit(attempt.options.limits.gapMs);
			attempt.silence.limit(keepAliveMs);
		}
	}
	return attempt.phase === 'open';
}

/**
 * One read of a fast provider holds many pieces, each told by itself: what they come to is sent in
 * one write, when the read is over and before anything else happens.
 */
function stepSoon(attempt: OpenTry): void {
	if (!attempt.stepping) {
		attempt.stepping = true;
		queueMicrotask(() => {
			attempt.stepping = false;
			if (attempt.phase === 'open') {
				safely(attempt, step);
			}
		});
	}
}

/** After each piece: what it changed for the client. */
function step(attempt: OpenTry): void {
	const {pipe, stream} = attempt.options;
	const {status, failure} = pipe.state();
	if (failure) {
		fail(attempt, failure);
		return;
	}
	if (status === 'ended') {
		endAnswer(attempt);
		return;
	}
	if (status === 'settling') {
		attempt.quiet.limit(settleMs);
	}
	if (stream && status !== 'waiting') {
		send(attempt, pipe.take());
	}
}

function endAnswer(attempt: OpenTry): void {
	const {pipe, stream, reply} = attempt.options;
	const {again} = pipe.state();
	if (again) {
		if (stream) {
			send(attempt, pipe.take());
		}
		conclude(attempt, {status: 'again', again});
		return;
	}
	if (stream) {
		reply.end(pipe.take());
	}
	conclude(attempt, {status: 'answered'});
}

function send(attempt: OpenTry, text: string): void {
	if (text === '') {
		return;
	}
	attempt.sent = true;
	attempt.silence.touch();
	const {reply} = attempt.options;
	if (!reply.write(text) && !attempt.blocked) {
		attempt.blocked = true;
		attempt.flow?.pause();
		reply.drained(() => {
			attempt.blocked = false;
			attempt.quiet.touch();
			attempt.flow?.resume();
		});
	}
}

function endSource(attempt: OpenTry): void {
	if (attempt.phase === 'open') {
		attempt.options.pipe.end();
		step(attempt);
	}
	stop(attempt);
}

function failSource(attempt: OpenTry, failure: CallFailure): void {
	if (attempt.phase === 'open' && attempt.options.pipe.state().status === 'settling') {
		endSource(attempt);
	} else if (attempt.phase === 'open') {
		fail(attempt, failure);
	}
	stop(attempt);
}

function fail(attempt: OpenTry, failure: CallFailure): void {
	if (attempt.phase === 'open' && attempt.sent) {
		// What was said before it broke belongs to the answer, and may be gone on with.
		send(attempt, attempt.options.pipe.take());
	}
	conclude(attempt, {status: 'failed', failure, sent: attempt.sent});
}

function onQuiet(attempt: OpenTry): void {
	const {options, phase, heard, blocked} = attempt;
	const {pipe, provider, limits, stream} = options;
	if (phase !== 'open') {
		stop(attempt);
	} else if (blocked) {
		options.reply.drop();
		conclude(attempt, {status: 'left'});
	} else if (pipe.state().status === 'settling') {
		pipe.end();
		step(attempt);
	} else if (!stream) {
		fail(attempt, timedOut({provider, limit: 'whole answer', limitMs: limits.wholeMs}));
	} else if (heard) {
		fail(attempt, timedOut({provider, limit: 'gap', limitMs: limits.gapMs}));
	} else {
		fail(attempt, timedOut({provider, limit: 'first byte', limitMs: limits.firstByteMs}));
	}
}

/** The provider lives but says nothing yet: the client is shown that someone is there. */
function onSilence(attempt: OpenTry): void {
	const {pipe} = attempt.options;
	if (attempt.phase === 'open' && !attempt.blocked) {
		send(attempt, pipe.take() + pipe.keepAlive());
	}
	attempt.silence.limit(keepAliveMs);
}

function leave(attempt: OpenTry): void {
	const failure = farewellOf(attempt.options.reply);
	if (failure) {
		fail(attempt, failure);
	} else {
		conclude(attempt, {status: 'left'});
	}
}

/** Tells how the try went. An answered one lets the provider end by itself, to keep its connection. */
function conclude(attempt: OpenTry, end: AttemptEnd): void {
	if (attempt.phase !== 'open') {
		return;
	}
	attempt.options.reply.left.removeEventListener('abort', attempt.leave);
	attempt.silence.stop();
	if (attempt.heard) {
		attempt.options.onGap(Math.round(attempt.gapMs));
	}
	if (end.status === 'answered' || end.status === 'again') {
		attempt.phase = 'closing';
		attempt.quiet.limit(settleMs);
	} else {
		stop(attempt);
	}
	attempt.resolve(end);
}

function stop(attempt: OpenTry): void {
	attempt.phase = 'over';
	attempt.quiet.stop();
	attempt.silence.stop();
	attempt.flow?.abort();
}
