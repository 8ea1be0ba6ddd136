import {execFile, spawn} from 'node:child_process';
import {helper} from './programs.ts';

/** The result of a short command. A missing program is a result, not an error. */
export type Ran =
	| {
			readonly status: 'ended';
			readonly exitCode: number;
			readonly output: string;
			readonly errors: string;
	  }
	| {readonly status: 'missing'}
	| {readonly status: 'timeout'}
	| {readonly status: 'failed'; readonly message: string};

const outputBytesMax = 8_388_608;

/** Runs a command that asks nothing and ends soon; it is killed at the deadline. */
export function runBriefly(
	command: string,
	parameters: readonly string[],
	{timeoutMs, env, input, cwd}: BriefOptions,
): Promise<Ran> {
	const program = helper(command, env);
	if (program === null) {
		return Promise.resolve({status: 'missing'});
	}
	return new Promise(resolve => {
		const child = execFile(
			program.path,
			parameters,
			{
				...(cwd !== undefined && {cwd}),
				timeout: timeoutMs,
				killSignal: 'SIGKILL',
				maxBuffer: outputBytesMax,
				env: program.env,
				windowsHide: true,
			},
			(error, output, errors) => resolve(ranOf(error, {output, errors})),
		);
		// The command may exit before it reads all input (EPIPE); its result is valid all the same.
		child.stdin?.on('error', () => {});
		child.stdin?.end(input);
	});
}

type BriefOptions = {
	readonly timeoutMs: number;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** Sent to its stdin; if unset, stdin is empty. */
	readonly input?: string;
};

/** Gives the terminal to a program, such as an editor, until it ends. */
export function runInForeground(
	command: string,
	parameters: readonly string[],
	env: Readonly<Record<string, string | undefined>>,
): Promise<Ran> {
	const program = helper(command, env);
	if (program === null) {
		return Promise.resolve({status: 'missing'});
	}
	return new Promise(resolve => {
		const child = spawn(program.path, parameters, {stdio: 'inherit', env: program.env});
		child.on('error', error => resolve(ranOf(error, {output: '', errors: ''})));
		child.on('close', exitCode =>
			resolve({status: 'ended', exitCode: exitCode ?? 1, output: '', errors: ''}),
		);
	});
}

type Output = {readonly output: string; readonly errors: string};

function ranOf(
	error: (Error & {code?: number | string | null; killed?: boolean}) | null,
	{output, errors}: Output,
): Ran {
	if (!error) {
		return {status: 'ended', exitCode: 0, output, errors};
	}
	if (error.code === 'ENOENT') {
		return {status: 'missing'};
	}
	if (error.killed) {
		return {status: 'timeout'};
	}
	return typeof error.code === 'number'
		? {status: 'ended', exitCode: error.code, output, errors}
		: {status: 'failed', message: error.message};
}
