import {allProcesses, markerOf, type ProcessFacts, readProcess, treeOf} from './process-tree.ts';
import {ownAncestors} from './survivors.ts';

/**
 * Returns the processes that a process of this program has started: its descendants, and those that
 * left its tree but carry the marker of one of their terminals. The process itself may have been
 * started in such a terminal; that marker belongs to its parent and is ignored. Empty without
 * `/proc`.
 */
export function programsUnder(pid: number): readonly ProcessFacts[] {
	const leader = readProcess(pid);
	if (leader === null) {
		return [];
	}
	const processes = allProcesses();
	const {startTicks} = leader;
	const above = ownAncestors();
	const inherited = markerOf(pid);
	const descendants = treeOf({pid, startTicks, marker: null}, processes);
	const markers = new Set(
		descendants.map(one => markerOf(one.pid)).filter(marker => marker !== inherited),
	);
	markers.delete(null);
	const found = processes.filter(
		one =>
			descendants.includes(one) || (one.startTicks >= startTicks && markers.has(markerOf(one.pid))),
	);
	return found.filter(one => one.pid !== pid && !above.has(one.pid));
}
