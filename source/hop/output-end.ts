import {assertNever} from '../events/assert-never.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {LinkChannel} from './link.ts';

/**
 * How far the output of an ended program was read. `whole`: to its end. `held`: something that the
 * program left running holds its output open, and nothing more came. `flowing`: more came for so
 * long that we stopped to wait. `cut`: the connection went first.
 */
export type OutputEnd = 'whole' | 'held' | 'flowing' | 'cut';

type Reading = {
	readonly clock: Clock;
	readonly channel: Pick<LinkChannel, 'answered' | 'wasCut'>;
	/** Resolves when both outputs have ended. */
	readonly ended: Promise<void>;
	readonly lastBytesAt: () => number;
	/** While reading is held up, silence means nothing. */
	readonly isPaused?: () => boolean;
};

/** After the program's end, silence of this length may be the end of its output. */
const quietMs = 400;
/** We wait no longer than this, even if a background child keeps printing. */
const flowMsMax = 5000;

/**
 * Call this when the program's end is known. Its last output may still be on the way: silence counts
 * only after the host has answered in it.
 */
export async function untilOutputEnds(reading: Reading): Promise<OutputEnd> {
	const over = new AbortController();
	const ended = reading.ended.then((): OutputEnd => (reading.channel.wasCut() ? 'cut' : 'whole'));
	const stopped = untilStopped(reading, over.signal);
	const end = await Promise.race([ended, stopped]);
	over.abort();
	return end;
}

async function untilStopped(
	{clock, channel, lastBytesAt, isPaused = () => false}: Reading,
	over: AbortSignal,
): Promise<OutputEnd> {
	let startedAt = clock.elapsed();
	while (!over.aborted) {
		const now = clock.elapsed();
		startedAt = isPaused() ? now : startedAt;
		const heardAt = Math.max(startedAt, lastBytesAt());
		const leftMs = heardAt + quietMs - now;
		if (leftMs > 0) {
			if (now - startedAt > flowMsMax) {
				return 'flowing';
			}
			await clock.sleep(leftMs, over);
			continue;
		}
		await channel.answered();
		startedAt += clock.elapsed() - now;
		if (channel.wasCut()) {
			return 'cut';
		}
		if (lastBytesAt() <= heardAt && !isPaused()) {
			return 'held';
		}
	}
	return 'whole';
}

/** What is said where the output may be short; null where it is not. */
export function shortWords(end: OutputEnd, host: HostId): string | null {
	switch (end) {
		case 'whole':
		case 'held':
			return null;
		case 'flowing':
			return `More output came from ${host} for ${flowMsMax / 1000} s after the end of the program; what came later may be missing here`;
		case 'cut':
			return `The connection to ${host} was lost before all output was here; its end is missing`;
		default:
			return assertNever(end);
	}
}
