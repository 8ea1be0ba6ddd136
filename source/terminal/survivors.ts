import {readFileSync, statSync} from 'node:fs';
import type {OwnProcess} from '../events/hop.ts';
import type {Clock} from '../platform/clock.ts';
import {isProcessAlive, startOfProcess, systemId} from '../platform/process-identity.ts';
import {endFound, type KillTarget} from './kill-tree.ts';
import {
	allProcesses,
	hasEnded,
	hasMarker,
	isAlive,
	markerOf,
	type ProcessFacts,
	type Root,
	readProcess,
} from './process-tree.ts';

/**
 * Finds programs that outlived a crash of agent-tui: one that ignores the hang-up goes on when
 * nobody is left to end it. They are found by their marker alone, never by a name or by a stored
 * process id, which may belong to another program by now.
 */

/** Returns what a later run needs to find the program again; null if it can't be found safely. */
export function ownProcess(root: Root): OwnProcess | null {
	const system = systemId();
	const opener = {pid: process.pid, start: startOfProcess(process.pid)};
	// Its leader may have ended already; whatever it left behind is younger than this process.
	const startTicks = root.startTicks || (readProcess(process.pid)?.startTicks ?? 0);
	return system === null || startTicks === 0 ? null : {...root, startTicks, system, opener};
}

type Running = {readonly pid: number; readonly name: string};

/**
 * Returns the processes that are left. Returns none if they belong to a run of agent-tui that still
 * goes on, or to another machine.
 */
export function survivorsOf(program: OwnProcess): readonly Running[] {
	return processesOf(program).map(({pid}) => ({pid, name: nameOf(pid)}));
}

/** Ends all processes that are left, and returns those that remain. */
export function endSurvivorsOf(program: OwnProcess, clock: Clock): Promise<readonly number[]> {
	const find = () => processesOf(program).map(one => targetOf(one, program));
	return endFound(find, {clock, force: true});
}

/** Reads the process again right before each signal, since its id may have changed hands. */
function targetOf(found: ProcessFacts, program: OwnProcess): KillTarget {
	return {pid: found.pid, isThere: () => isAlive(found) && isOf(found, program)};
}

/**
 * The processes of all these terminals, also while what has opened them runs on. They need be no
 * descendants of it: a session that was handed over has programs that an earlier process started.
 */
export function processesOfTerminals(
	programs: readonly OwnProcess[],
	processes = allProcesses(),
): readonly ProcessFacts[] {
	const system = systemId();
	const above = ownAncestors();
	const own = processes.filter(one => !hasEnded(one) && !above.has(one.pid) && isOwnUsers(one.pid));
	const roots = new Map(
		programs.flatMap(one => (one.system === system ? [[one.marker, one] as const] : [])),
	);
	const isMarked = ({pid, startTicks}: ProcessFacts) => {
		const since = roots.get(markerOf(pid) ?? '')?.startTicks;
		return since !== undefined && startTicks >= since;
	};
	const leaders = new Map([...roots.values()].map(({pid, startTicks}) => [pid, startTicks]));
	const isInSession = ({session}: ProcessFacts) =>
		own.some(({pid, startTicks}) => pid === session && leaders.get(pid) === startTicks);
	return own.filter(one => isMarked(one) || isInSession(one));
}

function processesOf(program: OwnProcess): readonly ProcessFacts[] {
	if (program.system !== systemId() || isProcessAlive(program.opener)) {
		return [];
	}
	const above = ownAncestors();
	return allProcesses().filter(one => !hasEnded(one) && !above.has(one.pid) && isOf(one, program));
}

function isOf({pid, startTicks}: ProcessFacts, {marker, startTicks: since}: OwnProcess): boolean {
	return startTicks >= since && isOwnUsers(pid) && hasMarker(pid, marker);
}

/**
 * The ancestors of this process. We may have been started inside a surviving program, such as a
 * tmux, and must not end that.
 */
export function ownAncestors(): ReadonlySet<number> {
	const above = new Set<number>();
	for (let pid = process.pid; pid > 0 && !above.has(pid); pid = readProcess(pid)?.parent ?? 0) {
		above.add(pid);
	}
	return above;
}

/**
 * Whether the process belongs to this user. Root can read every environment, so the marker alone
 * does not tell.
 */
function isOwnUsers(pid: number): boolean {
	try {
		return statSync(`/proc/${pid}`).uid === process.getuid?.();
	} catch {
		return false;
	}
}

/** Returns the program's name without its arguments, which may hold a secret. */
function nameOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
	} catch {
		return '';
	}
}
