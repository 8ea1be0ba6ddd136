import {type Failure, failed} from '../events/failure.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import type {FileGuard} from './file-actions.ts';
import {failureError} from './file-error.ts';
import type {Link} from './link.ts';

/** If no data moves for this long, the host counts as unable to answer. */
const stillMsMax = 20_000;

/** Runs a file operation that always ends, even if the remote host stops answering. */
export async function guarded<Value>(
	link: Link,
	{clock, signal}: {clock: Clock; signal: AbortSignal | undefined},
	action: (guard: FileGuard) => Promise<Value>,
): Promise<Value> {
	const {promise: given, reject} = Promise.withResolvers<never>();
	given.catch(() => {});
	const ending = new AbortController();
	const giveUp = (failure: Failure): void => {
		reject(failureError(failure));
		ending.abort();
	};
	let timer: Timer;
	const moved = (): void => {
		timer?.cancel();
		timer = clock.after(stillMsMax, () =>
			giveUp(failed('timeout', `${link.host} has not answered for ${stillMsMax / 1000} s.`)),
		);
	};
	const interrupt = (): void =>
		giveUp(failed('cancelled', `What was done with files on ${link.host} was interrupted.`));
	const unhear = link.onLost(giveUp);
	signal?.addEventListener('abort', interrupt, {once: true});
	if (signal?.aborted) {
		interrupt();
	}
	moved();
	try {
		return await action({
			moved,
			signal: ending.signal,
			async wait(answer) {
				const value = await Promise.race([answer, given]);
				moved();
				return value;
			},
		});
	} finally {
		timer!.cancel();
		unhear();
		signal?.removeEventListener('abort', interrupt);
	}
}
