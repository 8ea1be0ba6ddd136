import type {ChildProcessWithoutNullStreams} from 'node:child_process';
import {helper} from './programs.ts';
import {spawnChild} from './spawn.ts';

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

/** Runs a command that needs no input from a person and ends soon. It is killed at the deadline. */
export function runBriefly(
	command: string,
	parameters: readonly string[],
	{timeoutMs, env, input, cwd}: BriefOptions,
): Promise<Ran> {
	const program = helper(command, env);
	if (program === null) {
		return Promise.resolve({status: 'missing'});
	}
	const child = spawnChild(program.path, parameters, {
		...(cwd !== undefined && {cwd}),
		env: program.env,
		stdio: ['pipe', 'pipe', 'pipe'],
		windowsHide: true,
	});
	if (child.pid === undefined) {
		return new Promise(resolve => child.on('error', error => resolve(notStarted(error))));
	}
	// The command may exit before it reads all input (EPIPE). Its result is valid nevertheless.
	child.stdin.on('error', () => {});
	child.stdin.end(input);
	return resultOf(child, timeoutMs);
}

function resultOf(child: ChildProcessWithoutNullStreams, timeoutMs: number): Promise<Ran> {
	return new Promise(resolve => {
		const [output, errors]: [Buffer[], Buffer[]] = [[], []];
		let bytes = 0;
		// Closes the pipes as well: other programs that the command has started may still hold them
		// open after its death.
		const stop = (result: Ran) => {
			child.kill('SIGKILL');
			child.stdout.destroy();
			child.stderr.destroy();
			resolve(result);
		};
		const deadline = AbortSignal.timeout(timeoutMs);
		deadline.addEventListener('abort', () => stop({status: 'timeout'}), {once: true});
		const keepIn = (chunks: Buffer[]) => (chunk: Buffer) => {
			chunks.push(chunk);
			bytes += chunk.length;
			if (bytes > outputBytesMax) {
				stop({status: 'failed', message: `more than ${outputBytesMax} bytes of output`});
			}
		};
		child.stdout.on('data', keepIn(output));
		child.stderr.on('data', keepIn(errors));
		child.on('error', error => resolve(notStarted(error)));
		child.on('close', (exitCode, signal) =>
			resolve(
				exitCode === null
					? {status: 'failed', message: `ended by ${signal}`}
					: {status: 'ended', exitCode, output: textOf(output), errors: textOf(errors)},
			),
		);
	});
}

function textOf(chunks: readonly Buffer[]): string {
	return Buffer.concat(chunks).toString('utf8');
}

type BriefOptions = {
	readonly timeoutMs: number;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	/** The text for its stdin. If absent, stdin is empty. */
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
		const child = spawnChild(program.path, parameters, {stdio: 'inherit', env: program.env});
		child.on('error', error => resolve(notStarted(error)));
		child.on('close', exitCode =>
			resolve({status: 'ended', exitCode: exitCode ?? 1, output: '', errors: ''}),
		);
	});
}

function notStarted(error: Error & {code?: string}): Ran {
	return error.code === 'ENOENT' ? {status: 'missing'} : {status: 'failed', message: error.message};
}
