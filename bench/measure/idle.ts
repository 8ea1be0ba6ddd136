import {cpuMsOf, memoryMbOf, treeOf} from '../process-tree.ts';
import type {Terminal} from '../terminal.ts';

export type Idle = {
	readonly memoryMb: number;
	readonly cpuPercent: number;
	readonly bytes: number;
};

/**
 * Measures programs while nothing is typed and nothing streams. Several are idle at the same time.
 */
export async function measureIdle(
	terminal: Terminal,
	{settleMs, windowMs}: {readonly settleMs: number; readonly windowMs: number},
): Promise<Idle> {
	const {clock, pid} = terminal;
	await clock.sleep(settleMs);
	const pids = treeOf(pid);
	const memoryMb = memoryMbOf(pids);
	const before = {cpuMs: cpuMsOf(pids), bytes: terminal.bytes(), at: clock.elapsed()};
	await clock.sleep(windowMs);
	const spentMs = cpuMsOf(treeOf(pid)) - before.cpuMs;
	return {
		memoryMb,
		cpuPercent: (spentMs / (clock.elapsed() - before.at)) * 100,
		bytes: terminal.bytes() - before.bytes,
	};
}
