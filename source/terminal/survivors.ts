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
 * Finds programs that outlived a crash of agent-tui: a program that ignores the hang-up continues,
 * and nobody ends it. It is found by its marker only, never by its name or by a stored process id,
 * which may belong to another program by now.
 */

/** Returns what a later run needs to find the program again; null if it can't be found safely. */
export function ownProcess(root: Root): OwnProcess | null {
	const system = systemId();
	const opener = {pid: process.pid, start: startOfProcess(process.pid)};
	// The leader may have ended already. Whatever it left behind was started after this process.
	const startTicks = root.startTicks || (readProcess(process.pid)?.startTicks ?? 0);
	return system === null || startTicks === 0 ? null : {...root, startTicks, system, opener};
}

type Running = {readonly pid: number; readonly name: string};

/**
 * Returns the program's processes that still run. Returns none if agent-tui's run that started it
 * is still alive, or if it ran on another machine.
 */
export function survivorsOf(program: OwnProcess): readonly Running[] {
	return processesOf(program).map(({pid}) => ({pid, name: nameOf(pid)}));
}

/** Ends all processes of the program. Returns those that still run. */
export function endSurvivorsOf(program: OwnProcess, clock: Clock): Promise<readonly number[]> {
	const find = () => processesOf(program).map(one => targetOf(one, program));
	return endFound(find, {clock, force: true});
}

/** Checks the process again right before each signal, since its id may have been reused. */
function targetOf(found: ProcessFacts, program: OwnProcess): KillTarget {
	return {pid: found.pid, isThere: () => isAlive(found) && isOf(found, program)};
}

/**
 * Returns the processes of all these terminals, even if the agent-tui that opened them still runs.
 * They need not be its descendants: in a session that was handed over, an earlier process started
 * them.
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
 * Returns the ancestors of this process. It may have been started inside a surviving program, such
 * as tmux, which must not be ended.
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
 * would also find other users' processes.
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
