import type {Failure, Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import {connectChain} from './chain.ts';
import type {Target} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';
import {readSettings} from './ssh-settings.ts';
import {type HopLink, linkOver} from './ssh2-link.ts';
import {connectSystemLink, type SystemLinkOptions} from './system-link.ts';
import {isSystemOnly, type SystemOnly} from './unsupported.ts';

export type ConnectOptions = {
	readonly target: Target;
	readonly ports: HopPorts;
	readonly options: HopOptions;
	readonly signal: AbortSignal;
};

/**
 * Connects once, by the user's own ssh config. What the built-in client can't do is handed over to
 * the system's ssh, which gives the same link.
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
	// It knew no more than we did: now a person may be asked.
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
					clock: ports.clock,
				}),
			}
		: connected;
}

function factsOf(target: Target, settings: SshSettings): HopFacts {
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

/** For what happens behind the user's back: a question is answered by no. */
function silent(ports: HopPorts): HopPorts {
	return {...ports, askHostKey: async () => false, askSecret: async () => null};
}
