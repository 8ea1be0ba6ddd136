import {type Failure, failed} from '../events/failure.ts';
import type {Clock, Timer} from '../platform/clock.ts';
import type {FileGuard} from './file-actions.ts';
import {failureError} from './file-error.ts';
import type {Link} from './link.ts';

/** If no data moves for this long, the host counts as unable to answer. */
const stillMsMax = 20_000;

/** After an abort, how long the operation waits for the answer to its last request. */
const lastAnswerMsMax = 1000;

type Guarding = {readonly clock: Clock; readonly signal: AbortSignal | undefined};

/** Runs a file operation that always ends, even if the remote host stops answering. */
export async function guarded<Value>(
	link: Link,
	{clock, signal}: Guarding,
	action: (guard: FileGuard) => Promise<Value>,
): Promise<Value> {
	const interrupted = failed(
		'cancelled',
		`What was done with files on ${link.host} was interrupted.`,
	);
	if (signal?.aborted) {
		throw failureError(interrupted);
	}
	const end = watchEnd(link, {clock, signal, interrupted});
	const answered = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
		const value = await Promise.race([answer, end.given]);
		end.moved();
		return value;
	};
	try {
		return await action({
			moved: end.moved,
			signal: end.signal,
			async wait(answer) {
				const value = await answered(answer);
				if (signal?.aborted) {
					throw failureError(interrupted);
				}
				return value;
			},
			commit: answer => answered(answer).catch(error => Promise.reject(end.inDoubt(error))),
		});
	} finally {
		end.close();
	}
}

/**
 * Rejects `given` when no answer is expected any more: the link is lost, nothing has arrived for
 * too long, or the caller aborts.
 */
function watchEnd(
	link: Link,
	{clock, signal, interrupted}: Guarding & {readonly interrupted: Failure},
) {
	const {promise: given, reject} = Promise.withResolvers<never>();
	given.catch(() => {});
	const ending = new AbortController();
	let movedMs = clock.elapsed();
	let timer: Timer;
	let lastAnswer: Timer | null = null;
	const giveUp = (failure: Failure): void => {
		reject(failureError(failure));
		ending.abort();
	};
	const moved = (): void => {
		timer?.cancel();
		movedMs = clock.elapsed();
		timer = clock.after(stillMsMax, () =>
			giveUp(failed('timeout', `${link.host} has not answered for ${stillMsMax / 1000} s.`)),
		);
	};
	const interrupt = (): void => {
		lastAnswer = clock.after(lastAnswerMsMax, () => giveUp(interrupted));
	};
	const unhear = link.onLost(giveUp);
	signal?.addEventListener('abort', interrupt, {once: true});
	moved();
	return {
		given,
		moved,
		signal: ending.signal,
		inDoubt: (error: unknown) =>
			isOfConnection(error)
				? Object.assign(error, {silentMs: link.silenceMs() ?? clock.elapsed() - movedMs})
				: error,
		close() {
			timer.cancel();
			lastAnswer?.cancel();
			unhear();
			signal?.removeEventListener('abort', interrupt);
		},
	};
}

/**
 * Whether the connection failed. If the host itself has refused the request, nothing is in doubt.
 */
function isOfConnection(error: unknown): error is Error & {readonly failure: Failure} {
	const {failure} = error as {failure?: Failure};
	return failure !== undefined && failure.kind !== 'refused' && failure.kind !== 'limit';
}
