import {existsSync} from 'node:fs';
import type {Clock} from '../platform/clock.ts';
import {isAlive, type ProcessFacts, type Root, treeOf} from './process-tree.ts';

const graceForcedMs = 500;
const gracePoliteMs = 2000;
const graceAfterKillMs = 500;
const killRoundsMax = 3;
/** There is no event for the end of a process that is not our child: so it is looked for. */
const lookEveryMs = 10;

/**
 * Ends a terminal's whole tree: found first, then told (HUP, TERM, and CONT so that stopped ones
 * hear it), and with `force` killed when it did not listen. Answers with what is still there.
 */
export async function killTree(
	root: Root,
	{clock, force}: {clock: Clock; force: boolean},
): Promise<readonly number[]> {
	const find = finderFor(root);
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

/** For a crash: one look, one signal, no waiting. */
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

/** A negative id stands for a whole process group, as it does for the kernel. */
type Target = {readonly pid: number; readonly isThere: () => boolean};

/** Without `/proc` (macOS) all that can be found of a tree is the leader's process group. */
function finderFor(root: Root): () => Target[] {
	return existsSync('/proc/self/stat')
		? () => treeOf(root).map(targetOf)
		: () => [{pid: -root.pid, isThere: () => signalProcess(-root.pid, 0)}];
}

function targetOf(found: ProcessFacts): Target {
	return {pid: found.pid, isThere: () => isAlive(found)};
}

function signalAll(targets: readonly Target[], name: NodeJS.Signals): void {
	for (const target of targets) {
		if (target.isThere()) {
			signalProcess(target.pid, name);
		}
	}
}

async function waitUntilGone(
	targets: readonly Target[],
	{clock, graceMs}: {clock: Clock; graceMs: number},
): Promise<Target[]> {
	const until = clock.elapsed() + graceMs;
	let left = targets.filter(target => target.isThere());
	while (left.length > 0 && clock.elapsed() < until) {
		await clock.sleep(lookEveryMs);
		left = left.filter(target => target.isThere());
	}
	return left;
}

function merge(first: readonly Target[], second: readonly Target[]): Target[] {
	return [...new Map([...first, ...second].map(target => [target.pid, target])).values()];
}
