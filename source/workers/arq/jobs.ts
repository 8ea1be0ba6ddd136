import type {JobState} from '../../events/worker.ts';
import type {HideSecrets} from '../hide.ts';
import {pickleBytesMax, readPickle} from '../pickle/read.ts';
import {entryOf, type PickleValue, pickleWords} from '../pickle/value.ts';
import {type Job, type JobLock, jobsMax} from '../queue.ts';
import {blobOf, countOf, textFrom} from '../redis/read-reply.ts';
import type {AskRedis} from '../redis/session.ts';
import type {ArqKeys} from './keys.ts';
import type {ScoredId} from './look.ts';

type Reading = {readonly keys: ArqKeys; readonly hideInArguments: HideSecrets | null};

/** Reads the first jobs of each state that has not ended. */
export async function readJobs(
	ask: AskRedis,
	{
		members,
		locks,
		aborted,
		nowMs,
		...reading
	}: Reading & {
		readonly members: readonly ScoredId[];
		readonly locks: ReadonlyMap<string, JobLock>;
		readonly aborted: ReadonlySet<string>;
		readonly nowMs: number;
	},
): Promise<readonly Job[]> {
	const {keys} = reading;
	const stateOf = ({id, score}: ScoredId): JobState =>
		locks.has(id) ? 'running' : score <= nowMs ? 'queued' : 'deferred';
	const told = (['running', 'queued', 'deferred'] as const).flatMap(state =>
		members.filter(member => stateOf(member) === state).slice(0, jobsMax),
	);
	const values = await smallValues(
		ask,
		told.map(({id}) => keys.job(id)),
	);
	const tries = told.length === 0 ? [] : await ask(told.map(({id}) => ['GET', keys.retry(id)]));
	return told.map((member, at) => {
		const value = values[at];
		return {
			...contentOf(value?.bytes ? readPickle(value.bytes) : null, reading),
			id: member.id,
			state: value?.isThere === false ? 'expired' : stateOf(member),
			at: member.score,
			tries: Number(textFrom(tries[at]) ?? 0),
			lock: locks.get(member.id) ?? null,
			hasAbort: aborted.has(member.id),
			failure: null,
		};
	});
}

const resultsMax = 500;

/** Reads the results of jobs that have recently ended in this queue, the newest first. */
export async function readResults(
	ask: AskRedis,
	{queue, ids, ...reading}: Reading & {readonly queue: string; readonly ids: readonly string[]},
): Promise<{readonly jobs: readonly Job[]; readonly count: number; readonly isPartial: boolean}> {
	const some = ids.slice(0, resultsMax);
	const values = await smallValues(
		ask,
		some.map(id => reading.keys.result(id)),
	);
	const ended = some.flatMap((id, at) => {
		const bytes = values[at]?.bytes ?? null;
		const result = bytes === null ? null : readPickle(bytes);
		// A result that can't be read does not name its queue, so it is listed.
		return result === null || entryOf(result, 'q') === queue
			? [endedJob(id, {result, reading})]
			: [];
	});
	return {
		jobs: ended.toSorted((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, jobsMax),
		count: ended.length,
		isPartial: ids.length > resultsMax,
	};
}

function endedJob(
	id: string,
	{result, reading}: {result: PickleValue | null; reading: Reading},
): Job {
	const isDone = entryOf(result, 's') !== false;
	const outcome = entryOf(result, 'r');
	return {
		...contentOf(result, reading),
		id,
		state: isDone ? 'done' : 'failed',
		at: timeOf(entryOf(result, 'ft')),
		lock: null,
		hasAbort: false,
		failure: isDone || outcome === undefined ? null : className(outcome),
	};
}

/** Returns only the class of an exception, since its message may repeat the job's arguments. */
function className(outcome: PickleValue): string {
	const isMade =
		typeof outcome === 'object' && outcome !== null && 'type' in outcome && outcome.type === 'made';
	return isMade ? pickleWords(outcome.from) : 'an error that can’t be shown';
}

function contentOf(
	job: PickleValue | null,
	{hideInArguments}: Reading,
): Pick<Job, 'function' | 'enqueuedAt' | 'tries' | 'worker' | 'arguments'> {
	const name = entryOf(job, 'f');
	const tries = entryOf(job, 't');
	return {
		function: typeof name === 'string' ? name : null,
		enqueuedAt: timeOf(entryOf(job, 'et')),
		tries: typeof tries === 'number' ? tries : null,
		worker: null,
		...(hideInArguments && {arguments: argumentsOf(job, hideInArguments)}),
	};
}

function argumentsOf(job: PickleValue | null, hide: HideSecrets): string {
	const given = entryOf(job, 'a');
	const named = entryOf(job, 'k');
	return given === undefined && named === undefined
		? 'can’t be shown: this is no plain pickle'
		: `${pickleWords(given ?? null, hide)} ${pickleWords(named ?? null, hide)}`;
}

function timeOf(value: PickleValue | undefined): number | null {
	return typeof value === 'number' ? value : null;
}

type SmallValue = {readonly isThere: boolean; readonly bytes: Buffer | null};

/**
 * The most bytes of values that one kind of read fetches. Two such reads together stay below the
 * limit of one Redis session.
 */
const valuesBytesMax = 6_291_456;

/** Fetches only the values that are small enough to be read in full. */
async function smallValues(ask: AskRedis, keys: readonly string[]): Promise<readonly SmallValue[]> {
	if (keys.length === 0) {
		return [];
	}
	const sizes = await ask(keys.map(key => ['STRLEN', key]));
	let left = valuesBytesMax;
	const small = keys.filter((_, at) => {
		const size = countOf(sizes[at]) ?? 0;
		const fits = size > 0 && size <= Math.min(pickleBytesMax, left);
		left -= fits ? size : 0;
		return fits;
	});
	const values = small.length === 0 ? [] : await ask(small.map(key => ['GET', key]));
	const found = new Map(small.map((key, at) => [key, blobOf(values[at])]));
	return keys.map((key, at) => ({
		isThere: countOf(sizes[at]) !== 0,
		bytes: found.get(key) ?? null,
	}));
}
