import {tmpdir} from 'node:os';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import {helper} from '../platform/programs.ts';
import type {LinkChannel} from './link.ts';
import {createLoss} from './loss.ts';
import type {HostName} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';
import type {HopLink} from './ssh2-link.ts';
import {openPipes, openTerminal, type Shared} from './system-channel.ts';
import {type Master, startMaster} from './system-master.ts';
import {bareEnvironment} from './system-process.ts';

export type SystemLinkOptions = {
	readonly target: HostName;
	readonly ports: HopPorts;
	readonly options: HopOptions;
	readonly signal: AbortSignal;
	readonly settings: SshSettings;
	readonly facts: HopFacts;
	/** Why the built-in client could not connect; null if the user chose the system's ssh. */
	readonly reason: Failure | null;
	readonly mode?: 'silent';
};

/** Connects through the system's ssh, for what the built-in client can't do. */
export async function connectSystemLink(system: SystemLinkOptions): Promise<Result<HopLink>> {
	const {ports, reason, target} = system;
	const program = ports.sshCommand === null ? null : helper(ports.sshCommand, ports.env);
	if (program === null) {
		const why = reason?.message ?? `${target.host} is set to be reached by the system’s ssh`;
		return {
			ok: false,
			failure: failed('not-found', `${why}; and there is no ssh program on this machine`),
		};
	}
	const master = await startMaster({
		...system,
		sshCommand: program.path,
		mode: system.mode ?? 'asking',
	});
	return master.ok ? {ok: true, value: linkOver(master.value, system)} : master;
}

function linkOver(master: Master, {ports, facts, target, settings}: SystemLinkOptions): HopLink {
	const loss = createLoss(facts.host);
	master.onGone(loss.lose);
	const shared = (words: readonly string[]): Shared => ({
		command: master.sshCommand,
		parameters: [...master.shareOptions, ...words],
		env: bareEnvironment(ports.env),
		cwd: tmpdir(),
		isUp: () => loss.failure() === null,
		answered: () => ask(openPipes(shared(['-T', '--', target.name, 'exit']))),
		clock: ports.clock,
	});
	return {
		host: facts.host,
		facts: {...facts, transport: 'ssh'},
		// ssh counts silence itself and reports only the end of the connection.
		silenceMs: () => null,
		staleAfterMs: settings.keepAliveMs,
		async open({command, pty}, signal) {
			const gone = loss.failure();
			if (gone !== null || signal.aborted) {
				return {
					ok: false,
					failure: gone ?? failed('cancelled', 'Called off before it was started'),
				};
			}
			const last = ['--', target.name, command];
			return pty
				? openTerminal(shared(['-tt', ...last]), pty)
				: {ok: true, value: openPipes(shared(['-T', ...last]))};
		},
		async sftp() {
			const failure = loss.failure();
			return failure ? {ok: false, failure} : {ok: true, value: null};
		},
		onLost: loss.onLost,
		close() {
			loss.close();
			master.close();
		},
	};
}

/** Also a refusal is an answer of the host. */
async function ask(channel: LinkChannel): Promise<void> {
	channel.endInput();
	channel.stdout.resume();
	channel.stderr.resume();
	await channel.ended;
}
