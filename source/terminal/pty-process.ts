import {closeSync, constants, openSync, writeSync} from 'node:fs';
import {constants as systemConstants} from 'node:os';
import {ReadStream} from 'node:tty';
import type {Clock} from '../platform/clock.ts';
import {stopReading} from '../platform/still-stream.ts';
import {createExitGate, type ExitGate} from './exit-gate.ts';
import type {LoadedPty} from './native-pty.ts';
import type {ChannelEvents, Exit, Size} from './transport.ts';
import {createWriteQueue, type WriteQueue} from './write-queue.ts';

/** One forked child and the master side of its PTY. */
export type PtyProcess = {
	readonly pid: number;
	/** The device of the terminal's other side, such as `/dev/pts/3`. */
	readonly name: string;
	readonly descriptor: number;
	readonly hasExited: () => boolean;
	/** Returns whether this process has closed its side. */
	readonly isClosed: () => boolean;
	readonly exited: Promise<void>;
	readonly write: (bytes: Uint8Array) => boolean;
	readonly resize: (size: Size) => void;
	readonly pause: () => void;
	readonly resume: () => void;
	/** Closes our side. The kernel then hangs up on every process that has the other side open. */
	readonly destroy: () => void;
	/** Stops reading and writing. Null if the terminal is already closed. */
	readonly stop: () => StoppedPty | null;
};

export type StoppedPty = {
	readonly descriptor: number;
	/** Bytes that were not written yet. */
	readonly input: Uint8Array;
	/** Returns how the child has ended since then; null if it still runs. */
	readonly exit: () => Exit | null;
	readonly goOn: () => void;
};

/** The master side of a terminal, and the id of the process that leads its session. */
type MasterSide = {readonly fd: number; readonly pid: number; readonly pty: string};

export type ForkRequest = {
	readonly file: string;
	readonly parameters: readonly string[];
	readonly environment: Readonly<Record<string, string>>;
	readonly cwd: string;
	readonly size: Size;
};

export type PtyPorts = {
	readonly events: ChannelEvents;
	readonly clock: Clock;
	readonly keepsLastBytes: boolean;
};

/** Throws if the machine is out of processes, terminals or descriptors. */
export function forkPty(loaded: LoadedPty, request: ForkRequest, ports: PtyPorts): PtyProcess {
	let onExit: (exit: Exit) => void = () => {};
	const master = fork(loaded, request, exit => onExit(exit));
	const {pty, exited} = openPty(loaded, {...master, isOwnChild: true}, ports);
	onExit = exited;
	return pty;
}

type OpenedPty = {
	readonly pty: PtyProcess;
	readonly exited: (exit: Exit) => void;
	/** Starts reading. Not needed for a child of this process, which is read at once. */
	readonly begin: () => void;
};

/**
 * Opens the master side of a terminal. The caller must call `exited` when the child has exited,
 * since only the process that forked it is told so by the system.
 */
export function openPty(
	loaded: LoadedPty,
	master: MasterSide & {readonly isOwnChild: boolean},
	{events, clock, keepsLastBytes}: PtyPorts,
): OpenedPty {
	const {promise: exited, resolve: markExited} = Promise.withResolvers<void>();
	const gate = createExitGate({
		clock,
		keepsLastBytes,
		onExit: events.onExit,
		release: () => holder.release(),
	});
	const stream = readFrom(master);
	const holder = holdOpen(master.pty);
	let isOpen = true;
	const writes = createWriteQueue({
		clock,
		write: bytes => (isOpen ? writeNow(master.fd, bytes) : -1),
	});
	stream.on('close', () => {
		isOpen = false;
		writes.close();
		holder.release();
		gate.ended();
	});
	const reading = createReading(stream, gate);
	let exit: Exit | null = null;
	if (master.isOwnChild) {
		hear(stream, {gate, events});
	}
	return {
		begin: () => hear(stream, {gate, events}),
		exited(how) {
			exit ??= how;
			writes.close();
			markExited();
			gate.exited(how);
		},
		pty: {
			pid: master.pid,
			name: master.pty,
			descriptor: master.fd,
			hasExited: gate.hasExited,
			isClosed: () => stream.destroyed,
			exited,
			write: writes.push,
			resize: ({columns, rows}) =>
				isOpen && !gate.hasExited()
					? loaded.native.resize(master.fd, columns, rows, 0, 0)
					: undefined,
			pause: reading.pause,
			resume: reading.resume,
			destroy: () => void stream.destroy(),
			stop: () =>
				isOpen && !stream.destroyed
					? {...stopPty(reading, writes), descriptor: master.fd, exit: () => exit}
					: null,
		},
	};
}

function hear(
	stream: ReadStream,
	{gate, events}: {gate: Pick<ExitGate, 'sawBytes'>; events: ChannelEvents},
): void {
	stream.on('data', (bytes: Buffer) => {
		gate.sawBytes();
		events.onBytes(bytes);
	});
}

function stopPty(
	reading: ReturnType<typeof createReading>,
	writes: Pick<WriteQueue, 'hold' | 'goOn'>,
): Pick<StoppedPty, 'input' | 'goOn'> {
	reading.stop();
	return {
		input: writes.hold(),
		goOn() {
			writes.goOn();
			reading.goOn();
		},
	};
}

/** Creates two ways to stop a stream: `pause` for a slow reader, and `stop` for another process. */
function createReading(stream: ReadStream, gate: Pick<ExitGate, 'setPaused'>) {
	let isPaused = false;
	let goOn: (() => void) | null = null;
	const setPaused = (isWanted: boolean) => {
		isPaused = isWanted;
		if (goOn === null) {
			stream[isWanted ? 'pause' : 'resume']();
			gate.setPaused(isWanted);
		}
	};
	return {
		pause: () => setPaused(true),
		resume: () => setPaused(false),
		stop() {
			goOn ??= stopReading(stream);
			gate.setPaused(true);
		},
		goOn() {
			goOn?.();
			goOn = null;
			setPaused(isPaused);
		},
	};
}

function fork(
	{native, helper}: LoadedPty,
	{file, parameters, environment, cwd, size}: ForkRequest,
	onExit: (exit: Exit) => void,
): MasterSide {
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

/**
 * Opens the read stream. If that fails, closes the terminal, and ends the program if we started it.
 */
function readFrom({fd, pid, isOwnChild}: MasterSide & {readonly isOwnChild: boolean}): ReadStream {
	try {
		// EIO means that no process has the other side open any more; `close` follows.
		return new ReadStream(fd).on('error', () => {});
	} catch (error) {
		if (isOwnChild) {
			process.kill(pid, 'SIGKILL');
			closeSync(fd);
		}
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
