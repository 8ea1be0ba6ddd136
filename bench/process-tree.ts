import {readdirSync, readFileSync} from 'node:fs';
import type {Clock} from '../source/platform/clock.ts';

/** A process and everything that it started. Linux only: all of it is read from /proc. */
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

/** CPU time of all threads that live, to the nanosecond, where /proc/PID/stat counts in 10 ms. */
export function cpuMsOf(pids: readonly number[]): number {
	return sum(pids, pid =>
		sum(readdirSync(`/proc/${pid}/task`), task => {
			const [nanoseconds] = readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ');
			return Number(nanoseconds) / 1e6;
		}),
	);
}

/** Proportional set size: pages shared with other processes are counted by their share. */
export function memoryMbOf(pids: readonly number[]): number {
	return sum(pids, pid => {
		const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
		return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
	});
}

const politeMs = 1500;
const lookAgainMs = 10;

/** Ends the processes by their ids: asks first, and after a while no more. */
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
			// It has ended meanwhile.
		}
	}
}

function isAlive(pid: number): boolean {
	return parentOf(String(pid)) !== null;
}

/** Null for a process that is gone, or that nobody has collected yet. */
function parentOf(pid: string): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' ? null : Number(parent);
	} catch {
		return null;
	}
}

/** What ends while it is being read counts as nothing. */
function sum<Item>(items: readonly Item[], measure: (item: Item) => number): number {
	let total = 0;
	for (const item of items) {
		try {
			total += measure(item);
		} catch {}
	}
	return total;
}
