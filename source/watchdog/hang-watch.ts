import type {Clock, Timer} from '../platform/clock.ts';
import {getJson} from '../platform/http-get.ts';
import type {Address} from './supervisor.ts';

const lookEveryMs = 10_000;
const answerMsMax = 5000;
const missesMax = 2;

/**
 * A proxy can stand still without ending. While a turn runs it is asked how it is; one that does
 * not answer twice in a row is hung. Between turns nothing is asked.
 */
export function createHangWatch({
	clock,
	address,
	onHung,
}: {
	clock: Clock;
	address: () => Address | null;
	onHung: () => void;
}): {readonly follow: (isAtWork: boolean) => void; readonly close: () => void} {
	let timer: Timer | null = null;
	let misses = 0;
	const look = async () => {
		const target = address();
		const answer =
			target &&
			(await getJson({
				url: `${target.url}/health`,
				token: target.token,
				timeoutMs: answerMsMax,
			}));
		misses = answer && !answer.ok ? misses + 1 : 0;
		if (misses >= missesMax && timer) {
			misses = 0;
			onHung();
		}
	};
	const close = () => {
		timer?.cancel();
		timer = null;
		misses = 0;
	};
	return {
		close,
		follow(isAtWork) {
			if (!isAtWork) {
				close();
			} else {
				timer ??= clock.every(lookEveryMs, () => void look());
			}
		},
	};
}
