import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {execa} from 'execa';
import {onTestFinished} from 'vitest';
import {cleanEnvironment, openPlace, type Place} from './agent.ts';
import {builtProgram} from './built-program.ts';

export type Ran = {
	readonly code: number | null;
	readonly out: string;
	readonly err: string;
};

/** The program without a terminal: its pipes, its signals, its end. */
export type Running = {
	readonly pid: number;
	readonly place: Place;
	readonly done: Promise<Ran>;
	/** Resolves to the first line on stdout. */
	readonly firstLine: Promise<string>;
	/** Resolves when so many lines have come on stdout. */
	readonly lines: (count: number) => Promise<void>;
	readonly signal: (name: NodeJS.Signals) => void;
};

export type RunOptions = {
	readonly place?: Place;
	readonly env?: Readonly<Record<string, string>>;
	readonly input?: string;
};

export function startProgram(
	parameters: readonly string[],
	{place = openPlace(), env = {}, input}: RunOptions = {},
): Running {
	const child = execa(process.execPath, [builtProgram, ...parameters], {
		cwd: place.cwd,
		env: cleanEnvironment(place, env),
		extendEnv: false,
		...(input === undefined ? {stdin: 'ignore'} : {input}),
		reject: false,
		stripFinalNewline: false,
	});
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	const lines = createInterface(child.stdout);
	let seen = 0;
	lines.on('line', () => {
		seen += 1;
	});
	return {
		pid: child.pid ?? 0,
		place,
		firstLine: once(lines, 'line').then(([line]) => String(line)),
		async lines(count) {
			while (seen < count) {
				await once(lines, 'line');
			}
		},
		signal: name => {
			child.kill(name);
		},
		done: child.then(({exitCode = null, stdout, stderr}) => ({
			code: exitCode,
			out: String(stdout),
			err: String(stderr),
		})),
	};
}

export function runProgram(parameters: readonly string[], options?: RunOptions): Promise<Ran> {
	return startProgram(parameters, options).done;
}
