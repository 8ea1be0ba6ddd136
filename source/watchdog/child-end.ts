import {type Failure, failed} from '../events/failure.ts';
import type {Child, ChildEnd} from '../platform/child.ts';
import type {Clock} from '../platform/clock.ts';

/** Ends a process: sends SIGTERM, and SIGKILL if it still runs at the time limit. */
export async function endGently(
	child: Child,
	{clock, timeoutMs}: {clock: Clock; timeoutMs: number},
): Promise<void> {
	child.signal('SIGTERM');
	const force = clock.after(timeoutMs, () => child.signal('SIGKILL'));
	await child.ended;
	force.cancel();
}

export function deathOf({exitCode, signal, lastWords}: ChildEnd): Failure {
	const how = signal ? `was ended by ${signal}` : `ended with code ${exitCode ?? 'none'}`;
	const words = lastWords.trim().split('\n').at(-1) ?? '';
	return failed('unreachable', `The proxy ${how}.${words ? ` It said: ${words}` : ''}`);
}
