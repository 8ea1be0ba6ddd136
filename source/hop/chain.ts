import type {Duplex} from 'node:stream';
import {failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import {type Connection, holdConnection} from './connection.ts';
import {type Deadline, startDeadline} from './deadline.ts';
import {dial} from './dial.ts';
import {failureOf} from './failures.ts';
import type {HostName} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import {connectTcp, endOf, type HostConnection, runProxyCommand} from './route.ts';
import type {SshSettings} from './settings.ts';
import {readSettings} from './ssh-settings.ts';

export type ChainOptions = {
	/** The destination. Questions name it even if they are about a jump host on the way. */
	readonly host: HostId;
	readonly ports: HopPorts;
	readonly options: HopOptions;
	readonly signal: AbortSignal;
};

/**
 * Connects to one host through its jump hosts or ProxyCommand. Each jump host shows its own key, is
 * logged in to with its own settings, and resolves the name of the next one.
 */
export async function connectChain(
	settings: SshSettings,
	chain: ChainOptions,
): Promise<Result<Connection>> {
	const {jumps} = settings;
	const reached = await connectThrough(settings, {...chain, name: chain.host, jumps, depth: 0});
	return reached.ok ? {ok: true, value: reached.value.connection} : reached;
}

type Chain = ChainOptions & {
	/** The name of this host or jump host, as it is written in the ssh config or by the user. */
	readonly name: string;
	readonly jumps: readonly HostName[];
	/** How many further hosts are reached through this one. */
	readonly depth: number;
};

/** A connection, and the number of hosts on the way to it. */
type Reached = {readonly connection: Connection; readonly steps: number};

const depthMax = 8;

async function connectThrough(settings: SshSettings, chain: Chain): Promise<Result<Reached>> {
	const {host, name, depth, ports, options, signal} = chain;
	const deadline = startDeadline(settings.connectTimeoutMs ?? options.connectTimeoutMs, {
		clock: ports.clock,
		signal,
	});
	try {
		const route = await openRoute(settings, {...chain, deadline});
		if (!route.ok) {
			return route;
		}
		const {steps, ...held} = {...route.value, settings, clock: ports.clock};
		const where = whereWords(settings, {host, name, step: steps, steps: steps + depth});
		const client = await dial({...held, host, where, deadline, ports, options});
		return client.ok
			? {ok: true, value: {connection: holdConnection(client.value, held), steps}}
			: client;
	} finally {
		deadline.cancel();
	}
}

function whereWords(
	{user, hostName, port}: SshSettings,
	{host, name, step, steps}: {host: HostId; name: string; step: number; steps: number},
): string {
	const account = `${user}@${hostName}, port ${port}`;
	return steps === 1
		? `${host}: ${account}`
		: `${host}, step ${step} of ${steps}: ${name} (${account})`;
}

type Route = {readonly route: HostConnection; readonly steps: number};

type Step = Chain & {readonly deadline: Deadline};

async function openRoute(settings: SshSettings, step: Step): Promise<Result<Route>> {
	const {deadline, ports, jumps} = step;
	const [last] = jumps.slice(-1);
	if (!last) {
		const first =
			settings.proxyCommand === null
				? await connectTcp(settings, deadline)
				: ({ok: true, value: runProxyCommand(settings.proxyCommand, ports)} as const);
		return first.ok ? {ok: true, value: {route: first.value, steps: 1}} : first;
	}
	// The jump host has a deadline of its own, so the deadline for this host is paused meanwhile.
	const jump = await deadline.whilePaused(() => reachJump(last, step));
	if (!jump.ok) {
		return jump;
	}
	const {connection, steps} = jump.value;
	const forwarded = await forward(connection, {settings, deadline, via: last.name});
	if (!forwarded.ok) {
		connection.close();
		return forwarded;
	}
	return {ok: true, value: {route: forwarded.value, steps: steps + 1}};
}

async function reachJump(last: HostName, step: Step): Promise<Result<Reached>> {
	if (step.depth >= depthMax) {
		return {ok: false, failure: failed('bad-input', 'ProxyJump leads round in a circle')};
	}
	const read = await readSettings(last, step.ports);
	const before = step.jumps.slice(0, -1);
	return read.ok
		? connectThrough(read.value, {
				...step,
				name: last.name,
				jumps: before.length > 0 ? before : read.value.jumps,
				depth: step.depth + 1,
			})
		: read;
}

function forward(
	jump: Connection,
	{
		settings: {hostName, port},
		deadline,
		via,
	}: {settings: SshSettings; deadline: Deadline; via: string},
): Promise<Result<HostConnection>> {
	const where = `${hostName}:${port} (through ${via})`;
	return new Promise(resolve => {
		const finish = (result: Result<HostConnection>) => {
			deadline.signal.removeEventListener('abort', onAbort);
			resolve(result);
		};
		const onAbort = () => finish({ok: false, failure: endOf(deadline, where)});
		deadline.signal.addEventListener('abort', onAbort, {once: true});
		jump.client.forwardOut('127.0.0.1', 0, hostName, port, (error, channel) =>
			finish(
				error
					? {ok: false, failure: forwardFailure(error, where)}
					: {ok: true, value: routeOver(channel, jump)},
			),
		);
	});
}

function routeOver(channel: Duplex, jump: Connection): HostConnection {
	// If a jump host's connection ends, the host behind it can't be reached either.
	jump.onGone(() => channel.destroy());
	return {
		stream: channel,
		close() {
			channel.destroy();
			jump.close();
		},
	};
}

function forwardFailure(error: Error, where: string) {
	return /Channel open failure/.test(error.message)
		? failed('unreachable', `${where}: ${error.message.replace(/^.*failure: /, '')}`)
		: failureOf(error, where);
}
