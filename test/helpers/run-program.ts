import {spawn} from 'node:child_process';
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
	const child = spawn(process.execPath, [builtProgram, ...parameters], {
		cwd: place.cwd,
		env: cleanEnvironment(place, env),
		stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
	});
	let out = '';
	let err = '';
	const first = Promise.withResolvers<string>();
	child.stdout?.setEncoding('utf8').on('data', (text: string) => {
		out += text;
		if (out.includes('\n')) {
			first.resolve(out.slice(0, out.indexOf('\n')));
		}
	});
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		err += text;
	});
	child.stdin?.end(input);
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	return {
		pid: child.pid ?? 0,
		place,
		firstLine: first.promise,
		signal: name => {
			child.kill(name);
		},
		done: new Promise(resolve => {
			child.on('close', code => resolve({code, out, err}));
		}),
	};
}

export function runProgram(parameters: readonly string[], options?: RunOptions): Promise<Ran> {
	return startProgram(parameters, options).done;
}
