import {readFileSync, readlinkSync} from 'node:fs';
import {groupOf, namesIn, type ProcessFacts, readProcess} from './process-tree.ts';
import type {Waiting} from './transport.ts';

/**
 * What the program in the foreground waits for, from facts of the kernel: which processes stand
 * in the foreground, which system call each is blocked in, and whether the terminal shows what is
 * typed. The text on the screen is never asked: prompts look like anything.
 */
export type Probe = {readonly waiting: () => Promise<Waiting>};

export type ProbeSubject = {
	/** The leader of the terminal's session. */
	readonly pid: number;
	/** The terminal, such as `/dev/pts/3`. */
	readonly name: string;
	/** Where `stty` is looked for. */
	readonly searchPath: string;
};

export function createProbe({pid, name, searchPath}: ProbeSubject): Probe {
	let running: Promise<Waiting> | null = null;
	return {
		waiting() {
			running ??= look({pid, name, searchPath}).finally(() => {
				running = null;
			});
			return running;
		},
	};
}

/** The cheap questions first: only a program that seems to wait is worth asking the terminal. */
async function look({pid, name, searchPath}: ProbeSubject): Promise<Waiting> {
	const leader = readProcess(pid);
	if (leader === null || leader.foreground <= 0) {
		return null;
	}
	const blockage = foregroundBlockage(leader.foreground, name);
	if (blockage === 'elsewhere') {
		return null;
	}
	const modes = await terminalModes(name, searchPath);
	return modes === null ? null : judge(blockage, modes);
}

/**
 * `reading`: in a read of this terminal. `polling`: in a wait for several things, the terminal
 * perhaps among them. `unknown`: another user's process, of which the kernel says nothing.
 */
type Blockage = 'reading' | 'polling' | 'unknown' | 'elsewhere';

type Modes = {readonly echoes: boolean; readonly isCanonical: boolean};

function judge(blockage: Blockage, {echoes, isCanonical}: Modes): Waiting {
	if (!echoes && isCanonical) {
		return 'password';
	}
	// A server also waits in a poll; but only who edits lines itself switches the kernel's editing off.
	return blockage === 'reading' || (blockage === 'polling' && !isCanonical) ? 'input' : null;
}

function foregroundBlockage(group: number, terminal: string): Blockage {
	const leader = readProcess(group);
	const first = leader === null ? 'elsewhere' : processBlockage(leader, terminal);
	if (first === 'reading') {
		return first;
	}
	// In a pipeline the one that reads the terminal need not be the group's leader.
	const all = groupOf(group).map(member => processBlockage(member, terminal));
	return severity.find(blockage => all.includes(blockage)) ?? 'elsewhere';
}

const severity: readonly Blockage[] = ['reading', 'polling', 'unknown'];

function processBlockage(process: ProcessFacts, terminal: string): Blockage {
	if (process.state === 'R') {
		return 'elsewhere';
	}
	const blockages = threadsOf(process.pid).map(thread =>
		threadBlockage(process.pid, {thread, terminal}),
	);
	return severity.find(blockage => blockages.includes(blockage)) ?? 'elsewhere';
}

const threadsMax = 64;

function threadsOf(pid: number): readonly string[] {
	return namesIn(`/proc/${pid}/task`).slice(0, threadsMax);
}

function threadBlockage(
	pid: number,
	{thread, terminal}: {thread: string; terminal: string},
): Blockage {
	const call = readText(`/proc/${pid}/task/${thread}/syscall`);
	if (call === null || call === '') {
		return blockageByWaitChannel(readText(`/proc/${pid}/task/${thread}/wchan`));
	}
	const [number = '', first = ''] = call.split(' ');
	const calls = systemCalls[process.arch];
	if (!calls) {
		return blockageByWaitChannel(readText(`/proc/${pid}/task/${thread}/wchan`));
	}
	if (calls.reads.includes(Number(number))) {
		return isTerminal(pid, {descriptor: Number(first), terminal}) ? 'reading' : 'elsewhere';
	}
	if (calls.selects.includes(Number(number)) && Number(first) === 1) {
		return isTerminal(pid, {descriptor: 0, terminal}) ? 'reading' : 'elsewhere';
	}
	return calls.selects.includes(Number(number)) || calls.polls.includes(Number(number))
		? 'polling'
		: 'elsewhere';
}

/** Numbers from the kernel's tables: read, readv · select, pselect6 · poll, ppoll, epoll waits. */
const systemCalls: Partial<
	Record<
		NodeJS.Architecture,
		{
			readonly reads: readonly number[];
			readonly selects: readonly number[];
			readonly polls: readonly number[];
		}
	>
> = {
	x64: {reads: [0, 19], selects: [23, 270], polls: [7, 271, 232, 281, 441]},
	arm64: {reads: [63, 65], selects: [72], polls: [73, 22, 441]},
};

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

/** Where the kernel hides the system call: the function in which it sleeps says nearly as much. */
function blockageByWaitChannel(name: string | null): Blockage {
	if (name === null || name === '' || name === '0') {
		return 'unknown';
	}
	if (name === 'n_tty_read' || name === 'wait_woken') {
		return 'reading';
	}
	return /poll|select/.test(name) ? 'polling' : 'elsewhere';
}

const modesTimeoutMs = 1000;

/** Nothing in Node reads a terminal's modes; `stty` does, in about 2 ms. */
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
	const words = new Set(ran.output.split(/[\s;]+/));
	return {echoes: words.has('echo'), isCanonical: words.has('icanon')};
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, 'latin1').trim();
	} catch {
		return null;
	}
}
