import type {StopWatching, Watched} from './wait-conditions.ts';
import {silence} from './watch-output.ts';

/** The program must be silent for this long before we check whether it waits. */
const promptQuietMs = 300;
/**
 * How often to check again: a program may begin to wait without printing, and no event tells us.
 */
const promptLookAgainMs = 1000;
/** The longest time between checks: a program that stays silent is checked less and less often. */
const promptLookAgainMsMax = 8000;

export function watchPrompt(
	{session, clock, wake}: Watched,
	type: 'prompt' | 'settled',
): StopWatching {
	const startedAt = clock.elapsed();
	let hasStopped = false;
	let lookAgainMs = promptLookAgainMs;
	let isResting = false;
	let timer = clock.after(promptQuietMs, () => look());
	const again = (delayMs: number): void => {
		timer.cancel();
		if (!hasStopped) {
			timer = clock.after(delayMs, look);
		}
	};
	const look = (): void => {
		isResting = false;
		const leftMs = promptQuietMs - silence({session, clock, startedAt});
		if (leftMs > 0) {
			again(leftMs);
		} else if (type === 'settled' && session.hasSpoken() && session.unreadBytes() === 0) {
			isResting = true;
		} else {
			void ask();
		}
	};
	const ask = async (): Promise<void> => {
		const waiting = await session.waiting();
		const isStillQuiet = silence({session, clock, startedAt}) >= promptQuietMs;
		if (waiting !== null && isStillQuiet && !hasStopped) {
			wake({type, terminal: session.id, waiting});
		} else {
			again(isStillQuiet ? lookAgainMs : promptQuietMs);
			if (type === 'settled' && !session.hasSpoken()) {
				lookAgainMs = Math.min(promptLookAgainMsMax, 2 * lookAgainMs);
			}
			isResting = isStillQuiet;
		}
	};
	const stop = session.subscribe(() => {
		if (isResting) {
			isResting = false;
			again(promptQuietMs);
		}
	});
	return () => {
		hasStopped = true;
		timer.cancel();
		stop();
	};
}
