import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {constants as systemConstants} from 'node:os';
import {ReadStream} from 'node:tty';
import type {Clock} from '../platform/clock.ts';
import {createExitGate} from './exit-gate.ts';
import type {LoadedPty} from './native-pty.ts';
import type {ChannelEvents, Exit, Size} from './transport.ts';
import {createWriteQueue} from './write-queue.ts';

/** One forked child and the master side of its PTY. */
export type PtyProcess = {
	readonly pid: number;
	/** The device of the other side, such as `/dev/pts/3`. */
	readonly name: string;
	readonly hasExited: () => boolean;
	readonly exited: Promise<void>;
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Closes our side; the kernel then hangs up on every process that holds the other side. */
	readonly destroy: () => void;
};

export type ForkRequest = {
	readonly file: string;
	readonly parameters: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly size: Size;
};

/** Throws if the machine is out of processes, terminals or descriptors. */
export function forkPty(
	loaded: LoadedPty,
	request: ForkRequest,
	{events, clock, keepsLastBytes}: {events: ChannelEvents; clock: Clock; keepsLastBytes: boolean},
): PtyProcess {
	const {promise: exited, resolve: markExited} = Promise.withResolvers<void>();
	const gate = createExitGate({
		clock,
		keepsLastBytes,
		onExit: events.onExit,
		release: () => holder.release(),
	});
	const forked = fork(loaded, request, exit => {
		writes.close();
		markExited();
		gate.exited(exit);
	});
	const stream = readFrom(forked);
	const holder = holdOpen(forked.pty);
	let isOpen = true;
	const writes = createWriteQueue({
		clock,
		write: bytes => (isOpen ? writeNow(forked.fd, bytes) : -1),
	});
	stream.on('data', (bytes: Buffer) => {
		gate.sawBytes();
		events.onBytes(bytes);
	});
	// EIO means that no process holds the other side any more; `close` follows.
	stream.on('error', () => {});
	stream.on('close', () => {
		isOpen = false;
		writes.close();
		holder.release();
		gate.ended();
	});
	return {
		pid: forked.pid,
		name: forked.pty,
		hasExited: gate.hasExited,
		exited,
		write: writes.push,
		resize({columns, rows}) {
			if (isOpen && !gate.hasExited()) {
				loaded.native.resize(forked.fd, columns, rows, 0, 0);
			}
		},
		pause() {
			stream.pause();
			gate.setPaused(true);
		},
		resume() {
			stream.resume();
			gate.setPaused(false);
		},
		destroy() {
			stream.destroy();
		},
	};
}

function fork(
	{native, helper}: LoadedPty,
	{file, parameters, environment, cwd, size}: ForkRequest,
	onExit: (exit: Exit) => void,
): ReturnType<LoadedPty['native']['fork']> {
	const variables = Object.entries({...environment, PWD: cwd}).map(pair => pair.join('='));
	// -1 keeps our own user and group; `true` tells the kernel that text is UTF-8.
	return native.fork(
		file,
		parameters,
		variables,
		cwd,
		size.columns,
		size.rows,
		-1,
		-1,
		true,
		helper,
		(exitCode, signal) => onExit(exitOf(exitCode, signal)),
	);
}

/** Opens the read stream; if that fails, closes the terminal and ends the program. */
function readFrom({fd, pid}: {readonly fd: number; readonly pid: number}): ReadStream {
	try {
		return new ReadStream(fd);
	} catch (error) {
		process.kill(pid, 'SIGKILL');
		closeSync(fd);
		throw error;
	}
}

type Holder = {readonly release: () => void};

/**
 * We keep the other side open as well. So a program that closes all its descriptors (as a daemon
 * does) doesn't lose its terminal, and no end is reported before the exit.
 */
function holdOpen(name: string): Holder {
	let descriptor: number | null = null;
	try {
		descriptor = openSync(name, constants.O_RDWR | constants.O_NOCTTY);
	} catch {
		// We may not open another user's terminal (sudo as the shell); then only the child holds it.
	}
	return {
		release() {
			if (descriptor !== null) {
				closeSync(descriptor);
				descriptor = null;
			}
		},
	};
}

/** The descriptor is non-blocking, so this returns at once; a thread pool would only add delay. */
function writeNow(descriptor: number, bytes: Uint8Array): number {
	try {
		return writeSync(descriptor, bytes);
	} catch (error) {
		const {code} = error as {code?: string};
		return code === 'EAGAIN' || code === 'EINTR' ? 0 : -1;
	}
}

function exitOf(exitCode: number, signal: number): Exit {
	return signal === 0
		? {exitCode, signal: null}
		: {exitCode: signalExitBase + signal, signal: signalName(signal)};
}

/** Shells report death by signal n as exit code 128 + n. */
const signalExitBase = 128;

function signalName(number: number): string {
	const found = Object.entries(systemConstants.signals).find(([, value]) => value === number);
	return found?.[0] ?? `SIG${number}`;
}
