import {PassThrough, Readable} from 'node:stream';
import {failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import {spawnChild} from '../platform/spawn.ts';
import {loadNativePty} from '../terminal/native-pty.ts';
import {forkPty} from '../terminal/pty-process.ts';
import type {ChannelRequest, LinkChannel, LinkEnd} from './link.ts';

export type Shared = {
	readonly command: string;
	readonly parameters: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string;
	/**
	 * Returns whether the connection still existed when ssh ended. ssh exits with 255 if it fails
	 * itself, but also if the command does.
	 */
	readonly isUp: () => boolean;
	readonly answered: () => Promise<void>;
	readonly clock: Clock;
};

/** One session over the system's ssh, without a terminal. */
export function openPipes(shared: Shared): LinkChannel {
	const child = spawnChild(shared.command, shared.parameters, {
		stdio: ['pipe', 'pipe', 'pipe'],
		env: {...shared.env},
		cwd: shared.cwd,
	});
	child.stdin.on('error', () => {});
	return {
		stdout: child.stdout,
		stderr: child.stderr,
		write: bytes => child.stdin.writable && child.stdin.write(bytes),
		onDrain: listener => {
			child.stdin.on('drain', listener);
		},
		endInput: () => {
			child.stdin.end();
		},
		resize() {},
		ended: new Promise(resolve => {
			child.on('error', () => resolve(null));
			child.on('exit', exitCode => resolve(endOf(exitCode, shared)));
		}),
		answered: shared.answered,
		wasCut: () => !shared.isUp(),
		close: () => {
			child.kill('SIGTERM');
		},
	};
}

/** One session with a terminal. ssh takes the size from its own terminal, so it runs in a PTY. */
export async function openTerminal(
	shared: Shared,
	{size, term}: NonNullable<ChannelRequest['pty']>,
): Promise<Result<LinkChannel>> {
	const loaded = await loadNativePty();
	if (loaded === null) {
		return {ok: false, failure: failed('refused', 'There are no terminals on this system')};
	}
	const stdout = new PassThrough();
	const {promise: ended, resolve: end} = Promise.withResolvers<LinkEnd | null>();
	const process = forkPty(
		loaded,
		{
			file: shared.command,
			parameters: shared.parameters,
			environment: {...shared.env, TERM: term},
			cwd: shared.cwd,
			size,
		},
		{
			clock: shared.clock,
			keepsLastBytes: true,
			events: {
				onBytes(bytes) {
					if (!stdout.write(bytes)) {
						process.pause();
					}
				},
				onExit({exitCode}) {
					end(endOf(exitCode, shared));
					stdout.end();
				},
			},
		},
	);
	stdout.on('drain', () => process.resume());
	return {
		ok: true,
		value: {
			stdout,
			stderr: Readable.from([]),
			...patientWrites(process.write, shared.clock),
			endInput: () => {},
			resize: process.resize,
			ended,
			answered: shared.answered,
			wasCut: () => !shared.isUp(),
			close: process.destroy,
		},
	};
}

/**
 * Writes to a PTY that refuses bytes while its queue is full. Refused bytes wait here, in order.
 */
function patientWrites(
	write: (bytes: Uint8Array) => boolean,
	clock: Clock,
): Pick<LinkChannel, 'write' | 'onDrain'> {
	const listeners = new Set<() => void>();
	let waiting: readonly Uint8Array[] = [];
	const retry = () => {
		const [first, ...rest] = waiting;
		if (first && write(first)) {
			waiting = rest;
			retry();
		} else if (first) {
			clock.after(writeAgainMs, retry);
		} else {
			for (const listener of listeners) {
				listener();
			}
		}
	};
	return {
		write(bytes) {
			if (waiting.length === 0 && write(bytes)) {
				return true;
			}
			waiting = [...waiting, bytes];
			if (waiting.length === 1) {
				clock.after(writeAgainMs, retry);
			}
			return false;
		},
		onDrain: listener => {
			listeners.add(listener);
		},
	};
}

const writeAgainMs = 20;
const ownFailure = 255;
/**
 * The end of a connection and the ends of its sessions are noticed within this time of each other,
 * in any order.
 */
const sameMomentMs = 500;

async function endOf(exitCode: number | null, {isUp, clock}: Shared): Promise<LinkEnd | null> {
	if (exitCode === ownFailure && isUp()) {
		await clock.sleep(sameMomentMs);
	}
	return exitCode === null || (exitCode === ownFailure && !isUp())
		? null
		: {exitCode, signal: null};
}
