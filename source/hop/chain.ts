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
	/** The destination: questions name this host, whatever jump hosts lie on the way. */
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
	return connectThrough(settings, {...chain, jumps: settings.jumps, depth: 0});
}

type Chain = ChainOptions & {readonly jumps: readonly HostName[]; readonly depth: number};

const depthMax = 8;

async function connectThrough(settings: SshSettings, chain: Chain): Promise<Result<Connection>> {
	const {host, ports, options, signal} = chain;
	const deadline = startDeadline(settings.connectTimeoutMs ?? options.connectTimeoutMs, {
		clock: ports.clock,
		signal,
	});
	try {
		const route = await openRoute(settings, {...chain, deadline});
		if (!route.ok) {
			return route;
		}
		const client = await dial({host, settings, route: route.value, deadline, ports, options});
		return client.ok
			? {
					ok: true,
					value: holdConnection(client.value, {
						settings,
						route: route.value,
						clock: ports.clock,
					}),
				}
			: client;
	} finally {
		deadline.cancel();
	}
}

type Step = Chain & {readonly deadline: Deadline};

async function openRoute(settings: SshSettings, step: Step): Promise<Result<HostConnection>> {
	const {deadline, ports, jumps} = step;
	const [last] = jumps.slice(-1);
	if (!last) {
		return settings.proxyCommand === null
			? connectTcp(settings, deadline)
			: {ok: true, value: runProxyCommand(settings.proxyCommand, ports)};
	}
	// Each jump host has a deadline of its own, so this host's deadline is paused meanwhile.
	const jump = await deadline.whilePaused(() => reachJump(last, step));
	if (!jump.ok) {
		return jump;
	}
	const forwarded = await forward(jump.value, {settings, deadline, via: last.name});
	if (!forwarded.ok) {
		jump.value.close();
	}
	return forwarded;
}

async function reachJump(last: HostName, step: Step): Promise<Result<Connection>> {
	if (step.depth >= depthMax) {
		return {ok: false, failure: failed('bad-input', 'ProxyJump leads round in a circle')};
	}
	const read = await readSettings(last, step.ports);
	const before = step.jumps.slice(0, -1);
	return read.ok
		? connectThrough(read.value, {
				...step,
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
