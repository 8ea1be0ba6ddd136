import type {Waiting} from './transport.ts';

/**
 * What a program waits for, judged from kernel facts of this machine or a remote one. `reading`:
 * blocked in a read of its terminal. `polling`: waits for several descriptors, perhaps including
 * the terminal. `unknown`: another user's process, which the kernel hides.
 */
export type Blockage = 'reading' | 'polling' | 'unknown' | 'elsewhere';

export type Modes = {readonly echoes: boolean; readonly isCanonical: boolean};

export function judgeWaiting(
	blockage: Blockage,
	{echoes, isCanonical, isSure}: Modes & {readonly isSure: boolean},
): Waiting {
	if (!echoes && isCanonical) {
		return 'password';
	}
	// Servers also wait in a poll. But only a program that edits lines itself switches canonical mode
	// off, so such a program counts as waiting for input.
	const isPolling = blockage === 'polling' && !isCanonical && !isSure;
	return blockage === 'reading' || isPolling ? 'input' : null;
}

/** Picks the most informative one of several threads' or processes' blockages. */
export function tellingBlockage(blockages: readonly Blockage[]): Blockage {
	return severity.find(blockage => blockages.includes(blockage)) ?? 'elsewhere';
}

const severity: readonly Blockage[] = ['reading', 'polling', 'unknown'];

export type ThreadFacts = {
	/** The content of `/proc/<pid>/task/<tid>/syscall`; null or empty if the kernel hides it. */
	readonly call: string | null;
	/** Returns the kernel function in which the thread sleeps. */
	readonly waitChannel: () => string | null;
	readonly arch: string;
	readonly isTerminal: (descriptor: number) => boolean;
};

export function threadBlockage({call, waitChannel, arch, isTerminal}: ThreadFacts): Blockage {
	const calls = systemCalls[arch];
	if (call === null || call === '' || !calls) {
		return blockageByWaitChannel(waitChannel());
	}
	const [name = '', first = ''] = call.split(' ');
	const number = Number(name);
	if (calls.reads.includes(number)) {
		return isTerminal(Number(first)) ? 'reading' : 'elsewhere';
	}
	if (calls.selects.includes(number) && Number(first) === 1) {
		return isTerminal(0) ? 'reading' : 'elsewhere';
	}
	return calls.selects.includes(number) || calls.polls.includes(number) ? 'polling' : 'elsewhere';
}

type CallNumbers = {
	readonly reads: readonly number[];
	readonly selects: readonly number[];
	readonly polls: readonly number[];
};

/**
 * System call numbers by architecture: read, readv · select, pselect6 · poll, ppoll, epoll waits.
 */
const systemCalls: Readonly<Record<string, CallNumbers>> = {
	x64: {reads: [0, 19], selects: [23, 270], polls: [7, 271, 232, 281, 441]},
	arm64: {reads: [63, 65], selects: [72], polls: [73, 22, 441]},
};

/** Judges by the function in which the thread sleeps, if the kernel hides the system call. */
function blockageByWaitChannel(name: string | null): Blockage {
	if (name === null || name === '' || name === '0') {
		return 'unknown';
	}
	if (name === 'n_tty_read' || name === 'wait_woken') {
		return 'reading';
	}
	return /poll|select/.test(name) ? 'polling' : 'elsewhere';
}

/** Parses the output of `stty -a`. */
export function readModes(output: string): Modes {
	const words = new Set(output.split(/[\s;]+/));
	return {echoes: words.has('echo'), isCanonical: words.has('icanon')};
}
