import {failed} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import {startOfProcess} from '../platform/process-identity.ts';
import {sessionEnvironment, type Variables} from './environment.ts';
import {adoptPty} from './handed-pty.ts';
import {killTree, killTreeNow, signalProcess} from './kill-tree.ts';
import {type LoadedPty, loadNativePty} from './native-pty.ts';
import {createProbe} from './probe.ts';
import {leftBehind, type Root, readProcess} from './process-tree.ts';
import {forkPty, type PtyProcess} from './pty-process.ts';
import {planStart, type StartPlan} from './start-checks.ts';
import {ownProcess} from './survivors.ts';
import type {
	Channel,
	ChannelEvents,
	HandedPty,
	Opened,
	OpenRequest,
	Transport,
} from './transport.ts';

export type LocalTransportPorts = {
	readonly clock: Clock;
	/** Our own environment; `sessionEnvironment` decides what of it is passed on. */
	readonly environment: Variables;
	/** Names of further variables that the user lets through. */
	readonly alsoInherit?: readonly string[];
	readonly keepsLastBytes?: boolean;
};

/** Terminals on this machine. */
export function localTransport(ports: LocalTransportPorts): Transport {
	return {
		host: localHost,
		open: (request, events) => openLocal(ports, request, events),
		async prepare() {
			await loadNativePty();
		},
	};
}

async function openLocal(
	ports: LocalTransportPorts,
	request: OpenRequest,
	events: ChannelEvents,
): Promise<Opened> {
	if (request.handed) {
		return takeOver(ports, {handed: request.handed, events});
	}
	const inherited = sessionEnvironment(ports.environment, {
		owner: request.owner,
		marker: request.marker,
		...(ports.alsoInherit && {also: ports.alsoInherit}),
	});
	const environment = {...inherited, ...request.environment};
	const plan = await planStart(request, environment);
	if (!plan.ok) {
		return plan;
	}
	const loaded = await loadNativePty();
	if (loaded === null) {
		return spawnFailed('Terminals need Linux or macOS.');
	}
	return start(ports, {plan, loaded, environment, request, events});
}

type Start = {
	readonly plan: StartPlan;
	readonly loaded: LoadedPty;
	readonly environment: Readonly<Record<string, string>>;
	readonly request: OpenRequest;
	readonly events: ChannelEvents;
};

function start(
	{clock, keepsLastBytes = readsToTheEnd(process.versions.uv)}: LocalTransportPorts,
	{plan, loaded, environment, request, events}: Start,
): Opened {
	try {
		const pty = forkPty(
			loaded,
			{...plan, environment, cwd: request.cwd, size: request.size},
			{events, clock, keepsLastBytes},
		);
		return {
			ok: true,
			channel: channelOf(pty, {
				clock,
				marker: request.marker,
				searchPath: environment['PATH'] ?? '',
			}),
		};
	} catch (error) {
		return spawnFailed(
			`The terminal could not be started (${String(error)}). Close what is not needed and try again.`,
		);
	}
}

/** Continues with a program whose terminal another process of ours has had until now. */
async function takeOver(
	{clock, environment, keepsLastBytes = readsToTheEnd(process.versions.uv)}: LocalTransportPorts,
	{handed, events}: {handed: HandedPty; events: ChannelEvents},
): Promise<Opened> {
	const loaded = await loadNativePty();
	if (loaded === null) {
		return spawnFailed('Terminals need Linux or macOS.');
	}
	const {pty, begin} = adoptPty(loaded, handed, {events, clock, keepsLastBytes});
	const {marker, startTicks} = handed;
	const searchPath = environment['PATH'] ?? '';
	const channel = channelOf(pty, {clock, marker, searchPath, startTicks});
	return {ok: true, channel: {...channel, begin}};
}

type Surroundings = {
	readonly clock: Clock;
	readonly marker: string;
	readonly searchPath: string;
	/** The program's start time. If absent, the program was started just now. */
	readonly startTicks?: number;
};

function channelOf(pty: PtyProcess, {clock, marker, searchPath, ...known}: Surroundings): Channel {
	const {startTicks = readProcess(pty.pid)?.startTicks ?? 0} = known;
	const root: Root = {pid: pty.pid, startTicks, marker};
	const start = startOfProcess(pty.pid);
	const probe = createProbe({pid: pty.pid, name: pty.name, searchPath});
	return {
		pid: pty.pid,
		process: ownProcess(root),
		write: pty.write,
		resize: pty.resize,
		pause: pty.pause,
		resume: pty.resume,
		waiting: how => (pty.hasExited() ? Promise.resolve(null) : probe.waiting(how)),
		leftovers: () => leftBehind(root).map(process => process.pid),
		signal: name => !pty.hasExited() && signalForeground(pty.pid, name),
		async end(options) {
			const left = await killTree(root, {clock, ...options});
			if (left.length === 0 || options.force) {
				await orLater(pty.exited, clock);
				pty.destroy();
			}
			return {left};
		},
		killNow() {
			killTreeNow(root);
		},
		release: pty.destroy,
		descriptor: () => (pty.isClosed() ? null : pty.descriptor),
		stop() {
			const stopped = pty.stop();
			if (stopped === null) {
				return null;
			}
			const {descriptor, exit, goOn} = stopped;
			const {pid, name} = pty;
			const input = Buffer.from(stopped.input).toString('base64');
			return {exit, goOn, handed: {descriptor, pid, start, name, marker, startTicks, input}};
		},
	};
}

/**
 * Signals the processes that Ctrl-C would reach: the foreground group, or else the leader alone.
 */
function signalForeground(pid: number, name: NodeJS.Signals): boolean {
	const leader = readProcess(pid);
	return leader !== null && leader.foreground > 0
		? signalProcess(-leader.foreground, name)
		: signalProcess(pid, name);
}

/**
 * Waits for the exit event for a short time. The child has already ended, but its event comes from
 * another thread.
 */
async function orLater(exited: Promise<void>, clock: Clock): Promise<void> {
	const waiting = new AbortController();
	await Promise.race([exited, clock.sleep(exitNoticeMsMax, waiting.signal)]);
	waiting.abort();
}

const exitNoticeMsMax = 1000;

/**
 * Whether libuv reads everything after a hang-up. Before 1.52, it took a partial read for the end
 * of the output: https://github.com/libuv/libuv/issues/4992
 */
function readsToTheEnd(version: string): boolean {
	const [major = 0, minor = 0] = version.split('.').map(Number);
	return major > 1 || (major === 1 && minor >= 52);
}

function spawnFailed(message: string): Opened {
	return {ok: false, code: 'spawn', failure: failed('internal', message)};
}
