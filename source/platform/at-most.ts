import type {Clock} from './clock.ts';

/** Waits until the work is done, but at most this long. Leaves no timer behind. */
export async function atMost(clock: Clock, limitMs: number, work: Promise<unknown>): Promise<void> {
	const over = new AbortController();
	try {
		await Promise.race([work, clock.sleep(limitMs, over.signal)]);
	} finally {
		over.abort();
	}
}
