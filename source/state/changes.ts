import type {Stamped} from '../events/event.ts';
import type {FileChange} from './state.ts';

/** Files that were changed and can be brought back, the newest last. */
export function reduceChanges(
	changes: readonly FileChange[],
	event: Stamped,
): readonly FileChange[] {
	switch (event.type) {
		case 'file.changed':
			return [...changes, event.change];
		case 'file.restored':
			return changes.filter(change => change.id !== event.change);
		default:
			return changes;
	}
}
