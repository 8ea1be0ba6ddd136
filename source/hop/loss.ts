import {type Failure, failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Link} from './link.ts';

/** Remembers why a link was lost and notifies its listeners. All kinds of links share this. */
export type Loss = {
	/** Returns the reason of the loss; null while the link works. */
	readonly failure: () => Failure | null;
	readonly lose: (failure: Failure) => void;
	readonly onLost: Link['onLost'];
	/** Closes the link on purpose: listeners are not called. */
	readonly close: () => void;
};

export function createLoss(host: HostId): Loss {
	const listeners = new Set<(failure: Failure) => void>();
	let gone: Failure | null = null;
	return {
		failure: () => gone,
		lose(failure) {
			gone = failure;
			for (const listener of [...listeners]) {
				listener(failure);
			}
		},
		onLost(listener) {
			if (gone) {
				listener(gone);
				return () => {};
			}
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		close() {
			gone ??= failed('unreachable', `The connection to ${host} was closed`);
			listeners.clear();
		},
	};
}
