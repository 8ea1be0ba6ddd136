import {readdirSync, readFileSync} from 'node:fs';
import {sessionMarkerName} from './environment.ts';

/**
 * One process, as `/proc` describes it. The start time distinguishes it from a later process with
 * the same id.
 */
export type ProcessFacts = {
	readonly pid: number;
	readonly state: string;
	readonly parent: number;
	readonly group: number;
	readonly session: number;
	/** The foreground process group of the process's terminal; -1 if it has no terminal. */
	readonly foreground: number;
	readonly startTicks: number;
};

export function readProcess(pid: number): ProcessFacts | null {
	return parseStat(pid, textOf(`/proc/${pid}/stat`));
}

/** Returns all processes with this id or a higher one; empty without `/proc`. */
export function allProcesses(from = 0): readonly ProcessFacts[] {
	return namesIn('/proc').flatMap(name => {
		const pid = /^\d+$/.test(name) ? Number(name) : -1;
		const facts = pid >= from ? readProcess(pid) : null;
		return facts === null ? [] : [facts];
	});
}

/**
 * Finds descendants that outlived their leader. Called after every command, so it looks only at ids
 * above the leader's, unless the kernel has started again at low ids.
 */
export function leftBehind(root: Root): readonly ProcessFacts[] {
	const newest = Number(textOf('/proc/loadavg').trim().split(' ').at(-1));
	return treeOf(root, allProcesses(newest >= root.pid ? root.pid : 0));
}

/** Returns false for a zombie, which has ended but was not yet waited for by its parent. */
export function isAlive(one: ProcessFacts): boolean {
	const now = readProcess(one.pid);
	return now !== null && now.startTicks === one.startTicks && !hasEnded(now);
}

export type Root = {
	readonly pid: number;
	/** When the leader was started. Older processes can't be its descendants. */
	readonly startTicks: number;
	readonly marker: string;
};

/**
 * Returns the leader and all its descendants, found by parent, by session id, and by the marker in
 * the environment, which a daemon keeps. Call this before sending any signal: after a parent's
 * death, its children can't be found by it.
 */
export function treeOf(
	root: Omit<Root, 'marker'> & {readonly marker: string | null},
	processes = allProcesses(),
): readonly ProcessFacts[] {
	const younger = processes.filter(
		one => one.startTicks >= root.startTicks && !hasEnded(one) && one.pid !== process.pid,
	);
	// The kernel does not reuse a session's number while a process is in that session. So if another
	// process now has the leader's number, that session no longer exists.
	const isNumberReused = younger.some(one => one.pid === root.pid && !isLeader(one, root));
	const {marker} = root;
	const found = new Map<number, ProcessFacts>();
	for (const one of younger) {
		const isInSession = one.session === root.pid && !isNumberReused;
		if (isLeader(one, root) || isInSession || (marker !== null && hasMarker(one.pid, marker))) {
			found.set(one.pid, one);
		}
	}
	addDescendants(found, younger);
	return [...found.values()];
}

/** Returns the processes of one group. Those in the foreground group of a terminal get its keys. */
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

function isLeader(one: ProcessFacts, root: Omit<Root, 'marker'>): boolean {
	return one.pid === root.pid && one.startTicks === root.startTicks;
}

export function hasEnded(one: ProcessFacts): boolean {
	return one.state === 'Z' || one.state === 'X';
}

export function hasMarker(pid: number, marker: string): boolean {
	const variables = textOf(`/proc/${pid}/environ`);
	return `\0${variables}\0`.includes(`\0${sessionMarkerName}=${marker}\0`);
}

/**
 * Returns the marker of the terminal in which the process was started; null if it was not started
 * in one of ours.
 */
export function markerOf(pid: number): string | null {
	const name = `${sessionMarkerName}=`;
	const variables = textOf(`/proc/${pid}/environ`).split('\0');
	return variables.find(each => each.startsWith(name))?.slice(name.length) || null;
}

/**
 * Reads a file of `/proc`. Returns an empty text if the process is gone or belongs to another user.
 */
function textOf(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}

/**
 * The name is in brackets and may itself hold spaces and brackets, so parse after the last bracket.
 */
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
