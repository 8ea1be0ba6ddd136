import type {Progress} from '@modelcontextprotocol/client';
import type {Clock, Timer} from '../platform/clock.ts';
import type {McpCall, McpProgress} from './mcp-servers.ts';

const noteLengthMax = 500;
/**
 * So many reports are forwarded without a pause between them. There is a limit because each report
 * is recorded, and a server may send a hundred thousand per second.
 */
const atOnceMax = 20;
const pauseMs = 250;

/**
 * Forwards reports of progress to the call. After the first `atOnceMax` reports, only the last one
 * of each pause is forwarded. A report that goes backwards is dropped, but still counts as a sign
 * of life.
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
		/** Forwards the last report if it was held back, and ends the pauses. */
		stop() {
			pause?.cancel();
			hand();
			pause?.cancel();
		},
	};
}
