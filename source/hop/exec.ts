import type {Readable} from 'node:stream';
import {assertNever} from '../events/assert-never.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Link} from './link.ts';
import {lineBytesMax} from './quote.ts';
import {endTree} from './run-end.ts';
import {type LineEnd, type OutputName, type RunFacts, runLine} from './run-line.ts';
import {newNonce} from './run-marker.ts';
import {startLine} from './run-start.ts';

export type RemoteRunRequest = {
	/** Run by the account's login shell. */
	readonly command: string;
	/** Null means the folder in which the login shell starts. */
	readonly cwd: string | null;
	/** If left out, the command reads end of file at once. */
	readonly input?: Uint8Array | Readable;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** Gets all output as it arrives. The caller must limit what it stores. */
	readonly onOutput?: (bytes: Uint8Array, from: OutputName) => void;
	/** Globally unique. Processes that have left the command's process tree are found by it. */
	readonly marker: string;
	readonly clock: Clock;
};

/** The outcome of a command. None of these is ever retried automatically. */
export type RemoteRunResult = RunFacts &
	(
		| {readonly type: 'exited'; readonly exitCode: number}
		| {readonly type: 'signalled'; readonly signal: string}
		/** `left` lists processes that could not be ended; null if that could not be checked. */
		| {readonly type: 'timeout' | 'cancelled'; readonly left: readonly number[] | null}
		/** The link is gone. The command may have succeeded, failed, or still be running. */
		| {readonly type: 'lost'; readonly failure: Failure}
	);

/** Runs a command once. If it returns a failure, the command was certainly not started. */
export async function runOnLink(
	link: Link,
	request: RemoteRunRequest,
): Promise<Result<RemoteRunResult>> {
	const nonce = newNonce();
	const line = startLine(nonce, request);
	if (Buffer.byteLength(line) > lineBytesMax) {
		const message = `The command is too long for ${link.host}; write it to a file there and run that.`;
		return {ok: false, failure: failed('limit', message)};
	}
	const ran = await runLine(link, {...request, line, nonce, onOutput: request.onOutput ?? ignore});
	return ran.ok ? {ok: true, value: await conclude(link, ran.value, request)} : ran;
}

async function conclude(
	link: Link,
	ran: LineEnd,
	{marker, clock}: RemoteRunRequest,
): Promise<RemoteRunResult> {
	switch (ran.type) {
		case 'ended': {
			const {end, ...known} = ran;
			return end.signal === null
				? {...known, type: 'exited', exitCode: end.exitCode ?? 0}
				: {...known, type: 'signalled', signal: end.signal};
		}
		case 'timeout':
		case 'cancelled': {
			// If the start was not reported yet, the command may start now; then its marker finds it.
			const leader = ran.leader ?? {pid: 0, startTicks: 0, terminal: null};
			const left = await endTree(link, {leader, marker}, {clock, manner: 'force'});
			return {...ran, type: ran.type, left};
		}
		case 'lost':
			return ran;
		default:
			return assertNever(ran);
	}
}

function ignore(): void {}
