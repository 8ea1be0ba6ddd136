import type {ChildProcess, SendHandle} from 'node:child_process';
import type {Socket} from 'node:net';
import {startOfProcess} from './process-identity.ts';
import {helper} from './programs.ts';
import {spawnChild} from './spawn.ts';
import {descriptorOf, type Inherited, stopReading} from './still-stream.ts';

/** A child process that reads and writes lines. Its end is reported once, whatever the cause. */
export type Child = {
	readonly pid: number | null;
	readonly writeLine: (line: string) => void;
	readonly signal: (name: NodeJS.Signals) => void;
	readonly onLine: (listener: (line: string) => void) => void;
	/**
	 * Sends a word over the child's channel. If a socket is passed along, both processes have it
	 * then.
	 */
	readonly pass: (word: string, socket?: PassedSocket) => void;
	readonly onPassed: (listener: (word: string, socket: PassedSocket | undefined) => void) => void;
	/** Returns whether the child has a channel. Without one, `pass` does nothing. */
	readonly hasChannel: () => boolean;
	readonly ended: Promise<ChildEnd>;
	/** Returns our ends of the child's pipes. */
	readonly inherited: () => readonly Inherited[];
	/**
	 * Stops reading from the child, so that another process can take it over. Null if the child is
	 * gone.
	 */
	readonly stop: () => StoppedChild | null;
};

export type StoppedChild = {readonly handed: HandedChild; readonly goOn: () => void};

/** What the process that takes over a running child needs to know. */
export type HandedChild = {
	readonly pid: number;
	readonly start: string | null;
	/** The file descriptors of our ends of its pipes. The process that takes over inherits them. */
	readonly input: number;
	readonly output: number;
	readonly errors: number;
	/** The beginning of a line whose end the child has not printed yet. */
	readonly partial: string;
	readonly lastWords: string;
};

/** A socket handle of the operating system, from which this process does not read. */
export type PassedSocket = {readonly close: () => void};

export type ChildEnd = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	/** The end of the child's stderr, or why the child could not be started. */
	readonly lastWords: string;
};

type Pipes = ['pipe', 'pipe', 'pipe'];

const lastWordsLengthMax = 4096;
const lineLengthMax = 1_048_576;

export function startChild({
	command,
	parameters,
	env,
	hasChannel = false,
}: {
	command: string;
	parameters: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
	/** Whether the child gets a channel over which `pass` can send it a message and a socket. */
	hasChannel?: boolean;
}): Child {
	const program = helper(command, env);
	if (program === null) {
		return notInstalled(command);
	}
	const {path, env: variables} = program;
	const pipes = ['pipe', 'pipe', 'pipe', ...(hasChannel ? ['ipc'] : [])];
	const child = spawnChild(path, parameters, {env: variables, stdio: pipes as Pipes});
	const pid = child.pid ?? null;
	const hearing = hearChild(child);
	// Writing to a child that has ended fails; `ended` reports its end.
	child.stdin.on('error', () => {});
	return {
		pid,
		writeLine: line => {
			child.stdin.write(`${line}\n`);
		},
		signal: name => {
			child.kill(name);
		},
		onLine: hearing.onLine,
		pass(word, socket) {
			if (child.connected) {
				// `send` accepts a system handle, which Node's types don't know.
				child.send(word, socket as unknown as SendHandle, () => socket?.close());
			}
		},
		onPassed: listener => {
			child.on('message', (word, socket) =>
				listener(String(word), socket as unknown as PassedSocket | undefined),
			);
		},
		hasChannel: () => child.connected,
		inherited: () => inheritedOf(child),
		stop: () => stopChild({pid, ...streamsOf(child)}, hearing),
		ended: new Promise(resolve => {
			const end = {exitCode: null, signal: null};
			child.on('error', error => resolve({...end, lastWords: error.message}));
			child.on('close', (exitCode, signal) =>
				resolve({exitCode, signal, lastWords: hearing.lastWords()}),
			);
		}),
	};
}

/** Returns our ends of a child's pipes. */
function inheritedOf({pid, stdin, stdout, stderr}: ChildProcess): readonly Inherited[] {
	return [stdin, stdout, stderr].flatMap((stream, index) => {
		const descriptor = descriptorOf(stream);
		return descriptor === null ? [] : [{descriptor, of: `pipe ${index} of ${pid}`}];
	});
}

function streamsOf({stdin, stdout, stderr}: Outputs & {readonly stdin: unknown}) {
	return {stdin, stdout, stderr};
}

type Outputs = {readonly stdout: NodeJS.ReadableStream; readonly stderr: NodeJS.ReadableStream};

/** Splits the output of a child into lines, and keeps the last text of its stderr. */
export function hearChild(
	{stdout, stderr}: Outputs,
	from: Pick<HandedChild, 'partial' | 'lastWords'> = {partial: '', lastWords: ''},
) {
	const listeners = new Set<(line: string) => void>();
	let {partial, lastWords} = from;
	stderr.setEncoding('utf8').on('data', (text: string) => {
		lastWords = (lastWords + text).slice(-lastWordsLengthMax);
	});
	stdout.setEncoding('utf8').on('data', (text: string) => {
		const lines = (partial + text).slice(-lineLengthMax).split('\n');
		partial = lines.pop() ?? '';
		for (const line of lines) {
			for (const listener of listeners) {
				listener(line);
			}
		}
	});
	return {
		onLine: (listener: (line: string) => void) => void listeners.add(listener),
		partial: () => partial,
		lastWords: () => lastWords,
	};
}

export type Hearing = ReturnType<typeof hearChild>;

export function stopChild(
	{pid, stdin, ...outputs}: Outputs & {pid: number | null; stdin: unknown},
	hearing: Hearing,
): StoppedChild | null {
	const stdout = outputs.stdout as Socket;
	const stderr = outputs.stderr as Socket;
	const [input, output, errors] = [descriptorOf(stdin), descriptorOf(stdout), descriptorOf(stderr)];
	if (pid === null || input === null || output === null || errors === null) {
		return null;
	}
	const readOn = [stopReading(stdout), stopReading(stderr)];
	const heard = {partial: hearing.partial(), lastWords: hearing.lastWords()};
	return {
		handed: {pid, start: startOfProcess(pid), input, output, errors, ...heard},
		goOn() {
			for (const goOn of readOn) {
				goOn();
			}
		},
	};
}

function notInstalled(command: string): Child {
	const lastWords = `${command} is not installed`;
	return {
		pid: null,
		writeLine() {},
		signal() {},
		onLine() {},
		pass() {},
		onPassed() {},
		hasChannel: () => false,
		inherited: () => [],
		stop: () => null,
		ended: Promise.resolve({exitCode: null, signal: null, lastWords}),
	};
}
