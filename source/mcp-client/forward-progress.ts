import type {Progress} from '@modelcontextprotocol/client';
import type {Clock, Timer} from '../platform/clock.ts';
import type {McpCall, McpProgress} from './mcp-servers.ts';

const noteLengthMax = 500;
/** Each one is written down, and a server may send a hundred thousand in a second. */
const atOnceMax = 20;
const pauseMs = 250;

/**
 * Hands on what gets further; after the first ones only the last of each pause. A silence ends with any sign of
 * life, also one that goes backwards.
 */
export function forwardProgress(
	call: McpCall,
	{
		clock,
		redact,
		heard,
	}: {
		readonly clock: Clock;
		readonly redact: (text: string) => string;
		readonly heard: () => void;
	},
) {
	let furthest = Number.NEGATIVE_INFINITY;
	let latest: McpProgress | null = null;
	let pause: Timer | null = null;
	let atOnce = atOnceMax;
	const hand = () => {
		pause?.cancel();
		pause = null;
		if (latest !== null && !call.signal.aborted) {
			call.onProgress({...latest, note: redact(latest.note).slice(0, noteLengthMax)});
			latest = null;
			pause = clock.after(pauseMs, hand);
		}
	};
	return {
		take({progress, total, message}: Progress) {
			heard();
			if (!Number.isFinite(progress) || progress <= furthest) {
				return;
			}
			furthest = progress;
			const known = total !== undefined && Number.isFinite(total) ? total : null;
			latest = {done: progress, total: known, note: message ?? ''};
			if (pause === null || atOnce > 0) {
				atOnce -= 1;
				hand();
			}
		},
		/** Hands on what is left. */
		stop() {
			pause?.cancel();
			hand();
			pause?.cancel();
		},
	};
}
