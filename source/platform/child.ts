import {helper} from './programs.ts';
import {spawnChild} from './spawn.ts';

/** A child process that reads and writes lines. Its end is reported once, whatever the cause. */
export type Child = {
	readonly pid: number | null;
	readonly writeLine: (line: string) => void;
	readonly signal: (name: NodeJS.Signals) => void;
	readonly onLine: (listener: (line: string) => void) => void;
	readonly ended: Promise<ChildEnd>;
};

export type ChildEnd = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	/** The end of its stderr, or why it could not be started. */
	readonly lastWords: string;
};

const lastWordsLengthMax = 4096;
const lineLengthMax = 1_048_576;

export function startChild({
	command,
	parameters,
	env,
}: {
	command: string;
	parameters: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
}): Child {
	const program = helper(command, env);
	if (program === null) {
		return notInstalled(command);
	}
	const {path, env: variables} = program;
	const child = spawnChild(path, parameters, {env: variables, stdio: ['pipe', 'pipe', 'pipe']});
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
		ended: Promise.resolve({exitCode: null, signal: null, lastWords}),
	};
}
