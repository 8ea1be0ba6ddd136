import {createEmitter, type Live} from '../../events/live.ts';
import type {Timer} from '../../platform/clock.ts';
import type {ViewHandles} from '../handles.ts';

/**
 * How long to wait after the leader key before its list appears. A person who knows the next key is
 * faster and never sees the list.
 */
export const leaderListMs = 400;

/** Whether the leader key was pressed and no key has followed for `leaderListMs`. */
export type Hesitation = Live<boolean> & {readonly close: () => void};

export function createHesitation({ui, clock}: Pick<ViewHandles, 'ui' | 'clock'>): Hesitation {
	const emitter = createEmitter();
	let timer: Timer | null = null;
	let isLong = false;
	const become = (next: boolean) => {
		timer?.cancel();
		timer = null;
		if (isLong !== next) {
			isLong = next;
			emitter.emit();
		}
	};
	const stop = ui.subscribe(() => {
		const {leader, overlay} = ui.snapshot();
		// While a dialog is open the list would be hidden behind it.
		if (!leader || overlay) {
			become(false);
		} else if (!isLong && !timer) {
			timer = clock.after(leaderListMs, () => become(true));
		}
	});
	return {
		subscribe: emitter.subscribe,
		snapshot: () => isLong,
		close() {
			timer?.cancel();
			stop();
		},
	};
}
