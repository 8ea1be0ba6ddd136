import {type CallFailure, stumbled, timedOut} from '../failure.ts';
import type {AttemptEnd, AttemptOptions, OpenTry} from './attempt-end.ts';
import {guardedSink, wordsOf} from './boundary.ts';
import {createPacer} from './pacer.ts';
import {farewellOf} from './reply.ts';
import {createWatch} from './silence-timer.ts';
import type {Sink} from './source.ts';
import {createUnreadPieces} from './unread-pieces.ts';

/**
 * Runs one attempt: reads a source, passes what it sends through a pipe, and writes the result to
 * the client. It sends nothing before the model has spoken, so until then another attempt can take
 * over. After that it sends each piece at once. If the stream breaks in the middle, the caller
 * decides how the answer ends, because it may be resumed.
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
			unread: createUnreadPieces(bytes => attempt.phase === 'open' && options.pipe.push(bytes)),
			gapMs: 0,
			blocked: false,
			isSourceOver: false,
			pacer: createPacer(clock, () => attempt.phase === 'open' && safely(attempt, step)),
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

/** Ends an answer with an error after the client has seen a part of it. */
export function breakOff(
	failure: CallFailure,
	{pipe, reply}: Pick<AttemptOptions, 'pipe' | 'reply'>,
): void {
	pipe.fail(failure);
	reply.end(pipe.take());
}

/** Codex gives up after 300 s of silence; people and proxies in between give up much earlier. */
export const keepAliveMs = 8000;
/** How long to wait for the usage and the end of the stream after the model has finished. */
const settleMs = 2000;

function sinkOf(attempt: OpenTry): Sink {
	const {pipe} = attempt.options;
	return {
		chunk(chunk) {
			if (hear(attempt)) {
				attempt.unread.add(chunk);
				attempt.pacer.wake();
			}
		},
		event(event) {
			if (hear(attempt)) {
				pipe.event(event);
				attempt.pacer.wake();
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

/** Fails the attempt after an exception. Its pipe may be in any state, so it is not used again. */
function stumble(attempt: OpenTry, error: unknown): void {
	const failure = stumbled(attempt.options.provider, wordsOf(error));
	conclude(attempt, {status: 'failed', failure, sent: attempt.sent});
}

/**
 * Call this when the provider says that it is still working: its silence then does not end the
 * attempt. If the proxy itself writes the client's answer, the client gets signs of life.
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
	if (attempt.pacer.isAwake()) {
		// This piece arrived in the same read as the one before, so the time since then means nothing.
		return attempt.phase === 'open';
	}
	const quietMs = attempt.quiet.touch();
	if (attempt.heard) {
		attempt.gapMs = Math.max(attempt.gapMs, quietMs);
	} else {
		attempt.heard = true;
		attempt.options.onFirstByte();
		if (attempt.options.stream) {
			attempt.quiet.limit(attempt.options.limits.gapMs);
			attempt.silence.limit(keepAliveMs);
		}
	}
	return attempt.phase === 'open';
}

/** Sends what the pipe has made of the latest pieces. Ends the attempt if the pipe has ended. */
function step(attempt: OpenTry): void {
	const {pipe, stream} = attempt.options;
	attempt.unread.read();
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
	attempt.pacer.wrote();
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
	attempt.isSourceOver = true;
	if (attempt.phase === 'open') {
		attempt.unread.read();
		attempt.options.pipe.end();
		step(attempt);
	}
	stop(attempt);
}

function failSource(attempt: OpenTry, failure: CallFailure): void {
	attempt.unread.read();
	if (attempt.phase === 'open' && attempt.options.pipe.state().status === 'settling') {
		endSource(attempt);
	} else if (attempt.phase === 'open') {
		fail(attempt, failure);
	}
	stop(attempt);
}

function fail(attempt: OpenTry, failure: CallFailure): void {
	if (attempt.phase === 'open' && attempt.sent) {
		// The text before the break is part of the answer, which may be continued after it.
		send(attempt, attempt.options.pipe.take());
	}
	conclude(attempt, {status: 'failed', failure, sent: attempt.sent});
}

function onQuiet(attempt: OpenTry): void {
	const {options, phase, heard, blocked} = attempt;
	const {pipe, provider, limits, stream} = options;
	attempt.unread.read();
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

/** The provider is connected but silent, so the client gets a sign of life, or it would give up. */
function onSilence(attempt: OpenTry): void {
	const {pipe} = attempt.options;
	attempt.unread.read();
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

/**
 * Reports the attempt's end. After an answer, the provider may finish its stream, so that the
 * connection can be kept.
 */
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
		if (!attempt.isSourceOver) {
			attempt.quiet.limit(settleMs);
		}
	} else {
		stop(attempt);
	}
	attempt.resolve(end);
}

function stop(attempt: OpenTry): void {
	attempt.phase = 'over';
	attempt.quiet.stop();
	attempt.silence.stop();
	attempt.pacer.stop();
	attempt.flow?.abort();
}
