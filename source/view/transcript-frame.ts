import type {PaneFrame} from '../events/live.ts';
import type {State} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import {frameRows} from './frame-rows.ts';
import type {Browser} from './input/transcript-browser.ts';
import type {PaneRects} from './layout.ts';
import {startRows, startSize} from './start/start-rows.ts';
import type {RunningTail} from './terminal/running-tail.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

/**
 * Draws the transcript with its border. The title is the session's name; the lower border says what
 * is below the view. Until Ink has been loaded, an empty transcript looks as in the first frame.
 */
export function transcriptPicture(
	{state, ui, browser, tail}: {state: State; ui: UiState; browser: Browser; tail: RunningTail},
	{frame, paint}: {frame: PaneRects; paint: Paint},
): PaneFrame {
	const {outer, inner} = frame;
	const width = inner.width - 2;
	browser.update(state, {width, height: inner.height});
	// Only at the end of the conversation: nothing moves under somebody who reads further up.
	const last = browser.position() ? [] : tail.rows({width, height: inner.height}, paint);
	if (last.length > 0) {
		browser.update(state, {width, height: inner.height - last.length});
	}
	const rows = [...browser.rows(paint), ...last];
	const position = browser.position();
	const shown =
		rows.length === 0 ? startRows(state.session.version, startSize(frame), paint) : rows;
	const picture = frameRows(
		{
			title: chatTitle(state.session, outer.width),
			foot: position ? `${position.rowsBelow} more below` : '',
			width: outer.width,
			height: outer.height,
			focused: isBrowsing(ui),
			rows: shown.map(row => ` ${row}`),
		},
		paint,
	);
	return {rows: picture, cursor: null};
}

export function isBrowsing({focus, mode}: Pick<UiState, 'focus' | 'mode'>): boolean {
	return focus === 'chat' && mode !== 'compose';
}

/** The title of the pane, shortened for a border of this width. */
export function chatTitle({title}: State['session'], frameWidth: number): string {
	return title === ''
		? 'chat'
		: shorten(`chat: ${neutralise(title.replaceAll('\n', ' '))}`, frameWidth - 8);
}
