import {readdirSync, readFileSync} from 'node:fs';
import {sessionMarkerName} from './environment.ts';

/** One process as `/proc` tells it. With its start time it can't be mistaken for a later one. */
export type ProcessFacts = {
	readonly pid: number;
	readonly state: string;
	readonly parent: number;
	readonly group: number;
	readonly session: number;
	/** The process group in the foreground of its terminal; -1 without a terminal. */
	readonly foreground: number;
	readonly startTicks: number;
};

export function readProcess(pid: number): ProcessFacts | null {
	return parseStat(pid, textOf(`/proc/${pid}/stat`));
}

/** Every process of the machine from this id on; empty where there is no `/proc`. */
export function allProcesses(from = 0): readonly ProcessFacts[] {
	return namesIn('/proc').flatMap(name => {
		const pid = /^\d+$/.test(name) ? Number(name) : -1;
		const facts = pid >= from ? readProcess(pid) : null;
		return facts === null ? [] : [facts];
	});
}

/**
 * What a leader left behind. This is asked after every command, so it looks only at ids given out
 * since the leader's, as long as the ids have not begun anew.
 */
export function leftBehind(root: Root): readonly ProcessFacts[] {
	const newest = Number(textOf('/proc/loadavg').trim().split(' ').at(-1));
	return treeOf(root, allProcesses(newest >= root.pid ? root.pid : 0));
}

/** A zombie has ended: only its parent has not asked yet. */
export function isAlive(one: ProcessFacts): boolean {
	const now = readProcess(one.pid);
	return now !== null && now.startTicks === one.startTicks && !hasEnded(now);
}

export type Root = {
	readonly pid: number;
	/** When the leader started: nothing older can be its descendant. */
	readonly startTicks: number;
	readonly marker: string;
};

/**
 * The leader and whatever came from it: by parent, by session id, and by the marker in the
 * environment, which a daemon keeps when it has left both parent and session behind.
 * To be called before anything is signalled: a dead parent names no children.
 */
export function treeOf(root: Root, processes = allProcesses()): readonly ProcessFacts[] {
	const younger = processes.filter(
		one => one.startTicks >= root.startTicks && !hasEnded(one) && one.pid !== process.pid,
	);
	// The kernel keeps a session's number for as long as anyone is in that session; a stranger
	// with the leader's number means that the session is gone and the number was given again.
	const isNumberReused = younger.some(one => one.pid === root.pid && !isLeader(one, root));
	const found = new Map<number, ProcessFacts>();
	for (const one of younger) {
		const isInSession = one.session === root.pid && !isNumberReused;
		if (isLeader(one, root) || isInSession || hasMarker(one.pid, root.marker)) {
			found.set(one.pid, one);
		}
	}
	addDescendants(found, younger);
	return [...found.values()];
}

/** Processes that may stand in the foreground of the same terminal: those of one group. */
export function groupOf(group: number): readonly ProcessFacts[] {
	return allProcesses().filter(one => one.group === group && !hasEnded(one));
}

export function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function addDescendants(
	found: Map<number, ProcessFacts>,
	processes: readonly ProcessFacts[],
): void {
	for (let isGrowing = true; isGrowing; ) {
		isGrowing = false;
		for (const one of processes) {
			if (!found.has(one.pid) && found.has(one.parent)) {
				found.set(one.pid, one);
				isGrowing = true;
			}
		}
	}
}

function isLeader(one: ProcessFacts, root: Root): boolean {
	return one.pid === root.pid && one.startTicks === root.startTicks;
}

function hasEnded(one: ProcessFacts): boolean {
	return one.state === 'Z' || one.state === 'X';
}

function hasMarker(pid: number, marker: string): boolean {
	const variables = textOf(`/proc/${pid}/environ`);
	return `\0${variables}\0`.includes(`\0${sessionMarkerName}=${marker}\0`);
}

/** Empty for a process that is gone, or is another user's. */
function textOf(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}

/** The name stands in brackets and may itself hold spaces and brackets: count after the last one. */
function parseStat(pid: number, stat: string): ProcessFacts | null {
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state, parent, group, session, , foreground] = fields;
	const startTicks = fields[startTicksField];
	if (state === undefined || startTicks === undefined) {
		return null;
	}
	return {
		pid,
		state,
		parent: Number(parent),
		group: Number(group),
		session: Number(session),
		foreground: Number(foreground),
		startTicks: Number(startTicks),
	};
}

const startTicksField = 19;
