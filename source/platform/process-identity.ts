import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';
import {helper} from './programs.ts';

/**
 * Returns the start time of a process as a text; null if unknown. Ids are reused, but id and start
 * time together identify one process. Compare the text only with another one from the same machine.
 */
export function startOfProcess(pid: number): string | null {
	try {
		return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
	} catch {
		return null;
	}
}

/**
 * Returns the start times of many processes at once: outside of Linux, each single question starts
 * a program.
 */
export function startsOfProcesses(pids: readonly number[]): (pid: number) => string | null {
	if (process.platform === 'linux' || pids.length === 0) {
		return startOfProcess;
	}
	try {
		const lines = askPs(['-o', 'pid=,lstart=', '-p', pids.join(',')]).split('\n');
		const starts = new Map(
			lines.map(line => [Number.parseInt(line, 10), line.trim().replace(/^\d+\s+/, '')]),
		);
		return pid => starts.get(pid) ?? null;
	} catch {
		return () => null;
	}
}

/** Whether the process with this id and start time still exists. */
export function isProcessAlive(
	{pid, start}: {pid: number; start: string | null},
	startOf: (pid: number) => string | null = startOfProcess,
): boolean {
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM means that it exists and belongs to another user.
		if ((error as {code?: string}).code !== 'EPERM') {
			return false;
		}
	}
	if (isZombie(pid)) {
		return false;
	}
	const found = start === null ? null : startOf(pid);
	return found === null || found === start;
}

/**
 * Identifies the running system in which our process ids are valid: a machine since its start, or a
 * container on it. It stays the same if the host is renamed; null if unknown.
 */
export function systemId(): string | null {
	try {
		const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
		return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
	} catch {
		return null;
	}
}

/**
 * Whether the process is a zombie: it has ended and holds nothing open, but its parent has not
 * waited for it yet.
 */
function isZombie(pid: number): boolean {
	try {
		return /^\) [ZX]/.test(statAfterName(pid));
	} catch {
		return false;
	}
}

const psTimeoutMs = 2000;
const startFieldIndex = 19;

/**
 * Returns the start time: field 22 of `/proc/<pid>/stat`. Fields are counted after the program's
 * name, which may itself contain spaces and brackets.
 */
function startFromProc(pid: number): string | null {
	return statAfterName(pid).slice(2).split(' ').at(startFieldIndex) ?? null;
}

function statAfterName(pid: number): string {
	const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
	return stat.slice(stat.lastIndexOf(')'));
}

function startFromPs(pid: number): string | null {
	return askPs(['-o', 'lstart=', '-p', String(pid)]).trim() || null;
}

/** Runs `ps`. Throws if there is no such program or no such process. */
function askPs(parameters: readonly string[]): string {
	const program = process.platform === 'win32' ? null : helper('ps', {...process.env, LC_ALL: 'C'});
	if (program === null) {
		throw new Error('there is no ps');
	}
	return execFileSync(program.path, parameters, {
		encoding: 'utf8',
		env: program.env,
		timeout: psTimeoutMs,
		stdio: ['ignore', 'pipe', 'ignore'],
	});
}
