import {failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';
import type {WorkerSettings} from '../events/settings.ts';
import type {WorkersView} from '../events/worker.ts';
import {inheritedVariables} from '../terminal/environment.ts';
import type {WorkerTools} from '../tools/tool.ts';
import type {WorkerMachine} from '../workers/machine.ts';
import type {Workers} from '../workers/workers.ts';
import type {EnginePorts} from './engine-ports.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

/** The background workers of config.json, for calls and for front ends. */
export type BackgroundWorkers = {
	/** The tools for workers; null if no worker is configured. */
	readonly tools: WorkerTools | null;
	/** Looks at all workers once. */
	readonly look: () => Promise<WorkersView>;
	readonly close: () => void;
};

/**
 * The code that looks at workers is loaded when it is first used, since most sessions have no
 * workers.
 */
export function createBackgroundWorkers(
	ports: Pick<EnginePorts, 'env' | 'clock' | 'settings' | 'redactor'>,
	remoteHosts: RemoteHosts,
): BackgroundWorkers {
	const {workers: settings} = ports.settings;
	const end = new AbortController();
	let loading: Promise<Workers> | null = null;
	const load = () => {
		loading ??= loadWorkers(ports, remoteHosts);
		return loading;
	};
	const look = async (): Promise<WorkersView> => ({
		isConfigured: settings.length > 0,
		list: settings.length === 0 ? [] : await (await load()).views(end.signal),
	});
	return {
		tools: settings.length === 0 ? null : workerTools(settings, load),
		look,
		close: () => end.abort(),
	};
}

async function loadWorkers(
	{env, clock, settings, redactor}: Pick<EnginePorts, 'env' | 'clock' | 'settings' | 'redactor'>,
	remoteHosts: RemoteHosts,
): Promise<Workers> {
	const [{createWorkers}, {thisMachine}] = await Promise.all([
		import('../workers/workers.ts'),
		import('../workers/this-machine.ts'),
	]);
	const here = thisMachine(inheritedVariables(env));
	return createWorkers({
		settings: settings.workers,
		clock,
		redact: redactor.text,
		machineOf: host =>
			host === here.host ? {ok: true, value: here} : remoteMachine(remoteHosts, host),
	});
}

function remoteMachine(remoteHosts: RemoteHosts, host: HostId): Result<WorkerMachine> {
	const machine = remoteHosts.machine(host);
	const why = remoteHosts.whyNot(host);
	return machine && why === null
		? {ok: true, value: machine}
		: {ok: false, failure: why ?? failed('unreachable', `${host} is not connected.`)};
}

function workerTools(
	settings: readonly WorkerSettings[],
	load: () => Promise<Workers>,
): WorkerTools {
	return {
		hostOf(name) {
			const worker = settings.find(one => one.name === name);
			return worker === undefined ? null : ((worker.host ?? localHost) as HostId);
		},
		status: async (name, signal) => (await load()).status(name, signal),
		jobs: async request => (await load()).jobs(request),
		plan: async (name, signal) => (await load()).plan(name, signal),
		restart: async request => (await load()).restart(request),
	};
}
