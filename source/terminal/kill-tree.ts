import {existsSync} from 'node:fs';
import type {Clock} from '../platform/clock.ts';
import {isAlive, type ProcessFacts, type Root, treeOf} from './process-tree.ts';

const graceForcedMs = 500;
const gracePoliteMs = 2000;
const graceAfterKillMs = 500;
const killRoundsMax = 3;
/**
 * How often to check whether a process has ended. For a process that is not our child, no event
 * reports that.
 */
const lookEveryMs = 10;

/**
 * Ends the whole process tree of a terminal: finds it first, then sends HUP, TERM, and CONT (so
 * that stopped processes react). With `force` it then kills those that still run. Returns the
 * processes that are left.
 */
export async function killTree(
	root: Root,
	{clock, force}: {clock: Clock; force: boolean},
): Promise<readonly number[]> {
	return endFound(finderFor(root), {clock, force});
}

/** Ends the processes that `find` returns. It searches again before each round of killing. */
export async function endFound(
	find: () => readonly KillTarget[],
	{clock, force}: {clock: Clock; force: boolean},
): Promise<readonly number[]> {
	const graceMs = force ? graceForcedMs : gracePoliteMs;
	const snapshot = find();
	for (const name of ['SIGHUP', 'SIGTERM', 'SIGCONT'] as const) {
		signalAll(snapshot, name);
	}
	let left = await waitUntilGone(snapshot, {clock, graceMs});
	for (let round = 0; force && round < killRoundsMax; round += 1) {
		left = merge(left, find());
		if (left.length === 0) {
			break;
		}
		signalAll(left, 'SIGKILL');
		left = await waitUntilGone(left, {clock, graceMs: graceAfterKillMs});
	}
	return left.map(target => target.pid);
}

/** Kills the tree after a crash: searches once, sends one signal and waits for nothing. */
export function killTreeNow(root: Root): void {
	signalAll(finderFor(root)(), 'SIGKILL');
}

export function signalProcess(pid: number, name: NodeJS.Signals | 0): boolean {
	try {
		process.kill(pid, name);
		return true;
	} catch {
		return false;
	}
}

/** A process to signal; a negative id means a whole process group, as for the kernel. */
export type KillTarget = {readonly pid: number; readonly isThere: () => boolean};

/**
 * Returns a function that finds the tree. Without `/proc` (macOS), it finds only the leader's
 * process group.
 */
function finderFor(root: Root): () => KillTarget[] {
	return existsSync('/proc/self/stat')
		? () => treeOf(root).map(targetOf)
		: () => [{pid: -root.pid, isThere: () => signalProcess(-root.pid, 0)}];
}

function targetOf(found: ProcessFacts): KillTarget {
	return {pid: found.pid, isThere: () => isAlive(found)};
}

function signalAll(targets: readonly KillTarget[], name: NodeJS.Signals): void {
	for (const target of targets) {
		if (target.isThere()) {
			signalProcess(target.pid, name);
		}
	}
}

async function waitUntilGone(
	targets: readonly KillTarget[],
	{clock, graceMs}: {clock: Clock; graceMs: number},
): Promise<KillTarget[]> {
	const until = clock.elapsed() + graceMs;
	let left = targets.filter(target => target.isThere());
	while (left.length > 0 && clock.elapsed() < until) {
		await clock.sleep(lookEveryMs);
		left = left.filter(target => target.isThere());
	}
	return left;
}

function merge(first: readonly KillTarget[], second: readonly KillTarget[]): KillTarget[] {
	return [...new Map([...first, ...second].map(target => [target.pid, target])).values()];
}
