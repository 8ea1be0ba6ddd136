import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HopFacts} from '../events/hop.ts';
import {helper} from '../platform/programs.ts';
import {createLoss} from './loss.ts';
import type {HostName} from './names.ts';
import type {HopOptions, HopPorts} from './ports.ts';
import {makeSessions} from './sessions.ts';
import type {SshSettings} from './settings.ts';
import type {HopLink} from './ssh2-link.ts';
import {openSystemForward} from './system-forward.ts';
import {type Master, startMaster} from './system-master.ts';
import {openSystemSession, sharedBy} from './system-session.ts';

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

function linkOver(master: Master, system: SystemLinkOptions): HopLink {
	const {ports, facts, settings} = system;
	const {clock} = ports;
	const loss = createLoss(facts.host);
	const sessions = makeSessions({
		primary: master,
		connectAgain: signal =>
			startMaster({...system, sshCommand: master.sshCommand, mode: 'silent', signal}),
		clock,
	});
	master.onGone(failure => {
		sessions.close();
		loss.lose(failure);
	});
	const gone = (): Extract<Result<never>, {ok: false}> | null => {
		const failure = loss.failure();
		return failure && {ok: false, failure};
	};
	return {
		host: facts.host,
		facts: {...facts, transport: 'ssh'},
		// ssh measures silence itself and reports only the end of the connection, so the time is
		// unknown here.
		silenceMs: () => null,
		staleAfterMs: settings.keepAliveMs,
		open: async (request, signal) =>
			gone() ??
			sessions.open(
				(by, onClosed) => openSystemSession(by, {request, system, signal, onClosed}),
				signal,
			),
		sftp: async () => gone() ?? {ok: true, value: null},
		connect: async place => {
			const shared = sharedBy(master, {system, file: null});
			return gone() ?? openSystemForward(shared, {place, target: system.target.name});
		},
		onLost: loss.onLost,
		close() {
			loss.close();
			sessions.close();
		},
	};
}
