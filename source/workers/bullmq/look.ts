import type {JobState, QueueHealth} from '../../events/worker.ts';
import type {HideSecrets} from '../hide.ts';
import {type Job, jobsMax, lockOf, type QueueLook} from '../queue.ts';
import {
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

export type BullRequest = {
	readonly queue: string;
	/** Hides secrets in the jobs' data. If null, the data is left out. */
	readonly hideInArguments: HideSecrets | null;
};

type Listed = {readonly id: string; readonly state: JobState; readonly score: number | null};

/**
 * Looks at a queue of BullMQ 5 or 6 with plain commands. BullMQ's own classes would write to the
 * queue when they are created, and run scripts in order to count.
 */
export async function lookAtBull(ask: AskRedis, request: BullRequest): Promise<QueueLook> {
	const key = (name: string) => `bull:${request.queue}:${name}`;
	const last = jobsMax - 1;
	const [running, active, clients, ...counted] = await ask([
		['LLEN', key('active')],
		['LRANGE', key('active'), 0, last],
		['CLIENT LIST'],
		['LLEN', key('wait')],
		['ZCARD', key('prioritized')],
		['ZCARD', key('delayed')],
		['ZCARD', key('completed')],
		['ZCARD', key('failed')],
		['HMGET', key('meta'), 'paused'],
	]);
	const [waiting, prioritized, delayed, completed, failures, meta] = counted;
	// BullMQ takes the next job from the end of the waiting list.
	const listed = await ask([
		['LRANGE', key('wait'), -jobsMax, -1],
		['ZRANGE', key('prioritized'), 0, last],
		['ZRANGE', key('delayed'), 0, last, 'WITHSCORES'],
		['ZREVRANGE', key('completed'), 0, last, 'WITHSCORES'],
		['ZREVRANGE', key('failed'), 0, last, 'WITHSCORES'],
	]);
	const jobs = await readJobs(ask, {
		...request,
		key,
		listed: [
			...textsFrom(active).map(id => ({id, state: 'running', score: null}) as const),
			...listedJobs(listed),
		],
	});
	const count = (reply: RedisReply | undefined) => countOf(reply) ?? 0;
	const connections = connectionsOf(textFrom(clients) ?? '', request.queue);
	return {
		counts: {
			running: count(running),
			queued: count(waiting) + count(prioritized),
			deferred: count(delayed),
			recent: count(completed) + count(failures),
			isPartial: false,
		},
		health: healthOf(connections),
		healthMark:
			connections.length === 0
				? null
				: {text: connections.map(({id}) => id).join(' '), endsAt: null},
		isPaused: textFrom(listFrom(meta)[0]) === '1',
		jobs,
		looseLocks: [],
		problems: [
			...refusalWords(running, key('active')),
			...refusalWords(waiting, key('wait')),
			...refusalWords(prioritized, key('prioritized')),
			...refusalWords(delayed, key('delayed')),
			...refusalWords(completed, key('completed')),
			...refusalWords(failures, key('failed')),
			...refusalWords(clients, 'the list of connections'),
		],
	};
}

/**
 * The lowest bits of a delayed job's score are a number that keeps jobs of the same millisecond in
 * order.
 */
const delayedUnits = 4096;

function listedJobs([wait, prioritized, delayed, completed, failures]: readonly (
	| RedisReply
	| undefined
)[]): readonly Listed[] {
	const queued = [...textsFrom(prioritized), ...textsFrom(wait).toReversed()];
	return [
		...queued.slice(0, jobsMax).map(id => ({id, state: 'queued', score: null}) as const),
		...scored(delayed, 'deferred').map(job => ({
			...job,
			score: Math.floor((job.score ?? 0) / delayedUnits),
		})),
		...[...scored(completed, 'done'), ...scored(failures, 'failed')]
			.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
			.slice(0, jobsMax),
	];
}

function scored(reply: RedisReply | undefined, state: JobState): readonly Listed[] {
	const flat = flatList(reply);
	return flat.flatMap((item, at) =>
		at % 2 === 0
			? [{id: textFrom(item) ?? '', state, score: Number(textFrom(flat[at + 1]) ?? 0)}]
			: [],
	);
}

const fields = [
	'name',
	'timestamp',
	'processedOn',
	'finishedOn',
	'failedReason',
	'ats',
	'atm',
	'pb',
] as const;

const valueLengthMax = 2000;
/**
 * The most bytes of one job's data. With all jobs at this size, the answers stay below the limit of
 * one Redis session.
 */
const dataBytesMax = 32_768;

async function readJobs(
	ask: AskRedis,
	{
		listed,
		key,
		hideInArguments,
	}: BullRequest & {
		readonly listed: readonly Listed[];
		readonly key: (name: string) => string;
	},
): Promise<readonly Job[]> {
	if (listed.length === 0) {
		return [];
	}
	const sizes = hideInArguments
		? await ask(listed.map(({id}) => ['HSTRLEN', key(id), 'data'] as const))
		: [];
	const hasSmallData = (at: number) =>
		hideInArguments !== null && (countOf(sizes[at]) ?? 0) <= dataBytesMax;
	const hashes = await ask(
		listed.map(({id}, at) => ['HMGET', key(id), ...fields, ...(hasSmallData(at) ? ['data'] : [])]),
	);
	const [time, ...locks] = await ask([
		['TIME'],
		...listed.map(({id}) => ['PTTL', key(`${id}:lock`)] as const),
	]);
	const nowMs = timeFrom(time) ?? 0;
	return listed.map(({id, state, score}, at) => {
		const values = listFrom(hashes[at]).map(textFrom);
		const [name, enqueued, began, ended, why, starts, tries, worker, data] = values;
		return {
			id,
			function: name ?? null,
			state: (name ?? null) === null ? 'expired' : state,
			enqueuedAt: numberOf(enqueued),
			at: score ?? numberOf(state === 'running' ? began : ended),
			tries: numberOf(starts) ?? numberOf(tries),
			lock: lockOf(id, {leftMs: countOf(locks[at]) ?? -2, nowMs}),
			hasAbort: false,
			worker: worker ?? null,
			// The message of a failure may repeat the job's data, so only its first word is reported.
			failure: state === 'failed' ? (/^\w+(?=:|$)/.exec(why ?? '')?.[0] ?? 'failed') : null,
			...(hideInArguments && {
				arguments: hasSmallData(at)
					? hideInArguments(data ?? '').slice(0, valueLengthMax)
					: `can’t be shown: ${countOf(sizes[at])} bytes`,
			}),
		};
	});
}

function numberOf(text: string | null | undefined): number | null {
	const value = Number(text ?? Number.NaN);
	return Number.isFinite(value) ? value : null;
}

type Connection = {readonly id: string; readonly ageMs: number; readonly name: string};

/**
 * Finds the workers' connections. A connection's name consists of the queue in base64 and the
 * worker's own name.
 */
function connectionsOf(list: string, queue: string): readonly Connection[] {
	const name = `bull:${Buffer.from(queue).toString('base64')}`;
	return list.split('\n').flatMap(line => {
		const facts = new Map(
			line.split(' ').map(word => {
				const [key = '', ...value] = word.split('=');
				return [key, value.join('=')] as const;
			}),
		);
		const known = decoded(facts.get('name') ?? '');
		return known === name || known.startsWith(`${name}:w:`)
			? [{id: facts.get('id') ?? '', ageMs: Number(facts.get('age') ?? 0) * 1000, name: known}]
			: [];
	});
}

/** Decodes a connection's name: BullMQ encodes characters such as `=` (as `%3D`). */
function decoded(name: string): string {
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

function healthOf(connections: readonly Connection[]): QueueHealth | null {
	if (connections.length === 0) {
		return null;
	}
	const count = connections.length;
	const names = connections.flatMap(({name}) => /:w:(.*)$/.exec(name)?.[1] ?? []);
	const whose = names.length === 0 ? '' : `: ${[...new Set(names)].slice(0, 5).join(', ')}`;
	return {
		text: `${count} ${count === 1 ? 'connection' : 'connections'} of workers${whose}`,
		ageMs: Math.min(...connections.map(({ageMs}) => ageMs)),
		leftMs: null,
	};
}
