import type {Stamped} from '../events/event.ts';

export type EventBus = {
	readonly publish: (event: Stamped) => void;
	readonly subscribe: (listener: (event: Stamped) => void) => () => void;
};

/**
 * Delivers events in order. If a listener appends another event while it handles one, that event
 * waits until every listener has handled the first.
 */
export function createEventBus(): EventBus {
	const listeners = new Set<(event: Stamped) => void>();
	const waiting: Stamped[] = [];
	let isDelivering = false;
	return {
		publish(event) {
			waiting.push(event);
			if (isDelivering) {
				return;
			}
			isDelivering = true;
			try {
				for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
					for (const listener of [...listeners]) {
						listener(next);
					}
				}
			} finally {
				isDelivering = false;
			}
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
	};
}
