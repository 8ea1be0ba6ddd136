import {allProcesses, markerOf, type ProcessFacts, readProcess, treeOf} from './process-tree.ts';
import {ownAncestors} from './survivors.ts';

/**
 * What a process of this program has started: its descendants, and what left their tree but keeps
 * the mark of one of their terminals. It may itself have been started in such a terminal: that mark
 * is its parent's, and says nothing. Empty without `/proc`.
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
