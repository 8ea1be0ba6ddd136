import {withVim} from './composer/composer-state.ts';
import type {ViewPorts} from './open-view.ts';
import {offerRunning} from './start/offer-running.ts';
import {followStatusItems} from './status/status-items.ts';
import {followMouse} from './terminal/follow-mouse.ts';
import type {UiStore} from './ui-state/ui-store.ts';

/**
 * Keeps the values in the UI state up to date that come from the engine. Returns the functions that
 * stop this.
 */
export function followEngine(
	{store, terminal: {modes}, live, query, clock}: ViewPorts,
	ui: UiStore,
): readonly (() => void)[] {
	const followRecording = () => ui.change({isRecording: live.debug.snapshot().isOn});
	followRecording();
	void offerRunning({store, query, clock}, ui);
	return [
		live.debug.subscribe(followRecording),
		followMouse({store, ui, modes, frameOf: live.terminal}),
		...followStatusItems({store, query, ui}),
		live.settings.subscribe(() => {
			const settings = live.settings.snapshot();
			ui.change({settings, composer: withVim(ui.snapshot().composer, settings.vim)});
		}),
	];
}
