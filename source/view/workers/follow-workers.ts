import {createEmitter, type Live} from '../../events/live.ts';
import type {Ask} from '../../events/query.ts';
import type {WorkersView} from '../../events/worker.ts';
import type {Clock, Timer} from '../../platform/clock.ts';

const lookEveryMs = 3000;

/**
 * The background workers. The engine is asked to check them regularly while there are subscribers.
 */
export function followWorkers({query, clock}: {query: Ask; clock: Clock}): Live<WorkersView> {
	const changed = createEmitter();
	let now: WorkersView = {isConfigured: true, list: null};
	let listeners = 0;
	let timer: Timer | null = null;
	let isLooking = false;
	const look = async () => {
		isLooking = true;
		// If the engine has ended, the query fails, and the last values stay.
		now = await query({type: 'workers'}).catch(() => now);
		isLooking = false;
		changed.emit();
		// Start the pause only now, after the answer, however long that took.
		timer = listeners === 0 ? null : clock.after(lookEveryMs, () => void look());
	};
	return {
		snapshot: () => now,
		subscribe(listener) {
			const stop = changed.subscribe(listener);
			listeners += 1;
			if (listeners === 1 && !isLooking) {
				void look();
			}
			return () => {
				stop();
				listeners -= 1;
				if (listeners === 0) {
					timer?.cancel();
				}
			};
		},
	};
}
