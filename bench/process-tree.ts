import {readdirSync, readFileSync} from 'node:fs';
import type {Clock} from '../source/platform/clock.ts';

/** The ids of a process and all its descendants. Works only on Linux, because it reads /proc. */
export function treeOf(root: number): readonly number[] {
	const children = new Map<number, number[]>();
	for (const name of readdirSync('/proc')) {
		const parent = /^\d+$/.test(name) ? parentOf(name) : null;
		if (parent !== null) {
			children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
		}
	}
	const found = [root];
	for (const pid of found) {
		found.push(...(children.get(pid) ?? []));
	}
	return found;
}

/**
 * The CPU time of all living threads, with the precision of nanoseconds. /proc/PID/stat would count
 * in steps of 10 ms.
 */
export function cpuMsOf(pids: readonly number[]): number {
	return sum(pids, pid =>
		sum(readdirSync(`/proc/${pid}/task`), task => {
			const [nanoseconds] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
			return Number(nanoseconds) / 1e6;
		}),
	);
}

/** The proportional set size: memory that processes share is divided between them. */
export function memoryMbOf(pids: readonly number[]): number {
	return sum(pids, pid => {
		const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
		return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
	});
}

const politeMs = 1500;
const lookAgainMs = 10;

/**
 * Ends the processes: first the root with SIGTERM, and after a while with SIGKILL those that are
 * left.
 */
export async function endTree(root: number, clock: Clock): Promise<void> {
	const pids = treeOf(root);
	signal([root], 'SIGTERM');
	const endAt = clock.elapsed() + politeMs;
	while (pids.some(isAlive) && clock.elapsed() < endAt) {
		await clock.sleep(lookAgainMs);
	}
	signal(pids.filter(isAlive), 'SIGKILL');
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
	for (const pid of pids) {
		try {
			process.kill(pid, name);
		} catch {
			// The process has already ended.
		}
	}
}

function isAlive(pid: number): boolean {
	return parentOf(String(pid)) !== null;
}

/** Returns null for a process that has ended, even if it is still a zombie. */
function parentOf(pid: string): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' ? null : Number(parent);
	} catch {
		return null;
	}
}

/** Adds up values of processes. One that ends while it is read counts as zero. */
function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
	let total = 0;
	for (const item of items) {
		try {
			total += measure(item);
		} catch {}
	}
	return total;
}
