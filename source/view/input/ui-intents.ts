import {setText} from '../composer/composer-state.ts';
import {type CopiedPart, lastText} from '../transcript/copy.ts';
import type {Intent} from '../ui-state/intent.ts';
import {withOverlay} from '../ui-state/ui-state.ts';
import type {InputTools} from './input-tools.ts';

/** Carries out the intents that change only this screen. The engine doesn't get them. */
export function performIntent(tools: InputTools, intent: Intent): void {
	const {change, ui} = tools;
	switch (intent.type) {
		case 'select-terminal':
			return change({selectedTerminal: intent.terminal});
		case 'focus':
			return ui().focus === intent.pane ? undefined : change({focus: intent.pane});
		case 'zoom':
			return change({zoomed: !ui().zoomed});
		case 'open-overlay':
			return change(withOverlay(intent.overlay));
		case 'close-overlay':
			return ui().overlay ? change({overlay: null, reading: null}) : undefined;
		case 'choose-theme':
			return change({theme: intent.theme});
		case 'toggle-mouse':
			return setMouse(tools, intent.isOn ?? !ui().mouse);
		case 'tell-engine':
			return change({screens: intent.screens, isEngineSilent: intent.isSilent});
		case 'tell-elsewhere':
			return change({elsewhere: intent.elsewhere, running: intent.running});
		case 'compose':
			return compose(tools, intent.text);
		case 'search':
			return search(tools, intent.text);
		case 'copy':
			return copy(tools, intent.what);
		default:
			return tools.send(intent);
	}
}

function setMouse(tools: InputTools, mouse: boolean): void {
	tools.change({mouse});
	tools.flash(
		mouse
			? 'The mouse is on: the wheel scrolls, a click focuses.'
			: "The mouse is off: the terminal's own selection works.",
	);
}

function compose(tools: InputTools, text: string): void {
	// If the pane with the focus was hidden, the chat gets the focus.
	tools.perform({type: 'focus', pane: 'chat'});
	tools.change({mode: 'compose', composer: setText(tools.ui().composer, text)});
}

export function search(tools: InputTools, text: string): void {
	if (text.trim() === '') {
		return tools.change({mode: 'search', line: ''});
	}
	const {count, more} = tools.browser.search(text);
	tools.change({mode: 'browse'});
	tools.moved();
	tools.flash(
		count === 0
			? `"${text}" is nowhere in the transcript.`
			: `${more ? 'More than ' : ''}${count} found. n next, N previous, Esc back.`,
	);
}

function copy(tools: InputTools, what: CopiedPart): void {
	const text = lastText(tools.store.state(), what);
	tools.flash(text ? tools.system.copy(text) : `There is no ${what} to copy yet.`);
}
