import type {ChildEnd} from './child.ts';
import type {Clock} from './clock.ts';
import {spawnChild} from './spawn.ts';

/**
 * A program in a process group of its own, so that it can be ended together with everything it has
 * started. Otherwise `npx` and shells leave their children behind.
 */
export type ProcessGroup = {
	readonly pid: number | null;
	/**
	 * Returns false if too much is queued because the program does not read. Then wait for `onDrain`.
	 */
	readonly write: (text: string) => boolean;
	readonly onDrain: (listener: () => void) => () => void;
	readonly onOutput: (listener: (bytes: Uint8Array) => void) => void;
	readonly onErrors: (listener: (bytes: Uint8Array) => void) => void;
	/** Resolves when the group's first process has ended, or could not be started. */
	readonly ended: Promise<GroupEnd>;
	/** Closes the program's input, then ends the group: first TERM, then KILL for what is left. */
	readonly end: () => Promise<void>;
};

/** `lost`: why it is unknown whether and how a program on another machine has ended. */
export type GroupEnd = ChildEnd & {readonly lost?: string};

export function startGroup({
	path,
	parameters,
	env,
	cwd,
	clock,
}: {
	path: string;
	parameters: readonly string[];
	env: Readonly<Record<string, string | undefined>>;
	cwd: string;
	clock: Clock;
}): ProcessGroup {
	const child = spawnChild(path, parameters, {
		cwd,
		env,
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: process.platform !== 'win32',
		windowsHide: true,
	});
	// Writing to a program that has ended fails; `ended` reports its end.
	child.stdin.on('error', () => {});
	child.stdout.on('error', () => {});
	child.stderr.on('error', () => {});
	const ended = new Promise<ChildEnd>(resolve => {
		child.on('error', error => resolve({exitCode: null, signal: null, lastWords: error.message}));
		const closed = new Promise<void>(done => child.on('close', () => done()));
		child.on('exit', async (exitCode, signal) => {
			// The last output may still be on the way, but a program that this one has started may hold
			// the pipes open forever.
			await Promise.race([closed, clock.sleep(graceMs.output)]);
			resolve({exitCode, signal, lastWords: ''});
		});
	});
	const {pid} = child;
	let ending: Promise<void> | null = null;
	const end = async () => {
		child.stdin.end();
		await Promise.race([ended, clock.sleep(graceMs.input)]);
		await endGroup(pid, {clock, leader: child});
		// Programs that have left the group may hold the pipes open. Nobody reads from them any more.
		child.stdout.destroy();
		child.stderr.destroy();
	};
	return {
		pid: pid ?? null,
		write: text => child.stdin.write(text),
		onDrain(listener) {
			child.stdin.on('drain', listener);
			return () => child.stdin.off('drain', listener);
		},
		onOutput: listener => {
			child.stdout.on('data', listener);
		},
		onErrors: listener => {
			child.stderr.on('data', listener);
		},
		ended,
		end: () => {
			ending ??= end();
			return ending;
		},
	};
}

/**
 * How long a program may take to end when its input is closed (`input`) and after TERM (`term`),
 * and how long its last output may take (`output`).
 */
const graceMs = {input: 1000, term: 2000, output: 300} as const;
const lookMs = 25;

async function endGroup(
	pid: number | undefined,
	{clock, leader}: {clock: Clock; leader: {kill: (signal: NodeJS.Signals) => boolean}},
): Promise<void> {
	if (pid === undefined) {
		return;
	}
	if (process.platform === 'win32') {
		leader.kill('SIGTERM');
		return;
	}
	signalGroup(pid, 'SIGTERM');
	const deadline = clock.elapsed() + graceMs.term;
	while (signalGroup(pid, 0) && clock.elapsed() < deadline) {
		await clock.sleep(lookMs);
	}
	signalGroup(pid, 'SIGKILL');
}

/** Returns false if the group has no processes left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		return process.kill(-pid, signal);
	} catch {
		return false;
	}
}
