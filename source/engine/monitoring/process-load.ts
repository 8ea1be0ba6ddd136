import {freeMbOf} from '../../platform/disk-free.ts';

export type ProcessLoad = {
	/**
	 * The share of time in which our main thread was busy since the last measurement; null if that
	 * was too short.
	 */
	readonly busy: number | null;
	/** Free space, in MB, on the disk that holds the sessions. */
	readonly freeMb: number | null;
};

const sampleMsMin = 1000;

/** Measures this process whenever the proxy is probed, so it needs no timer of its own. */
export function createProcessLoad(folder: string | null): () => ProcessLoad {
	let last = performance.eventLoopUtilization();
	return () => {
		const now = performance.eventLoopUtilization();
		const {utilization, active, idle} = performance.eventLoopUtilization(now, last);
		const isLong = active + idle >= sampleMsMin;
		last = isLong ? now : last;
		return {
			busy: isLong ? utilization : null,
			freeMb: folder === null ? null : freeMbOf(folder),
		};
	};
}
