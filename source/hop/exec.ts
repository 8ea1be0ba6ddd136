import type {Readable} from 'node:stream';
import {assertNever} from '../events/assert-never.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Link} from './link.ts';
import {lineBytesMax} from './quote.ts';
import {endTree} from './run-end.ts';
import {type Known, type LineEnd, type OutputName, runLine} from './run-line.ts';
import {newNonce} from './run-marker.ts';
import {startLine} from './run-start.ts';

export type RunRequest = {
	/** For the account's own shell. */
	readonly command: string;
	/** Null: where the login shell starts. */
	readonly cwd: string | null;
	/** Without it the command finds its input ended. */
	readonly input?: Uint8Array | Readable;
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
	/** As it comes, however much; who keeps it sets the limit. */
	readonly onOutput?: (bytes: Uint8Array, from: OutputName) => void;
	/** Unique in the world: stray descendants are found again by it. */
	readonly marker: string;
	readonly clock: Clock;
};

/** What became of a command. None of the five is ever tried again by itself. */
export type Ran = Known &
	(
		| {readonly type: 'exited'; readonly exitCode: number}
		| {readonly type: 'signalled'; readonly signal: string}
		/** `left`: processes that could not be ended; null when that could not be found out. */
		| {readonly type: 'timeout' | 'cancelled'; readonly left: readonly number[] | null}
		/** The link is gone: it may have ended well, badly, or go on. */
		| {readonly type: 'lost'; readonly failure: Failure}
	);

/** Runs a command once. A failure means for certain that it was not started. */
export async function runOnLink(link: Link, request: RunRequest): Promise<Result<Ran>> {
	const nonce = newNonce();
	const line = startLine(nonce, request);
	if (Buffer.byteLength(line) > lineBytesMax) {
		const message = `The command is too long for ${link.host}; write it to a file there and run that.`;
		return {ok: false, failure: failed('limit', message)};
	}
	const ran = await runLine(link, {...request, line, nonce, onOutput: request.onOutput ?? ignore});
	return ran.ok ? {ok: true, value: await conclude(link, ran.value, request)} : ran;
}

async function conclude(link: Link, ran: LineEnd, {marker, clock}: RunRequest): Promise<Ran> {
	switch (ran.type) {
		case 'ended': {
			const {end, ...known} = ran;
			return end.signal === null
				? {...known, type: 'exited', exitCode: end.exitCode ?? 0}
				: {...known, type: 'signalled', signal: end.signal};
		}
		case 'timeout':
		case 'cancelled': {
			// One that was not yet heard of may begin this moment: then its marker gives it away.
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
