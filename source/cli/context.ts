import type {EnginePorts} from '../engine/engine-ports.ts';
import {failed, type Result} from '../events/failure.ts';
import {type Clock, systemClock} from '../platform/clock.ts';
import {type Environment, type Folders, foldersOf} from '../platform/folders.ts';
import type {Flags} from './parsed.ts';

/** The input and output of a command that runs without a screen. Tests pass their own. */
export type CliContext = {
	readonly env: Environment;
	readonly platform: NodeJS.Platform;
	readonly cwd: string;
	/** Makes the folder the working folder of the process. Returns false if that fails. */
	readonly enter: (folder: string) => boolean;
	readonly folders: Folders;
	readonly clock: Clock;
	/** Prints results to stdout, where a script may read them. */
	readonly print: (text: string) => void;
	/** Prints progress and problems to stderr, for a person. */
	readonly complain: (text: string) => void;
	/** Reads all of stdin. Fails if it is longer than any prompt may be. */
	readonly readStdin: () => Promise<Result<string>>;
	/** Stdin line by line; throws if a line is too long. */
	readonly readLines: () => AsyncIterable<string>;
	/** Reads one line from stdin, as the answer to a question. */
	readonly readLine: () => Promise<string>;
	readonly terminal: {
		readonly stdin: boolean;
		readonly stdout: boolean;
		readonly stderr: boolean;
		readonly columns: number;
		readonly rows: number;
		/** The terminal's colour depth in bits: 1, 4, 8 or 24. */
		readonly colorBits: number;
	};
	/**
	 * Calls the listener once: at Ctrl+C, at a signal to end, or when the program that reads our
	 * output has ended.
	 */
	readonly onEnding: (listener: (ending: Ending) => void) => () => void;
	/** Ends the process at once. Its child processes notice that and end too. */
	readonly leave: (exitCode: number) => void;
	/** For tests: replaces the function that starts the proxy. */
	readonly spawnProxy?: EnginePorts['spawnProxy'];
};

/** The words and flags that follow the command's name. */
export type CliCall = {
	readonly words: readonly string[];
	readonly flags: Flags;
};

export type Ending = 'interrupted' | 'terminated' | 'unread';

export function systemCliContext(): CliContext {
	const {env, platform, stdin, stdout, stderr} = process;
	return {
		env,
		platform,
		cwd: process.cwd(),
		enter,
		folders: foldersOf(env, platform),
		clock: systemClock(),
		print: text => {
			stdout.write(text);
		},
		complain: text => {
			stderr.write(text);
		},
		readStdin,
		readLines,
		readLine,
		terminal: {
			stdin: stdin.isTTY === true,
			stdout: stdout.isTTY === true,
			stderr: stderr.isTTY === true,
			columns: stdout.columns ?? 80,
			rows: stdout.rows ?? 24,
			colorBits: stdout.isTTY ? stdout.getColorDepth(env) : 1,
		},
		onEnding,
		leave: exitCode => process.exit(exitCode),
	};
}

function enter(folder: string): boolean {
	try {
		process.chdir(folder);
		return true;
	} catch {
		return false;
	}
}

const stdinLengthMax = 8_388_608;

async function readStdin(): Promise<Result<string>> {
	let text = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		text += chunk;
		if (text.length > stdinLengthMax) {
			const words = `stdin holds more than ${stdinLengthMax / 1_048_576} MB, which is too much for a prompt. Nothing was sent. Put it into a file, and name the file in the prompt.`;
			return {ok: false, failure: failed('bad-input', words)};
		}
	}
	return {ok: true, value: text};
}

async function* readLines(): AsyncIterable<string> {
	let rest = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		yield* lines;
		if (rest.length > stdinLengthMax) {
			throw new Error(`a line of stdin is longer than ${stdinLengthMax} characters`);
		}
	}
	yield rest;
}

/** Reads a line without its line end; returns an empty string at the end of input. */
async function readLine(): Promise<string> {
	let text = '';
	for await (const chunk of process.stdin.setEncoding('utf8')) {
		text += chunk;
		if (text.includes('\n') || text.length > stdinLengthMax) {
			break;
		}
	}
	return text.split('\n')[0] ?? '';
}

const signals = {SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'terminated'} as const;

function onEnding(listener: (ending: Ending) => void): () => void {
	const handlers = Object.entries(signals).map(([name, ending]) => {
		const handler = () => listener(ending);
		process.on(name, handler);
		return () => {
			process.off(name, handler);
		};
	});
	const unread = () => listener('unread');
	process.stdout.on('error', unread);
	return () => {
		for (const remove of handlers) {
			remove();
		}
		process.stdout.off('error', unread);
	};
}
