import type {Timer} from '../../platform/clock.ts';
import type {State} from '../../state/state.ts';
import type {InputPorts} from './input-ports.ts';

const flashShownMs = 4000;

/** Shows a message in the status line for a moment, or until `isTrue` returns false. */
export function createFlash({clock, store, uiStore}: InputPorts): {
	readonly flash: (text: string, isTrue?: (state: State) => boolean) => void;
	/** Call this after each change of the state. */
	readonly follow: () => void;
	readonly close: () => void;
} {
	const hide = () => uiStore.change({flash: ''});
	let timer: Timer | null = null;
	let isStillTrue = (_: State) => true;
	return {
		flash(text, isTrue = () => true) {
			timer?.cancel();
			timer = clock.after(flashShownMs, hide);
			isStillTrue = isTrue;
			uiStore.change({flash: text, flashedAt: clock.now()});
		},
		follow() {
			if (uiStore.snapshot().flash !== '' && !isStillTrue(store.state())) {
				hide();
			}
		},
		close: () => timer?.cancel(),
	};
}
