import type {Duplex} from 'node:stream';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {FarPlace, Link} from './link.ts';
import {type PipedProgramsPorts, pipedPrograms, type StartPiped} from './piped-programs.ts';
import {runScript} from './run-script.ts';

/** What is needed from a connected host to manage programs there. */
export type RemoteMachine = {
	readonly host: HostId;
	/** Runs a script on the host. After a failure it is unknown whether the script has run. */
	readonly script: (request: {
		readonly script: string;
		readonly parameters: readonly string[];
		readonly input?: string;
		readonly signal?: AbortSignal;
	}) => Promise<
		Result<{readonly exitCode: number | null; readonly output: string; readonly errors: string}>
	>;
	readonly start: StartPiped;
	/**
	 * Connects to a port or socket that the host can reach. No port is opened there or here for it.
	 */
	readonly connect: (place: FarPlace, signal: AbortSignal) => Promise<Result<Duplex>>;
};

const scriptMsMax = 10_000;

export function remoteMachine(
	{host, link, nextLink}: Omit<PipedProgramsPorts, 'clock'>,
	clock: Clock,
): RemoteMachine {
	const withLink = <Value>(use: (now: Link) => Promise<Result<Value>>): Promise<Result<Value>> => {
		const now = link();
		return now === null ? Promise.resolve({ok: false, failure: gone(host)}) : use(now);
	};
	return {
		host,
		script: ({input = '', ...request}) =>
			withLink(async now => {
				const ran = await runScript(now, {
					...request,
					input: Buffer.from(input),
					timeoutMs: scriptMsMax,
					clock,
				});
				return ran.ok
					? {ok: true, value: {...ran.value, output: ran.value.output.toString('utf8')}}
					: ran;
			}),
		start: pipedPrograms({host, link, nextLink, clock}),
		connect: (place, signal) => withLink(now => now.connect(place, signal)),
	};
}

function gone(host: HostId): Failure {
	return failed('unreachable', `The connection to ${host} is lost.`);
}
