import type {ToolContext} from './tool.ts';

const progressEveryMs = 5000;

/**
 * Runs something that gives up when the call is interrupted or has taken too long, and that says
 * now and then that it is still at work.
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
