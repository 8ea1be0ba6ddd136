import type {ToolContext} from './tool.ts';

const progressEveryMs = 5000;

/**
 * Runs an action that is aborted when the call is interrupted or exceeds its time, and reports
 * progress while it runs.
 */
export async function withDeadline<Value>(
	{clock, signal, progress}: ToolContext,
	deadlineMs: number,
	run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
	const deadline = new AbortController();
	const startedAt = clock.elapsed();
	const timer = clock.after(deadlineMs, () => deadline.abort());
	const ticker = clock.every(progressEveryMs, () => {
		progress(`at work for ${Math.round((clock.elapsed() - startedAt) / 1000)} s`);
	});
	try {
		return await run(AbortSignal.any([signal, deadline.signal]));
	} finally {
		timer.cancel();
		ticker.cancel();
	}
}
