import {randomUUID} from 'node:crypto';
import type {ProgramMark} from '../mcp-client/ports.ts';
import type {Clock} from '../platform/clock.ts';
import {sessionMarkerName} from '../terminal/environment.ts';
import {killTree} from '../terminal/kill-tree.ts';
import {readProcess} from '../terminal/process-tree.ts';

/**
 * Marks the programs of an MCP server by the environment variable that also marks the programs of a
 * terminal, so that all of them can be found and ended in the same way.
 */
export function markPrograms(clock: Clock): ProgramMark {
	const marker = `mcp-${randomUUID()}`;
	return {
		env: {[sessionMarkerName]: marker},
		started(pid) {
			// If the process has ended already, use our own start time: whatever the process left behind
			// was started later than ours.
			const startTicks = (readProcess(pid) ?? readProcess(process.pid))?.startTicks ?? 0;
			return async () => {
				if (startTicks > 0) {
					await killTree({pid, startTicks, marker}, {clock, force: true});
				}
			};
		},
	};
}
