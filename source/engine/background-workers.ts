import {failed, type Result} from '../events/failure.ts';
import {type HostId, localHost} from '../events/ids.ts';
import {createEmitter, type Live} from '../events/live.ts';
import type {WorkerSettings} from '../events/settings.ts';
import type {WorkersView} from '../events/worker.ts';
import type {Timer} from '../platform/clock.ts';
import {inheritedVariables} from '../terminal/environment.ts';
import type {WorkerTools} from '../tools/tool.ts';
import type {WorkerMachine} from '../workers/machine.ts';
import type {Workers} from '../workers/workers.ts';
import type {EnginePorts} from './engine-ports.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

/** The background workers of config.json, for calls and for front ends. */
export type BackgroundWorkers = {
	/** Null if none is configured. */
	readonly tools: WorkerTools | null;
	/** They are looked at while somebody subscribes. */
	readonly live: Live<WorkersView>;
	/** Looks once. */
	readonly look: () => Promise<WorkersView>;
	readonly close: () => void;
};

/** The code that looks at workers is loaded with the first look: most sessions have none. */
export function createBackgroundWorkers(
	ports: Pick<EnginePorts, 'env' | 'clock' | 'settings'>,
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
		live: liveView({look, clock: ports.clock, isConfigured: settings.length > 0}),
		look,
		close: () => end.abort(),
	};
}

async function loadWorkers(
	{env, clock, settings}: Pick<EnginePorts, 'env' | 'clock' | 'settings'>,
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

const lookEveryMs = 3000;

function liveView({
	look,
	clock,
	isConfigured,
}: {
	look: () => Promise<WorkersView>;
	clock: EnginePorts['clock'];
	isConfigured: boolean;
}): Live<WorkersView> {
	const changed = createEmitter();
	let now: WorkersView = {isConfigured, list: isConfigured ? null : []};
	let listeners = 0;
	let timer: Timer | null = null;
	const lookAgain = async () => {
		now = await look();
		changed.emit();
		// The next look begins a while after this one has ended, however long it took.
		timer = listeners === 0 ? null : clock.after(lookEveryMs, () => void lookAgain());
	};
	return {
		snapshot: () => now,
		subscribe(listener) {
			const stop = changed.subscribe(listener);
			listeners += 1;
			if (listeners === 1 && isConfigured && timer === null) {
				void lookAgain();
			}
			return () => {
				stop();
				listeners -= 1;
				if (listeners === 0) {
					timer?.cancel();
					timer = null;
				}
			};
		},
	};
}
