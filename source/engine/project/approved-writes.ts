import {basename, relative} from 'node:path/posix';
import type {Stamped} from '../../events/event.ts';
import {localHost} from '../../events/ids.ts';
import {liesIn} from '../../platform/lies-in.ts';
import type {State} from '../../state/state.ts';
import {instructionNames} from './read-project.ts';
import type {FileDigest, FoundProject, Standings} from './standings.ts';

/**
 * Returns the instruction files that a call has written after a person approved that text on its
 * card. A file counts only if the card showed all of its text: the file is new, or its old text was
 * trusted. Returns null if the event is no such write.
 */
export function approvedWrites(
	event: Stamped,
	{state, found, standings}: {state: State; found: FoundProject; standings: Standings},
): readonly FileDigest[] | null {
	if (event.type !== 'tool.ended' || event.outcome.status !== 'ok' || found.place === null) {
		return null;
	}
	const {host} = found.place;
	const {folder, files} = found.brought;
	const {by, verdict} = state.calls.get(event.call)?.answer ?? {};
	if (by !== 'key' || verdict?.type !== 'once') {
		return null;
	}
	const written = state.changes.flatMap(change => {
		const {path, digest, copy, host: where = localHost} = change;
		const name = relative(folder, path);
		const before = files.find(file => file.name === name);
		const isInstructions =
			before !== undefined || instructionNames.some(one => one === basename(path));
		const wasKnown =
			before === undefined ? copy === null : standings.compare(found, before) === 'known';
		return change.call === event.call &&
			where === host &&
			digest !== null &&
			liesIn(folder, path) &&
			isInstructions &&
			wasKnown
			? [{name, digest}]
			: [];
	});
	return written.length === 0 ? null : written;
}
