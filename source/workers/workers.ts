import {failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import type {WorkerSettings} from '../events/settings.ts';
import type {WorkerView} from '../events/worker.ts';
import type {Clock} from '../platform/clock.ts';
import {type HideSecrets, hideSecretsOf} from './hide.ts';
import {hostOf, lookAtWorker, type WorkerLook} from './look.ts';
import type {WorkerMachine} from './machine.ts';
import {reportJobs, reportWorker} from './report.ts';
import {planRestart} from './restart/plan.ts';
import {refused, restartWorker} from './restart/restart.ts';
import {viewOf} from './view.ts';

/** The background workers of config.json. They can be looked at, and restarted one at a time. */
export type Workers = {
	readonly views: (signal: AbortSignal) => Promise<readonly WorkerView[]>;
	/** Looks at all workers, or at the one with this name. */
	readonly status: (name: string | null, signal: AbortSignal) => Promise<Result<JsonObject>>;
	readonly jobs: (request: JobsRequest) => Promise<Result<JsonObject>>;
	/** Returns what a restart would interrupt; a failure if a restart is impossible. */
	readonly plan: (name: string, signal: AbortSignal) => Promise<Result<Preview>>;
	readonly restart: (request: RestartRequest) => Promise<Outcome>;
};

export type JobsRequest = {
	readonly name: string;
	readonly showsArguments: boolean;
	readonly signal: AbortSignal;
};

export type RestartRequest = {
	readonly name: string;
	/** The preview that the card has shown to the person. */
	readonly preview: Preview;
	readonly signal: AbortSignal;
	readonly progress: (note: string) => void;
};

export type WorkersSetup = {
	readonly settings: readonly WorkerSettings[];
	readonly clock: Clock;
	/** Hides in a text whatever looks like a secret. */
	readonly redact: HideSecrets;
	/** Returns the machine of a host; a failure while the host is not connected. */
	readonly machineOf: (host: HostId) => Result<WorkerMachine>;
};

export function createWorkers(setup: WorkersSetup): Workers {
	const {settings} = setup;
	const restarting = new Set<string>();
	return {
		views: signal =>
			Promise.all(settings.map(async worker => viewOf(await look(setup, {worker, signal})))),
		async status(name, signal) {
			const found = name === null ? null : find(settings, name);
			if (found?.ok === false) {
				return found;
			}
			const reports = (found === null ? settings : [found.value]).map(async worker =>
				reportWorker(viewOf(await look(setup, {worker, signal})), worker),
			);
			return {ok: true, value: {workers: await Promise.all(reports)}};
		},
		jobs: request => jobsOf(setup, request),
		async plan(name, signal) {
			const found = find(settings, name);
			if (!found.ok) {
				return found;
			}
			const worker = found.value;
			const hide = hideSecretsOf(worker, setup.redact);
			return planRestart(await look(setup, {worker, signal}), hide);
		},
		restart: request => restartOnce(setup, {...request, restarting}),
	};
}

async function jobsOf(
	setup: WorkersSetup,
	{name, ...request}: JobsRequest,
): Promise<Result<JsonObject>> {
	const found = find(setup.settings, name);
	if (!found.ok) {
		return found;
	}
	const looked = await look(setup, {worker: found.value, ...request});
	if (looked.queue === null) {
		const words = `The worker ${name} is a plain process, so it has no queue.`;
		return {ok: false, failure: failed('bad-input', words)};
	}
	return looked.queue.ok ? {ok: true, value: reportJobs(looked, looked.queue.value)} : looked.queue;
}

/** Prevents two restarts of one worker at once, which would start the worker twice. */
async function restartOnce(
	{settings, machineOf, clock, redact}: WorkersSetup,
	{name, restarting, ...request}: RestartRequest & {readonly restarting: Set<string>},
): Promise<Outcome> {
	const found = find(settings, name);
	if (!found.ok) {
		return refused(found.failure);
	}
	const worker = found.value;
	const machine = machineOf(hostOf(worker));
	if (!machine.ok) {
		return refused(machine.failure);
	}
	if (restarting.has(name)) {
		const words = `The worker ${name} is being restarted by another call, so nothing was done.`;
		return refused(failed('conflict', words));
	}
	restarting.add(name);
	try {
		return await restartWorker({
			...request,
			worker,
			machine: machine.value,
			clock,
			hide: hideSecretsOf(worker, redact),
		});
	} finally {
		restarting.delete(name);
	}
}

function look(
	{clock, machineOf, redact}: WorkersSetup,
	{
		worker,
		signal,
		showsArguments = false,
	}: {worker: WorkerSettings; signal: AbortSignal; showsArguments?: boolean},
): Promise<WorkerLook> {
	const hide = hideSecretsOf(worker, redact);
	const machine = machineOf(hostOf(worker));
	return lookAtWorker(worker, {machine, clock, signal, showsArguments, hide});
}

function find(settings: readonly WorkerSettings[], name: string): Result<WorkerSettings> {
	const [worker, other] = settings.filter(one => one.name === name);
	if (other) {
		const twice = `config.json names two workers ${name}, so it can’t be told which is meant.`;
		return {ok: false, failure: failed('conflict', twice)};
	}
	const names = settings.map(one => one.name).join(', ');
	const words = `config.json has no worker ${name}. The workers are: ${names}.`;
	return worker ? {ok: true, value: worker} : {ok: false, failure: failed('not-found', words)};
}
