import type {JsonObject} from '../../events/json.ts';
import type {Job, QueueLook} from '../queue.ts';

/** The same lock, as far as its end tells: nobody renews one of arq's. */
const sameEndMs = 2000;

/** What became of the jobs that ran when the worker was ended. */
export function fatesOf(
	interrupted: readonly Job[],
	{after, elapsedMs}: {after: QueueLook | null; elapsedMs: number},
): readonly JsonObject[] {
	return interrupted.map(job => ({
		id: job.id,
		function: job.function ?? 'can’t be shown',
		...(after === null ? {fate: 'not known'} : fateOf(job, {after, elapsedMs})),
	}));
}

function fateOf(job: Job, {after, elapsedMs}: {after: QueueLook; elapsedMs: number}): JsonObject {
	const now = after.jobs.find(({id}) => id === job.id);
	switch (now?.state) {
		case undefined:
			return {fate: 'in none of the lists that were read'};
		case 'running': {
			const isLeft =
				job.lockMs !== null &&
				now.lockMs !== null &&
				Math.abs(job.lockMs - elapsedMs - now.lockMs) < sameEndMs;
			return isLeft
				? {fate: 'held by the lock that was left behind', lock_s: Math.round(now.lockMs / 1000)}
				: {fate: 'running again', tries: now.tries};
		}
		case 'done':
			return {fate: 'had ended well'};
		case 'failed':
			return {fate: 'failed', failure: now.failure};
		case 'expired':
			return {fate: 'expired: its content is gone'};
		case 'queued':
		case 'deferred':
			return {fate: 'waits and runs again', tries: now.tries};
	}
}
