import type {Action, Context} from '../../keys/actions.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {watchOver} from './monitor-handler.ts';
import {scrollTerminal} from './terminal-scroll.ts';
import {selectInTerminal} from './terminal-select.ts';

/** Keys of the panes without text input: the transcript, a terminal, the monitor. */
export function createPaneHandler(tools: InputTools): KeyHandler {
	const context = (): Context => {
		const {focus} = tools.ui();
		return focus === 'chat' ? 'browse' : focus;
	};
	return {
		contexts: () => [context()],
		act(action) {
			switch (context()) {
				case 'browse':
					return browse(tools, action);
				case 'terminal':
					return selectInTerminal(tools, action) || scrollTerminal(tools, action);
				case 'monitor':
					return watchOver(tools, action);
				default:
					return false;
			}
		},
		type() {
			// A letter without a meaning here is dropped.
		},
		paste: () => tools.flash('A paste goes nowhere here. Esc goes back to the composer.'),
	};
}

function browse(tools: InputTools, action: Action): boolean {
	const {browser} = tools;
	switch (action) {
		case 'cancel':
			if (!browser.clearMarks()) {
				browser.follow();
				tools.change({mode: 'compose'});
			}
			tools.moved();
			return true;
		case 'search':
			tools.change({mode: 'search', line: ''});
			return true;
		case 'copy-selection':
			tools.flash(tools.system.copy(browser.copyText()));
			browser.clearMarks();
			tools.moved();
			return true;
		default:
			if (browser.act(action)) {
				tools.moved();
				return true;
			}
			return false;
	}
}
