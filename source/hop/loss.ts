import {type Failure, failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {Link} from './link.ts';

/** Whether a link is gone, and who wants to know: the same for every kind of link. */
export type Loss = {
	/** Why it is gone; null while it stands. */
	readonly failure: () => Failure | null;
	readonly lose: (failure: Failure) => void;
	readonly onLost: Link['onLost'];
	/** We closed it ourselves: nobody is told. */
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
