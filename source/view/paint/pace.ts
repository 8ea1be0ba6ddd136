import type {Clock, Timer} from '../../platform/clock.ts';

/**
 * Decides when frames are drawn. The first change is drawn in the same tick, together with all
 * others of that tick; then there are at most 30 frames a second. The echo of a key doesn't wait.
 */
export type Pace = {
	readonly request: (how?: {readonly urgent?: boolean}) => void;
	/** Call this after a key press: the changes that follow are its echo, and drawn without delay. */
	readonly hurry: () => void;
	/** Draws nothing until `release`, which draws at once if a frame was requested. */
	readonly hold: () => void;
	readonly release: () => void;
	readonly stop: () => void;
};

export const standardFrameMs = 33;

const hurryMs = 50;

/**
 * How many frames after a key press are urgent: one for the UI state's change, and one for Ink's
 * commit.
 */
const hurriedFramesMax = 2;

type Waiting = {
	wanted: boolean;
	held: boolean;
	stopped: boolean;
	drawnAt: number;
	hurryUntil: number;
	hurriedFrames: number;
	timer: Timer | null;
	soon: 'no' | 'tick' | 'now';
};

/** Makes a pace. `draw` returns whether there was anything to write. */
export function createPace({
	clock,
	draw,
	frameMs = standardFrameMs,
}: {
	readonly clock: Clock;
	readonly draw: () => boolean;
	readonly frameMs?: number | undefined;
}): Pace {
	const waiting: Waiting = {
		wanted: false,
		held: false,
		stopped: false,
		drawnAt: Number.NEGATIVE_INFINITY,
		hurryUntil: Number.NEGATIVE_INFINITY,
		hurriedFrames: 0,
		timer: null,
		soon: 'no',
	};
	const run = () => {
		waiting.soon = 'no';
		waiting.timer?.cancel();
		waiting.timer = null;
		if (waiting.wanted && !waiting.held && !waiting.stopped) {
			waiting.wanted = false;
			waiting.drawnAt = draw() ? clock.elapsed() : waiting.drawnAt;
		}
	};
	return {
		request({urgent = false} = {}) {
			waiting.wanted = true;
			if (!waiting.held && !waiting.stopped) {
				schedule(waiting, {clock, run, urgent, frameMs});
			}
		},
		hurry() {
			waiting.hurryUntil = clock.elapsed() + hurryMs;
			waiting.hurriedFrames = hurriedFramesMax;
		},
		hold() {
			waiting.held = true;
		},
		release() {
			waiting.held = false;
			run();
		},
		stop() {
			waiting.stopped = true;
			waiting.timer?.cancel();
			waiting.timer = null;
		},
	};
}

type Request = {
	readonly clock: Clock;
	readonly run: () => void;
	readonly urgent: boolean;
	readonly frameMs: number;
};

function schedule(waiting: Waiting, {clock, run, urgent, frameMs}: Request): void {
	if (urgent) {
		if (waiting.soon !== 'now') {
			waiting.soon = 'now';
			queueMicrotask(run);
		}
		return;
	}
	if (waiting.soon !== 'no') {
		return;
	}
	const now = clock.elapsed();
	const waitMs = waiting.drawnAt + frameMs - now;
	const hurried = waitMs > 0 && now < waiting.hurryUntil && waiting.hurriedFrames > 0;
	if (waitMs <= 0 || hurried) {
		waiting.hurriedFrames -= hurried ? 1 : 0;
		waiting.soon = 'tick';
		// Runs after the microtasks that are queued now. One of them may be a commit of Ink.
		queueMicrotask(() => process.nextTick(run));
	} else {
		waiting.timer ??= clock.after(waitMs, run);
	}
}
