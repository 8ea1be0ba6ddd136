import type {PaneFrame} from '../events/live.ts';
import {leftOutWords, toldWords} from '../state/project.ts';
import type {State} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import {emptyHint} from './first-frame.ts';
import {frameRows} from './frame-rows.ts';
import type {Browser} from './input/transcript-browser.ts';
import type {PaneRects} from './layout.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

/** The conversation in its border; the title says which, the foot what lies below the view. */
export function transcriptPicture(
	{state, ui, browser}: {state: State; ui: UiState; browser: Browser},
	{frame, paint}: {frame: PaneRects; paint: Paint},
): PaneFrame {
	const {outer, inner} = frame;
	const width = inner.width - 2;
	browser.update(state, {width, height: inner.height});
	const rows = browser.rows(paint);
	const position = browser.position();
	const isBrowsing = ui.focus === 'chat' && ui.mode !== 'compose';
	const hints = [emptyHint(inner.width - 1), ...instructionHints(state, inner.width - 1)].map(
		words => paint.style('text.dim', words),
	);
	const picture = frameRows(
		{
			title: titleOf(state, outer.width - 8),
			foot: position ? `${position.rowsBelow} more below` : '',
			width: outer.width,
			height: outer.height,
			focused: isBrowsing,
			rows: (rows.length === 0 ? hints : rows).map(row => ` ${row}`),
		},
		paint,
	);
	return {rows: picture, cursor: null};
}

/** Before the first message: which files instruct the model. */
function instructionHints({project: {facts}}: State, width: number): readonly string[] {
	if (facts === null) {
		return [];
	}
	const [told, left] = [toldWords(facts), leftOutWords(facts)];
	return [
		told === '' ? '' : `Instructions read: ${told}`,
		left === '' ? '' : `Instructions ${left}`,
	]
		.filter(words => words !== '')
		.map(words => shorten(words, width));
}

function titleOf({session}: State, width: number): string {
	return session.title === ''
		? 'chat'
		: shorten(`chat: ${neutralise(session.title.replaceAll('\n', ' '))}`, width);
}
