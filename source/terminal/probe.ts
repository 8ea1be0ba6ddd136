import {readFileSync, readlinkSync} from 'node:fs';
import {
	type Blockage,
	judgeWaiting,
	type Modes,
	readModes,
	tellingBlockage,
	threadBlockage,
} from './blockage.ts';
import {groupOf, namesIn, type ProcessFacts, readProcess} from './process-tree.ts';
import type {Waiting} from './transport.ts';

/**
 * Finds out what the foreground program waits for, from kernel facts: which processes are in the
 * foreground, in which system call each one sleeps, and whether the terminal echoes. The text on
 * the screen is never used, because a prompt can look like anything.
 */
export type WaitProbe = {readonly waiting: (how?: 'surely') => Promise<Waiting>};

export type ProbeSubject = {
	/** The leader of the terminal's session. */
	readonly pid: number;
	/** The terminal's device, such as `/dev/pts/3`. */
	readonly name: string;
	/** The PATH in which `stty` is found. */
	readonly searchPath: string;
};

export function createProbe({pid, name, searchPath}: ProbeSubject): WaitProbe {
	let running: Promise<Sight | null> | null = null;
	return {
		async waiting(how) {
			running ??= look({pid, name, searchPath}).finally(() => {
				running = null;
			});
			const sight = await running;
			const isSure = how === 'surely';
			return sight && judgeWaiting(sight.blockage, {...sight.modes, isSure});
		},
	};
}

type Sight = {readonly blockage: Blockage; readonly modes: Modes};

/**
 * Returns what is known about the program's wait. Cheap checks come first: the terminal's modes are
 * read only if the program seems to wait.
 */
async function look({pid, name, searchPath}: ProbeSubject): Promise<Sight | null> {
	const leader = readProcess(pid);
	if (leader === null || leader.foreground <= 0) {
		return null;
	}
	const blockage = foregroundBlockage(leader.foreground, name);
	if (blockage === 'elsewhere') {
		return null;
	}
	const modes = await terminalModes(name, searchPath);
	return modes && {blockage, modes};
}

function foregroundBlockage(group: number, terminal: string): Blockage {
	const leader = readProcess(group);
	const first = leader === null ? 'elsewhere' : processBlockage(leader, terminal);
	if (first === 'reading') {
		return first;
	}
	// In a pipeline, the process that reads the terminal may not be the group's leader.
	return tellingBlockage(groupOf(group).map(member => processBlockage(member, terminal)));
}

function processBlockage(process: ProcessFacts, terminal: string): Blockage {
	if (process.state === 'R') {
		return 'elsewhere';
	}
	return tellingBlockage(
		threadsOf(process.pid).map(thread =>
			threadBlockage({
				call: readText(`/proc/${process.pid}/task/${thread}/syscall`),
				waitChannel: () => readText(`/proc/${process.pid}/task/${thread}/wchan`),
				arch: architecture,
				isTerminal: descriptor => isTerminal(process.pid, {descriptor, terminal}),
			}),
		),
	);
}

const {arch: architecture} = process;

const threadsMax = 64;

function threadsOf(pid: number): readonly string[] {
	return namesIn(`/proc/${pid}/task`).slice(0, threadsMax);
}

function isTerminal(
	pid: number,
	{descriptor, terminal}: {descriptor: number; terminal: string},
): boolean {
	try {
		const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
		return target === terminal || target === '/dev/tty';
	} catch {
		return false;
	}
}

const modesTimeoutMs = 1000;

/** Reads the terminal's modes with `stty`, in about 2 ms, since Node can't read them. */
async function terminalModes(terminal: string, searchPath: string): Promise<Modes | null> {
	const {runBriefly} = await import('../platform/exec.ts');
	const flag = process.platform === 'darwin' ? '-f' : '-F';
	const ran = await runBriefly('stty', [flag, terminal, '-a'], {
		timeoutMs: modesTimeoutMs,
		env: {PATH: searchPath, LC_ALL: 'C'},
	});
	if (ran.status !== 'ended' || ran.exitCode !== 0) {
		return null;
	}
	return readModes(ran.output);
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, 'latin1').trim();
	} catch {
		return null;
	}
}
