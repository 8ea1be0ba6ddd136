import {assertNever} from '../events/assert-never.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {LinkChannel} from './link.ts';

/**
 * How far the output of an ended program was read. `whole`: to its end. `held`: a process that the
 * program left running holds the output open, and nothing more came. `flowing`: more output came
 * for so long that we stopped waiting. `cut`: the connection was lost before the end.
 */
export type OutputEnd = 'whole' | 'held' | 'flowing' | 'cut';

type Reading = {
	readonly clock: Clock;
	readonly channel: Pick<LinkChannel, 'answered' | 'wasCut'>;
	/** Resolves when both output streams have ended. */
	readonly ended: Promise<void>;
	readonly lastBytesAt: () => number;
	/** Whether reading is paused. During a pause, silence does not mean that the output has ended. */
	readonly isPaused?: () => boolean;
};

/** After the program has ended, this much silence counts as the end of its output. */
const quietMs = 400;
/** The longest wait for the end of the output, even if a background process keeps printing. */
const flowMsMax = 5000;

/**
 * Call this when the program is known to have ended. Its last output may still be on the way, so
 * silence counts only after the host has answered one more request.
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

/**
 * Returns a sentence saying that the end of the output may be missing; null if nothing is missing.
 */
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
