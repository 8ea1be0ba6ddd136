import {type Failure, failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';
import type {WorkerSettings} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import type {ZoneOf} from './arq/health.ts';
import {standardArqQueue} from './arq/keys.ts';
import {lookAtArq} from './arq/look.ts';
import {lookAtBull} from './bullmq/look.ts';
import type {HideSecrets} from './hide.ts';
import type {WorkerMachine} from './machine.ts';
import {type Judged, judge, wordsOf} from './process/judge.ts';
import {lookAtProcess} from './process/look.ts';
import type {QueueLook} from './queue.ts';
import {parseRedisAddress, standardRedis} from './redis/address.ts';
import {withRedis} from './redis/session.ts';

/** What was found when a worker was looked at. */
export type WorkerLook = {
	readonly worker: WorkerSettings;
	readonly judged: Judged;
	/** The state of the worker's queue; null for a plain process without a queue. */
	readonly queue: Result<QueueLook> | null;
};

export type LookPorts = {
	readonly machine: Result<WorkerMachine>;
	readonly clock: Clock;
	readonly signal: AbortSignal;
	readonly showsArguments: boolean;
	readonly hide: HideSecrets;
};

/** Looks at the worker's process and then at its queue. Neither is changed. */
export async function lookAtWorker(worker: WorkerSettings, ports: LookPorts): Promise<WorkerLook> {
	const {machine, clock, signal, hide, showsArguments} = ports;
	if (!machine.ok) {
		return {worker, judged: unknown(machine.failure), queue: withoutQueue(worker, machine)};
	}
	const {judged, zone} = await judgeWorker(worker, {machine: machine.value, signal, hide});
	const hideInArguments = showsArguments ? hide : null;
	return {
		worker,
		judged,
		queue: await lookAtQueue(worker, {machine, clock, signal, zone, hideInArguments}),
	};
}

/**
 * Finds out whether the worker's process runs, and reads the clock of its machine. `failure` is set
 * if the machine could not be asked.
 */
export async function judgeWorker(
	worker: WorkerSettings,
	{machine, signal, hide}: {machine: WorkerMachine; signal: AbortSignal; hide: HideSecrets},
): Promise<{
	readonly judged: Judged;
	readonly zone: ZoneOf | null;
	readonly failure: Failure | null;
}> {
	const found = await lookAtProcess(machine, {...worker, signal});
	if (!found.ok) {
		return {judged: unknown(found.failure), zone: null, failure: found.failure};
	}
	const judged = withoutSecrets(judge(found.value, worker, hide), hide);
	return {judged, zone: found.value.clock, failure: null};
}

function withoutSecrets({process, reason, ...judged}: Judged, hide: HideSecrets): Judged {
	const words = process && hide(wordsOf(process));
	return {...judged, reason: hide(reason), process: process && {...process, words: words ?? ''}};
}

function unknown({message}: Failure): Judged {
	return {state: 'unknown', reason: message, process: null, filePid: null};
}

function withoutQueue(worker: WorkerSettings, answer: Result<never>): WorkerLook['queue'] {
	return worker.kind === 'process' ? null : answer;
}

/**
 * Returns the host on which the worker runs: this machine, unless the worker's setting names
 * another.
 */
export function hostOf({host}: WorkerSettings): HostId {
	return (host ?? localHost) as HostId;
}

/** Returns the name of the worker's queue; null if a BullMQ worker has none configured. */
export function queueOf({kind, queue}: WorkerSettings): string | null {
	return queue ?? (kind === 'arq' ? standardArqQueue : null);
}

export async function lookAtQueue(
	worker: WorkerSettings,
	{
		machine,
		clock,
		signal,
		hideInArguments,
		zone,
	}: Omit<LookPorts, 'hide' | 'showsArguments'> & {
		readonly zone: ZoneOf | null;
		/** Hides secrets in the jobs' arguments. If null, the arguments are left out. */
		readonly hideInArguments: HideSecrets | null;
	},
): Promise<WorkerLook['queue']> {
	if (worker.kind === 'process') {
		return null;
	}
	const address = parseRedisAddress(worker.redis ?? standardRedis);
	const queue = queueOf(worker);
	if (!machine.ok) {
		return machine;
	}
	if (!address.ok) {
		return address;
	}
	if (queue === null) {
		const message = `The worker ${worker.name} has no \`queue\` in config.json.`;
		return {ok: false, failure: failed('bad-input', message)};
	}
	const session = {machine: machine.value, address: address.value, clock, signal};
	return withRedis(session, ask =>
		worker.kind === 'arq'
			? lookAtArq(ask, {queue, hideInArguments, clock, zone})
			: lookAtBull(ask, {queue, hideInArguments}),
	);
}
