import type {Clock} from '../platform/clock.ts';
import {type CheckpointOf, writeCheckpoint} from '../storage/checkpoint.ts';
import type {OpenedSession} from '../storage/open-session.ts';
import type {EnginePorts} from './engine-ports.ts';
import {pagesOf, type SessionPast} from './past-of-session.ts';
import {reducersVersion} from './reducers-version.ts';

/**
 * A journal with fewer events gets no checkpoint: reading this many takes a twentieth of a second.
 */
const eventsMin = 10_000;
/** Waits until the session is on the screen: writing a checkpoint must not delay the start. */
const delayMs = 2000;

/**
 * Writes a checkpoint after a long journal was read. It is made from what the journal says and not
 * from the state in memory, which may contain secrets that the journal hides.
 */
export function checkpointKeeper(
	{session, past: {events, place}, readOnly}: OpenedSession,
	{
		folder,
		past,
		clock,
		version = reducersVersion,
	}: Pick<CheckpointOf, 'folder'> & {
		readonly past: SessionPast;
		readonly clock: Clock;
		readonly version?: string | null;
	},
): EnginePorts['keepPast'] {
	if (version === null || readOnly !== null || events.length < eventsMin) {
		return undefined;
	}
	return async signal => {
		const pages = pagesOf(past);
		await clock.sleep(delayMs, signal);
		await writeCheckpoint({folder, session, version, place, pages}, {clock, signal});
	};
}
