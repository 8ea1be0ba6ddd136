import type {Clock} from '../../platform/clock.ts';
import {type CallFailure, timedOut} from '../failure.ts';
import type {Pipe} from '../translate/pipe.ts';
import type {Flow} from './client.ts';
import type {Reply} from './reply.ts';
import type {Source} from './source.ts';
import {createWatch, type Watch} from './watch.ts';

/**
 * One try: a source run through a pipe to a client. Nothing is sent before the model has spoken,
 * so that until then another try can take over; from then on each piece goes out as it comes.
 */
export function runAttempt(options: AttemptOptions): Promise<AttemptEnd> {
	return new Promise(resolve => {
		const {clock, source, limits, stream, reply} = options;
		const attempt: Attempt = {
			options,
			phase: 'open',
			flow: null,
			heard: false,
			sent: false,
			blocked: false,
			quiet: createWatch(clock, () => onQuiet(attempt)),
			silence: createWatch(clock, () => onSilence(attempt)),
			resolve,
			leave: () => conclude(attempt, {status: 'left'}),
		};
		reply.left.addEventListener('abort', attempt.leave, {once: true});
		attempt.quiet.limit(stream ? limits.firstByteMs : limits.gapMs);
		attempt.flow = source({
			chunk(chunk) {
				if (hear(attempt)) {
					options.pipe.push(chunk);
					step(attempt);
				}
			},
			event(event) {
				if (hear(attempt)) {
					options.pipe.event(event);
					step(attempt);
				}
			},
			end: () => endSource(attempt),
			fail: failure => failSource(attempt, failure),
		});
	});
}

export type AttemptOptions = {
	readonly source: Source;
	readonly pipe: Pipe;
	readonly reply: Reply;
	readonly clock: Clock;
	/** Whether the client takes the answer piece by piece. */
	readonly stream: boolean;
	/** As a person knows it. */
	readonly provider: string;
	readonly limits: Limits;
	readonly onFirstByte: () => void;
};

export type Limits = {readonly firstByteMs: number; readonly gapMs: number};

export type AttemptEnd =
	| {readonly status: 'answered'}
	| {readonly status: 'failed'; readonly failure: CallFailure; readonly sent: boolean}
	| {readonly status: 'left'};

/** Codex counts 300 s of silence, people and middle boxes far fewer. */
export const keepAliveMs = 8000;
/** How long a model that has finished may take for its usage and its goodbye. */
const settleMs = 2000;

type Attempt = {
	readonly options: AttemptOptions;
	/** `closing`: the client has its answer, and the provider's last bytes are only drained. */
	phase: 'open' | 'closing' | 'over';
	flow: Flow | null;
	/** The provider has sent something. */
	heard: boolean;
	/** The client was sent something. */
	sent: boolean;
	/** The client reads more slowly than the provider writes. */
	blocked: boolean;
	readonly quiet: Watch;
	readonly silence: Watch;
	readonly resolve: (end: AttemptEnd) => void;
	readonly leave: () => void;
};

function hear(attempt: Attempt): boolean {
	attempt.quiet.touch();
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

/** After each piece: what it changed for the client. */
function step(attempt: Attempt): void {
	const {pipe, stream, reply} = attempt.options;
	const {status, failure} = pipe.state();
	if (failure) {
		fail(attempt, failure);
		return;
	}
	if (status === 'ended') {
		if (stream) {
			reply.end(pipe.take());
		}
		conclude(attempt, {status: 'answered'});
		return;
	}
	if (status === 'settling') {
		attempt.quiet.limit(settleMs);
	}
	if (stream && status !== 'waiting') {
		send(attempt, pipe.take());
	}
}

function send(attempt: Attempt, text: string): void {
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

function endSource(attempt: Attempt): void {
	if (attempt.phase === 'open') {
		attempt.options.pipe.end();
		step(attempt);
	}
	stop(attempt);
}

function failSource(attempt: Attempt, failure: CallFailure): void {
	if (attempt.phase === 'open' && attempt.options.pipe.state().status === 'settling') {
		endSource(attempt);
	} else if (attempt.phase === 'open') {
		fail(attempt, failure);
	}
	stop(attempt);
}

function fail(attempt: Attempt, failure: CallFailure): void {
	const {pipe, reply} = attempt.options;
	if (attempt.sent) {
		pipe.fail(failure);
		reply.end(pipe.take());
	}
	conclude(attempt, {status: 'failed', failure, sent: attempt.sent});
}

function onQuiet(attempt: Attempt): void {
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
		fail(attempt, timedOut({provider, limit: 'whole answer', limitMs: limits.gapMs}));
	} else if (heard) {
		fail(attempt, timedOut({provider, limit: 'gap', limitMs: limits.gapMs}));
	} else {
		fail(attempt, timedOut({provider, limit: 'first byte', limitMs: limits.firstByteMs}));
	}
}

/** The provider lives but says nothing yet: the client is shown that someone is there. */
function onSilence(attempt: Attempt): void {
	const {pipe} = attempt.options;
	if (attempt.phase === 'open' && !attempt.blocked) {
		send(attempt, pipe.take() + pipe.keepAlive());
	}
	attempt.silence.limit(keepAliveMs);
}

/** Tells how the try went. An answered one lets the provider end by itself, to keep its connection. */
function conclude(attempt: Attempt, end: AttemptEnd): void {
	if (attempt.phase !== 'open') {
		return;
	}
	attempt.options.reply.left.removeEventListener('abort', attempt.leave);
	attempt.silence.stop();
	if (end.status === 'answered') {
		attempt.phase = 'closing';
		attempt.quiet.limit(settleMs);
	} else {
		stop(attempt);
	}
	attempt.resolve(end);
}

function stop(attempt: Attempt): void {
	attempt.phase = 'over';
	attempt.quiet.stop();
	attempt.silence.stop();
	attempt.flow?.abort();
}
