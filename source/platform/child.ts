import type {SendHandle} from 'node:child_process';
import {helper} from './programs.ts';
import {spawnChild} from './spawn.ts';

/** A child process that reads and writes lines. Its end is reported once, whatever the cause. */
export type Child = {
	readonly pid: number | null;
	readonly writeLine: (line: string) => void;
	readonly signal: (name: NodeJS.Signals) => void;
	readonly onLine: (listener: (line: string) => void) => void;
	/** Sends a word over the child's channel, with a socket that both processes then have. */
	readonly pass: (word: string, socket?: PassedSocket) => void;
	readonly onPassed: (listener: (word: string, socket: PassedSocket | undefined) => void) => void;
	readonly ended: Promise<ChildEnd>;
};

/** A socket handle of the system. This process does not read from it. */
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
	/** Whether the child gets a channel; without one, `pass` does nothing. */
	hasChannel?: boolean;
}): Child {
	const program = helper(command, env);
	if (program === null) {
		return notInstalled(command);
	}
	const {path, env: variables} = program;
	const pipes = ['pipe', 'pipe', 'pipe', ...(hasChannel ? ['ipc'] : [])];
	const child = spawnChild(path, parameters, {env: variables, stdio: pipes as Pipes});
	const listeners = new Set<(line: string) => void>();
	let lastWords = '';
	let partial = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		lastWords = (lastWords + text).slice(-lastWordsLengthMax);
	});
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		const lines = (partial + text).slice(-lineLengthMax).split('\n');
		partial = lines.pop() ?? '';
		for (const line of lines) {
			for (const listener of listeners) {
				listener(line);
			}
		}
	});
	// Writing to a child that has ended fails; `ended` reports its end.
	child.stdin.on('error', () => {});
	return {
		pid: child.pid ?? null,
		writeLine: line => {
			child.stdin.write(`${line}\n`);
		},
		signal: name => {
			child.kill(name);
		},
		onLine: listener => {
			listeners.add(listener);
		},
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
		ended: new Promise(resolve => {
			child.on('error', error => resolve({exitCode: null, signal: null, lastWords: error.message}));
			child.on('close', (exitCode, signal) => resolve({exitCode, signal, lastWords}));
		}),
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
		ended: Promise.resolve({exitCode: null, signal: null, lastWords}),
	};
}
