import {freeMbOf} from '../../platform/disk-free.ts';

export type ProcessLoad = {
	/** The share of its time since the last look that our own thread was at work; null: too short. */
	readonly busy: number | null;
	/** Left on the disk where the sessions are. */
	readonly freeMb: number | null;
};

const sampleMsMin = 1000;

/** Looks at this program itself; asked whenever the proxy is looked at, so it costs no timer. */
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
