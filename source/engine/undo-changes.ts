import {dirname, join} from 'node:path';
import type {Event} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {Store} from '../state/store.ts';
import {createUndoStore, type UndoStore} from '../tools/undo-store.ts';
import type {EnginePorts} from './engine-ports.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

/** Opens the store that keeps a copy of each file before a call changes it. */
export function openUndoStore(
	ports: EnginePorts,
	{append, remoteHosts}: {append: (event: Event) => void; remoteHosts: RemoteHosts},
): UndoStore {
	return createUndoStore({
		files: remoteHosts.files,
		folder: join(dirname(ports.journal.path), 'undo'),
		newId: () => ports.ids('change'),
		onChange: change => append({type: 'file.changed', change}),
		onDoubt: doubt => append({type: 'file.unconfirmed', ...doubt}),
		holdsSecrets: text => ports.redactor.text(text) !== text,
	});
}

/** Restores the file of the newest change that was not undone yet. */
export async function undoLast(store: Store, undoStore: UndoStore): Promise<Result<string>> {
	const change = store.state().changes.at(-1);
	if (!change) {
		return {
			ok: false,
			failure: failed('not-found', 'No file was changed that could be brought back.'),
		};
	}
	const done = await undoStore.restore(change);
	if (done.ok) {
		store.append({type: 'file.restored', change: change.id});
	}
	return done;
}
