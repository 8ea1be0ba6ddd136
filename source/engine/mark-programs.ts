import {randomUUID} from 'node:crypto';
import type {ProgramMark} from '../mcp-client/ports.ts';
import type {Clock} from '../platform/clock.ts';
import {sessionMarkerName} from '../terminal/environment.ts';
import {killTree} from '../terminal/kill-tree.ts';
import {readProcess} from '../terminal/process-tree.ts';

/** The same mark as that of a terminal, so what bears it is found and ended in the same way. */
export function markPrograms(clock: Clock): ProgramMark {
	const marker = `mcp-${randomUUID()}`;
	return {
		env: {[sessionMarkerName]: marker},
		started(pid) {
			// If it has ended already, whatever it left behind is still younger than this process.
			const startTicks = (readProcess(pid) ?? readProcess(process.pid))?.startTicks ?? 0;
			return async () => {
				if (startTicks > 0) {
					await killTree({pid, startTicks, marker}, {clock, force: true});
				}
			};
		},
	};
}
