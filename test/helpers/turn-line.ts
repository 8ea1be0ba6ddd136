import type {Duplex} from 'node:stream';
import type {Clock, Timer} from '../../source/platform/clock.ts';

/** An end of a connection that had more to say would have said it by now. */
const quietMs = 100;

/**
 * A line that counts round trips instead of taking time for them: what both ends have sent goes
 * over at once, when neither has sent more for a moment. So an end sees the answer to what it sent
 * only in a later turn, and can't get by with fewer turns than its questions need, however quick
 * the machine. On a busy machine it may seem to need more: the least of some attempts counts.
 */
export type TurnLine = {
	readonly carry: (from: 'near' | 'far', deliver: () => void) => void;
	readonly join: (near: Duplex, far: Duplex) => void;
	/** In how many turns something came from the near end. */
	readonly asked: () => number;
};

export function turnLine(clock: Clock): TurnLine {
	let held: (() => void)[] = [];
	let timer: Timer | null = null;
	let hasAsked = false;
	let asked = 0;
	const turn = () => {
		const due = held;
		held = [];
		asked += hasAsked ? 1 : 0;
		hasAsked = false;
		for (const deliver of due) {
			deliver();
		}
	};
	const carry: TurnLine['carry'] = (from, deliver) => {
		held.push(deliver);
		hasAsked ||= from === 'near';
		timer?.cancel();
		timer = clock.after(quietMs, turn);
	};
	return {
		carry,
		join(near, far) {
			near.on('data', bytes => carry('near', () => far.write(bytes)));
			far.on('data', bytes => carry('far', () => near.write(bytes)));
			near.on('close', () => far.destroy());
			far.on('close', () => near.destroy());
		},
		asked: () => asked,
	};
}

/** The least of some attempts, which end as soon as one needs no more than this. */
export async function leastOf(enough: number, attempt: () => Promise<number>): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let count = 0; count < attemptsMax && least > enough; count += 1) {
		least = Math.min(least, await attempt());
	}
	return least;
}

const attemptsMax = 5;
