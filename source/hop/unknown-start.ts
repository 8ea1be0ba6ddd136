import {type Failure, failed} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Opened, OpenRequest} from '../terminal/transport.ts';
import type {Link} from './link.ts';

/**
 * A start that the host has not confirmed: the program may have started, or may still start. Over a
 * later connection, the program is found by its marker and ended.
 */
type Start = {
	readonly request: OpenRequest;
	readonly clock: Clock;
	readonly startedMs: number;
};

/** Returns the answer for a caller that stopped waiting for the start. */
export function givenUp(link: Link, start: Start): Opened {
	const seconds = Math.round((start.clock.elapsed() - start.startedMs) / 1000);
	const message = `${link.host} did not say within ${seconds} s that the command began; it was given up. Whether it began is not known.`;
	return unknown(link, start, failed('timeout', message));
}

/**
 * Returns the answer if the connection or the host failed. `incomplete`: treat the call as lost.
 */
export function unknownStart(
	link: Link,
	{failure, ...start}: Start & {readonly failure: Failure},
): Opened {
	const {host} = link;
	const why = failure.message.replace(/\.$/, '');
	const message = `${why}. If the command began there, it is ended when ${host} answers`;
	return unknown(link, start, {...failure, kind: 'incomplete', message});
}

function unknown(link: Link, {request, clock, startedMs}: Start, failure: Failure): Opened {
	const silentMs = link.silenceMs() ?? clock.elapsed() - startedMs;
	const process = {pid: 0, startTicks: 0, marker: request.marker};
	return {ok: false, code: 'host', failure, unconfirmed: {process, silentMs}};
}

/** Whether the command may be running although its start has failed. */
export function mayHaveBegun({kind}: Failure): boolean {
	return kind !== 'refused' && kind !== 'limit' && kind !== 'unreachable';
}

export function whenAborted(signal: AbortSignal): Promise<{readonly type: 'late'}> {
	return new Promise(resolve => {
		signal.addEventListener('abort', () => resolve({type: 'late'}), {once: true});
		if (signal.aborted) {
			resolve({type: 'late'});
		}
	});
}
