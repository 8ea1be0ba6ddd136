import type {Channel} from './transport.ts';

type Reason = 'unparsed' | 'unwatched';

/** Pauses the program while there is at least one reason to. */
export function createHold(channel: () => Channel | null) {
	const reasons = new Set<Reason>();
	return {
		because(reason: Reason) {
			if (reasons.size === 0) {
				channel()?.pause();
			}
			reasons.add(reason);
		},
		noMore(reason: Reason) {
			if (reasons.delete(reason) && reasons.size === 0) {
				channel()?.resume();
			}
		},
	};
}
