import type {Clock} from '../../platform/clock.ts';
import type {HideSecrets} from '../hide.ts';
import {type HealthMark, type JobLock, jobsMax, lockOf, type QueueLook} from '../queue.ts';
import {
	blobOf,
	countOf,
	flatList,
	listFrom,
	refusalWords,
	textFrom,
	textsFrom,
	timeFrom,
} from '../redis/read-reply.ts';
import type {RedisReply} from '../redis/reply.ts';
import type {AskRedis} from '../redis/session.ts';
import {readHealth, type ZoneOf} from './health.ts';
import {readJobs, readResults} from './jobs.ts';
import {type ArqKeys, arqKeys} from './keys.ts';

export type ArqRequest = {
	readonly queue: string;
	/** Hides secrets in the jobs' arguments. If null, the arguments are left out. */
	readonly hideInArguments: HideSecrets | null;
	readonly clock: Clock;
	/** The clock of the worker's machine; null if it could not be asked. */
	readonly zone: ZoneOf | null;
};

/**
 * Looks at an arq queue (arq 0.26 to 0.28). A job stays in the sorted set while it runs. A running
 * job is known by its lock, which workers never renew.
 */
export async function lookAtArq(ask: AskRedis, request: ArqRequest): Promise<QueueLook> {
	const keys = arqKeys(request.queue);
	const [waiting, total, health, healthMs, aborting, time] = await ask([
		['ZRANGE', keys.queue, 0, membersMax - 1, 'WITHSCORES'],
		['ZCARD', keys.queue],
		['GET', keys.health],
		['PTTL', keys.health],
		['ZRANGE', keys.abort, 0, jobsMax - 1],
		['TIME'],
	]);
	const nowMs = timeFrom(time) ?? request.clock.now();
	const members = membersOf(waiting);
	const locks = await locksOf(ask, {keys, members});
	const loose = await scan(ask, keys);
	const known = new Set(members.map(({id}) => id));
	const results = await readResults(ask, {...request, keys, ids: loose.results});
	const aborted = new Set(textsFrom(aborting));
	const jobs = await readJobs(ask, {...request, keys, members, locks, aborted, nowMs});
	const left = members.filter(({id}) => !locks.has(id));
	const due = left.filter(({score}) => score <= nowMs).length;
	const unseen = Math.max(0, (countOf(total) ?? 0) - members.length);
	return {
		counts: {
			running: locks.size,
			queued: due + unseen,
			deferred: left.length - due,
			recent: results.count,
			isPartial: unseen > 0 || loose.isPartial || results.isPartial,
		},
		health: readHealth(blobOf(health), {leftMs: countOf(healthMs), zone: request.zone}),
		healthMark: markOf(blobOf(health), nowMs + (countOf(healthMs) ?? 0)),
		isPaused: false,
		jobs: [...jobs, ...results.jobs],
		looseLocks: await lockTimes(ask, {
			keys,
			ids: loose.locks.filter(id => !known.has(id)).slice(0, looseMax),
		}),
		problems: [...refusalWords(waiting, keys.queue), ...refusalWords(health, keys.health)],
	};
}

/** How many members of the queue are checked for locks. The report says if a queue is longer. */
const membersMax = 5000;
const keysPerCommand = 500;
const scanStepsMax = 40;
const scanCount = 1000;
const looseMax = 200;

export type ScoredId = {readonly id: string; readonly score: number};

function membersOf(reply: RedisReply | undefined): readonly ScoredId[] {
	const flat = flatList(reply);
	const members: ScoredId[] = [];
	for (let at = 0; at + 1 < flat.length; at += 2) {
		members.push({id: textFrom(flat[at]) ?? '', score: Number(textFrom(flat[at + 1]))});
	}
	return members;
}

/** Returns the members that have a lock, with the time until the lock expires. */
async function locksOf(
	ask: AskRedis,
	{keys, members}: {keys: ArqKeys; members: readonly ScoredId[]},
): Promise<ReadonlyMap<string, JobLock>> {
	const found: string[] = [];
	for (let from = 0; from < members.length; from += keysPerCommand) {
		const part = members.slice(from, from + keysPerCommand);
		const [values] = await ask([['MGET', ...part.map(({id}) => keys.lock(id))]]);
		listFrom(values).forEach((value, at) => {
			const id = part[at]?.id;
			if (value !== null && id !== undefined) {
				found.push(id);
			}
		});
	}
	return new Map((await lockTimes(ask, {keys, ids: found})).map(lock => [lock.id, lock]));
}

async function lockTimes(
	ask: AskRedis,
	{keys, ids}: {keys: ArqKeys; ids: readonly string[]},
): Promise<readonly JobLock[]> {
	if (ids.length === 0) {
		return [];
	}
	const [time, ...times] = await ask([
		['TIME'],
		...ids.map(id => ['PTTL', keys.lock(id)] as const),
	]);
	const nowMs = timeFrom(time) ?? 0;
	// The lock may have expired between the two commands.
	return ids.flatMap((id, at) => lockOf(id, {leftMs: countOf(times[at]) ?? -2, nowMs}) ?? []);
}

/** Searches a limited number of keys: locks and results are not stored per queue. */
async function scan(
	ask: AskRedis,
	keys: ArqKeys,
): Promise<{locks: readonly string[]; results: readonly string[]; isPartial: boolean}> {
	const names = new Set<string>();
	let cursor = '0';
	let step = 0;
	do {
		const [reply] = await ask([['SCAN', cursor, 'MATCH', keys.pattern, 'COUNT', scanCount]]);
		const [next, found] = listFrom(reply);
		for (const name of textsFrom(found)) {
			names.add(name);
		}
		cursor = textFrom(next) ?? '0';
		step += 1;
	} while (cursor !== '0' && step < scanStepsMax);
	const all = [...names];
	return {
		locks: all.flatMap(keys.lockedId),
		results: all.flatMap(keys.resultId),
		isPartial: cursor !== '0',
	};
}

function markOf(health: Buffer | null, endsAt: number): HealthMark | null {
	return health === null ? null : {text: health.toString('utf8'), endsAt};
}
