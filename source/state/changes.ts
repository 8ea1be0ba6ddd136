import type {Stamped} from '../events/event.ts';
import type {ListEdits} from './list-edits.ts';
import type {FileChange} from './state.ts';

/** Changed files that can still be restored, newest last. */
export function reduceChanges(
	changes: readonly FileChange[],
	event: Stamped,
	lists: ListEdits,
): readonly FileChange[] {
	switch (event.type) {
		case 'file.changed':
			return lists.append(changes, event.change);
		case 'file.restored':
			return changes.filter(change => change.id !== event.change);
		default:
			return changes;
	}
}
