import type {Clock} from '../platform/clock.ts';
import {type CheckpointOf, writeCheckpoint} from '../storage/checkpoint.ts';
import type {OpenedSession} from '../storage/open-session.ts';
import type {EnginePorts} from './engine-ports.ts';
import {pagesOf, type SessionPast} from './past-of-session.ts';
import {reducersVersion} from './reducers-version.ts';

/** As many events as are read in a twentieth of a second. Fewer are not worth a checkpoint. */
const eventsMin = 10_000;
/** Waits until the session is on the screen: writing a checkpoint must not delay the start. */
const delayMs = 2000;

/**
 * Writes a checkpoint of what has just been read of a journal, if that was long. It is made of what
 * the journal says, and not of the state in memory: that one holds secrets which the journal hides.
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
