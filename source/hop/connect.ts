import type {Failure, Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import {connectChain} from './chain.ts';
import type {HostName} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';
import {readSettings} from './ssh-settings.ts';
import {type HopLink, linkOver} from './ssh2-link.ts';
import {connectSystemLink, type SystemLinkOptions} from './system-link.ts';
import {isSystemOnly, type SystemOnly} from './unsupported.ts';

export type ConnectOptions = {
	readonly target: HostName;
	readonly ports: HopPorts;
	readonly options: HopOptions;
	readonly signal: AbortSignal;
};

/**
 * Connects once, as the user's ssh config says. If the built-in client lacks something, the
 * system's ssh connects instead and gives the same kind of link.
 */
export async function connectLink(connect: ConnectOptions): Promise<Result<HopLink>> {
	const {target, ports, options} = connect;
	const read = await readSettings(target, ports);
	if (!read.ok) {
		return read;
	}
	const settings = read.value;
	const facts = factsOf(target, settings);
	if (options.transport === 'ssh') {
		return connectSystemLink({...connect, settings, facts, reason: null});
	}
	const connected = await connectBuiltIn({...connect, settings, facts});
	if (connected.ok) {
		return connected;
	}
	const {failure} = connected;
	return isSystemOnly(failure) && options.transport === 'auto'
		? handOver({...connect, settings, facts, reason: failure})
		: connected;
}

async function handOver(
	system: SystemLinkOptions & {reason: SystemOnly},
): Promise<Result<HopLink>> {
	if (system.reason.needsSsh === 'surely') {
		return connectSystemLink(system);
	}
	const tried =
		system.ports.sshCommand === null
			? null
			: await connectSystemLink({...system, ports: silent(system.ports), mode: 'silent'});
	// ssh could not log in without questions either, so the built-in client now asks the user.
	return tried?.ok ? tried : connectBuiltIn(system);
}

async function connectBuiltIn({
	ports,
	options,
	signal,
	settings,
	facts,
	reason,
}: Omit<SystemLinkOptions, 'reason'> & {reason?: Failure}): Promise<Result<HopLink>> {
	const chain = {
		host: facts.host,
		ports,
		options: reason ? {...options, transport: 'built-in' as const} : options,
		signal,
	};
	const connected = await connectChain(settings, chain);
	return connected.ok
		? {
				ok: true,
				value: linkOver({
					facts,
					primary: connected.value,
					connectAgain: again =>
						connectChain(settings, {...chain, ports: silent(ports), signal: again}),
					keepAliveMs: settings.keepAliveMs,
					setEnv: settings.setEnv,
					clock: ports.clock,
				}),
			}
		: connected;
}

function factsOf(target: HostName, settings: SshSettings): HopFacts {
	const {user, hostName, port, jumps} = settings;
	return {
		host: target.host,
		user,
		hostName,
		port,
		jumps: jumps.map(jump => jump.host),
		transport: 'built-in',
	};
}

/** Ports for a connection in the background: every question is answered with no. */
function silent(ports: HopPorts): HopPorts {
	return {...ports, askHostKey: async () => false, askSecret: async () => null, onKeyRefused() {}};
}
