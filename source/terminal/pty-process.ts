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
	/** The other side's name, such as `/dev/pts/3`. */
	readonly name: string;
	readonly hasExited: () => boolean;
	readonly exited: Promise<void>;
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Closes our side; the kernel hangs up on whoever still holds the other one. */
	readonly destroy: () => void;
};

export type ForkRequest = {
	readonly file: string;
	readonly parameters: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly size: Size;
};

/** Throws when the machine is out of processes, terminals or descriptors. */
export function forkPty(
	{native, helper}: LoadedPty,
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
	const forked = native.fork(
		request.file,
		request.parameters,
		Object.entries({...request.environment, PWD: request.cwd}).map(pair => pair.join('=')),
		request.cwd,
		request.size.columns,
		request.size.rows,
		-1,
		-1,
		true,
		helper,
		(exitCode, signal) => {
			writes.close();
			markExited();
			gate.exited(exitOf(exitCode, signal));
		},
	);
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
	// EIO is how a PTY says that nobody holds the other side any more; `close` follows.
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
				native.resize(forked.fd, columns, rows, 0, 0);
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

/** Either the terminal is read from here on, or neither it nor its program is left behind. */
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
 * While we hold the other side open too, a program that closes all its own ends (a daemon in the
 * making) doesn't lose its terminal, and the master never reports an end before the exit.
 */
function holdOpen(name: string): Holder {
	let descriptor: number | null = null;
	try {
		descriptor = openSync(name, constants.O_RDWR | constants.O_NOCTTY);
	} catch {
		// Another user's terminal (sudo as the shell): then the child alone holds it.
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

/** The descriptor does not block, so this returns at once; a thread pool would only add a wait. */
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

/** As shells count: killed by signal n is 128 + n. */
const signalExitBase = 128;

function signalName(number: number): string {
	const found = Object.entries(systemConstants.signals).find(([, value]) => value === number);
	return found?.[0] ?? `SIG${number}`;
}
