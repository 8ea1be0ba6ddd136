import type {Duplex} from 'node:stream';
import type {Clock} from '../platform/clock.ts';

/** When a host was last heard of. */
export type Contact = {
	readonly silenceMs: () => number;
	readonly close: () => void;
};

export type ContactOptions = {
	readonly stream: Duplex;
	readonly clock: Clock;
	/** Silence longer than this is the end: the host was asked several times by then. */
	readonly silenceMaxMs: number;
	readonly onSilent: () => void;
};

/**
 * Every byte counts as a sign of life, and keep-alive questions see to it that there are some.
 * While this program itself stood still (a suspended shell, a laptop asleep) nobody could be heard,
 * so that time is not held against the host.
 */
export function watchContact({stream, clock, silenceMaxMs, onSilent}: ContactOptions): Contact {
	let heardMs = clock.elapsed();
	let tickedMs = heardMs;
	const onData = () => {
		heardMs = clock.elapsed();
	};
	stream.on('data', onData);
	const timer = clock.every(tickMs, () => {
		const nowMs = clock.elapsed();
		const lateMs = nowMs - tickedMs - tickMs;
		tickedMs = nowMs;
		if (lateMs > stoodStillMs) {
			heardMs = Math.min(nowMs, heardMs + lateMs);
		}
		if (nowMs - heardMs > silenceMaxMs) {
			onSilent();
		}
	});
	return {
		silenceMs: () => clock.elapsed() - heardMs,
		close() {
			timer.cancel();
			stream.off('data', onData);
		},
	};
}

const tickMs = 250;
const stoodStillMs = 2_000;
