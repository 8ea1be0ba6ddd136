import type {DeskIntent, Intent} from '../../events/intent.ts';
import {type CopiedPart, lastText} from '../transcript/copy.ts';
import {setText} from './composer-state.ts';
import type {DeskTools} from './hands.ts';

/** Intents that concern only the hands are done here; all others are the app's. */
export function performOnDesk(tools: DeskTools, intent: Intent): void {
	switch (intent.type) {
		case 'compose':
		case 'search':
		case 'copy':
		case 'browse':
			return performOwn(tools, intent);
		default:
			return tools.perform(intent);
	}
}

function performOwn(tools: DeskTools, intent: DeskIntent): void {
	switch (intent.type) {
		case 'compose':
			// Where nobody can see it, nobody goes on typing.
			if (tools.store.state().screen.focus !== 'chat') {
				tools.wish({type: 'focus', pane: 'chat'});
			}
			return tools.change({
				mode: 'compose',
				composer: setText(tools.desk().composer, intent.text),
			});
		case 'search':
			return search(tools, intent.text);
		case 'copy':
			return copy(tools, intent.what);
		case 'browse':
			tools.wish({type: 'focus', pane: 'chat'});
			return tools.change({mode: 'browse'});
	}
}

export function search(tools: DeskTools, text: string): void {
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

function copy(tools: DeskTools, what: CopiedPart): void {
	const text = lastText(tools.store.state(), what);
	tools.flash(text ? tools.outside.copy(text) : `There is no ${what} to copy yet.`);
}
