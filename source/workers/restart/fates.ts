import type {JsonObject} from '../../events/json.ts';
import type {Job, QueueLook} from '../queue.ts';
import {lockSeconds} from '../report.ts';

export type Looks = {
	/** The queue right after the old process has ended; null if Redis could not be asked. */
	readonly between: QueueLook | null;
	readonly after: QueueLook | null;
};

/** Reports what has become of the jobs that were running when the worker was ended. */
export function fatesOf(interrupted: readonly Job[], looks: Looks): readonly JsonObject[] {
	const {after} = looks;
	return interrupted.map(job => ({
		id: job.id,
		function: job.function ?? 'can’t be shown',
		...(after === null
			? {fate: 'not known'}
			: fateOf(job.id, {after, hasOldLock: isLeft(job.id, looks)})),
	}));
}

function fateOf(id: string, {after, hasOldLock}: {after: QueueLook; hasOldLock: boolean}) {
	const now = after.jobs.find(job => job.id === id);
	switch (now?.state) {
		case undefined:
			return {fate: 'in none of the lists that were read'};
		case 'running':
			return hasOldLock && now.lock !== null
				? {fate: lockedWords, lock_s: lockSeconds(now.lock.leftMs)}
				: {fate: 'running again', tries: now.tries};
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

/** Several workers may share a queue, so it is unknown which of them holds a lock. */
const lockedWords =
	'still locked: left behind by the old process, unless another worker of the queue has it';

/**
 * Two expiry times that differ by at most this belong to the same lock: Redis counts milliseconds,
 * and a worker that has ended does not renew its lock.
 */
const sameEndMs = 50;

/** Whether the job's lock outlived the old process and no worker has started the job again. */
function isLeft(id: string, {between, after}: Looks): boolean {
	const [then, now] = [between, after].map(look => look?.jobs.find(job => job.id === id)?.lock);
	return !!then && !!now && Math.abs(now.endsAt - then.endsAt) < sameEndMs;
}
