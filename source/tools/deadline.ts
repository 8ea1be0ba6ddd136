import type {ToolContext} from './tool.ts';

/** Runs something that gives up when the call is interrupted or has taken too long. */
export async function withDeadline<Value>(
	{clock, signal}: ToolContext,
	deadlineMs: number,
	run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
	const deadline = new AbortController();
	const timer = clock.after(deadlineMs, () => deadline.abort());
	try {
		return await run(AbortSignal.any([signal, deadline.signal]));
	} finally {
		timer.cancel();
	}
}
