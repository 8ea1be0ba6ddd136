import type {Clock, Timer} from '../platform/clock.ts';
import type {Size} from './transport.ts';

const resizeEveryMs = 50;

/**
 * Merges changes of size: while a window is being dragged, its size changes at every step, and the
 * program would redraw itself each time.
 */
export function createResizes(clock: Clock, apply: (size: Size) => void) {
	let wanted: Size | null = null;
	let timer: Timer | null = null;
	const settle = (): void => {
		timer = null;
		if (wanted !== null) {
			apply(wanted);
			wanted = null;
			timer = clock.after(resizeEveryMs, settle);
		}
	};
	return {
		ask(size: Size) {
			wanted = size;
			if (timer === null) {
				settle();
			}
		},
		stop() {
			timer?.cancel();
		},
	};
}
