import type {Event} from '../events/event.ts';
import type {Store} from '../state/store.ts';
import type {Supervisor} from '../watchdog/supervisor.ts';
import {type BlackBox, createBlackBox} from './black-box.ts';
import {debugOverlay, isDebugOverlay} from './debug-overlay.ts';
import type {EnginePorts} from './engine-ports.ts';

/** The black box hears every event, and the panel that shows it follows it. */
export function openBlackBox(
	ports: EnginePorts,
	{
		store,
		supervisor,
		append,
	}: {store: Store; supervisor: Supervisor; append: (event: Event) => void},
): BlackBox {
	const blackBox = createBlackBox({
		ports,
		state: store.state,
		proxy: supervisor.current,
		onProblem: text => append({type: 'notice.shown', level: 'warn', text}),
		onChange() {
			// Looked at, it goes on.
			const {overlay} = store.state().screen;
			if (isDebugOverlay(overlay)) {
				append({type: 'overlay.opened', overlay: debugOverlay(blackBox.status())});
			}
		},
	});
	store.onEvent(blackBox.take);
	return blackBox;
}
