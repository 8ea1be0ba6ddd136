import type {Duplex} from 'node:stream';
import type {Clock} from '../platform/clock.ts';

/** Knows for how long the host has been silent. */
export type Contact = {
	readonly silenceMs: () => number;
	readonly close: () => void;
};

export type ContactOptions = {
	readonly stream: Duplex;
	readonly clock: Clock;
	/**
	 * After this much silence the link counts as lost. By then, several keep-alives went unanswered.
	 */
	readonly silenceMaxMs: number;
	readonly onSilent: () => void;
};

/**
 * Every received byte counts as a sign of life; keep-alive requests make sure that some arrive.
 * Time in which this program was itself stopped (a suspended shell, a sleeping laptop) does not
 * count as silence.
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
