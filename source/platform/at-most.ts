import type {Clock} from './clock.ts';

/** Waits for the work, at most this long; the timer ends with the wait. */
export async function atMost(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
	const over = new AbortController();
	try {
		await Promise.race([work, clock.sleep(limitMs, over.signal)]);
	} finally {
		over.abort();
	}
}
