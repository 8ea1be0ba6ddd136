import {type Failure, failed, type Result} from '../events/failure.ts';
import type {FarProcess} from '../events/hop.ts';
import type {Clock} from '../platform/clock.ts';
import type {Files} from '../platform/files.ts';
import type {Transport} from '../terminal/transport.ts';
import {remoteFiles} from './files.ts';
import type {Hop} from './hop.ts';
import type {Link} from './link.ts';
import {type RemoteMachine, remoteMachine} from './machine.ts';
import {endTree} from './run-end.ts';
import {runScript} from './run-script.ts';
import {hopTransport} from './transport.ts';

/** Everything that is needed to work on a remote host in the same way as on this machine. */
export type RemoteWorkspace = {
	readonly about: RemoteFacts;
	readonly transport: Transport;
	readonly files: Files;
	readonly machine: RemoteMachine;
	/**
	 * Ends a program of an earlier connection. Resolves to the processes that are left; null if the
	 * host could not be asked.
	 */
	readonly end: (process: FarProcess) => Promise<readonly number[] | null>;
	/** Whether the host answers anything within this time. */
	readonly isAnswering: (withinMs: number) => Promise<boolean>;
};

export type RemoteFacts = {
	readonly home: string;
	/** The account's login shell; it runs the commands. */
	readonly shell: string;
	/** The folder in which a login starts. */
	readonly cwd: string;
	/** The output of `uname`, such as `Linux`. */
	readonly system: string;
	readonly hasTmux: boolean;
};

export type RemoteWorkspaceOptions = {
	readonly clock: Clock;
	readonly persists: () => boolean;
	/**
	 * Returns true once this program gives the host up: the program ends while the host is silent.
	 * The host is then asked nothing more.
	 */
	readonly isGivenUp?: () => boolean;
	readonly signal: AbortSignal;
};

const askMsMax = 10_000;
/** Limits for requests whose result nobody waits for. They also end if the link is lost. */
const unhurried = {totalMsMax: 60_000, silenceMsMax: 60_000};

/** Asks a connected host about its system. The result is valid for as long as the hop exists. */
export async function openRemoteWorkspace(
	hop: Hop,
	{clock, persists, isGivenUp, signal}: RemoteWorkspaceOptions,
): Promise<Result<RemoteWorkspace>> {
	const link = hop.link();
	if (link === null) {
		return {ok: false, failure: notConnected(hop)};
	}
	const about = await askFacts(link, {clock, signal});
	const toNextLink = (lost: Link) => nextLink(hop, lost);
	return about.ok
		? {
				ok: true,
				value: {
					about: about.value,
					transport: hopTransport({
						host: hop.host,
						link: hop.link,
						clock,
						...(isGivenUp && {isGivenUp}),
						persistence: {isWanted: persists, nextLink: toNextLink},
					}),
					files: remoteFiles({host: hop.host, link: hop.link, home: about.value.home, clock}),
					machine: remoteMachine({host: hop.host, link: hop.link, nextLink: toNextLink}, clock),
					async end({pid, startTicks, marker}) {
						const now = hop.link();
						const tree = {leader: {pid, startTicks, terminal: null}, marker};
						return now === null
							? null
							: endTree(now, tree, {clock, manner: 'force', patience: unhurried});
					},
					async isAnswering(withinMs) {
						const now = hop.link();
						const request = {script: ':', timeoutMs: withinMs, clock};
						return now !== null && (await runScript(now, request)).ok;
					},
				},
			}
		: about;
}

function notConnected({host}: Hop): Failure {
	return failed('unreachable', `${host} is not connected, so nothing was run.`);
}

async function askFacts(
	link: Link,
	{clock, signal}: {clock: Clock; signal: AbortSignal},
): Promise<Result<RemoteFacts>> {
	const asked = await runScript(link, {script: factsScript, timeoutMs: askMsMax, signal, clock});
	if (!asked.ok) {
		return asked;
	}
	const [cwd = '', home = '', shell = '', system = '', tmux = ''] = asked.value.output
		.toString('utf8')
		.split('\0');
	return cwd.startsWith('/')
		? {
				ok: true,
				value: {
					cwd,
					home: home === '' ? cwd : home,
					shell: shell === '' ? '/bin/sh' : shell,
					system,
					hasTmux: tmux !== '',
				},
			}
		: {ok: false, failure: failed('protocol', `${link.host} did not say where a login starts.`)};
}

const factsScript = `printf '%s\\0' "$(pwd -P)" "$HOME" "$SHELL" "$(uname -s)" "$(command -v tmux)"`;

/** Resolves to the hop's next link after a lost one; to null when the hop has stopped retrying. */
function nextLink(hop: Hop, lost: Link): Promise<Link | null> {
	return new Promise(resolve => {
		const look = (): void => {
			const {status} = hop.state();
			const link = hop.link();
			if (status === 'failed' || status === 'closed' || (link !== null && link !== lost)) {
				stop();
				resolve(link === lost ? null : link);
			}
		};
		const stop = hop.onState(() => look());
		look();
	});
}
