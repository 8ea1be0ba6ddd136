import type {PaneFrame} from '../../events/live.ts';
import {isAtWork} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import {neutralise} from '../../text/neutralise.ts';
import {padStyled} from '../../text/styled.ts';
import {padTo, shorten, textWidth} from '../../text/width.ts';
import {drawn} from '../drawn.ts';
import {frameRows} from '../frame-rows.ts';
import type {PaneRects} from '../layout.ts';
import type {Paint} from '../theme.ts';
import type {Mode, UiState} from '../ui-state/ui-state.ts';
import type {Suggestions} from './composer-state.ts';
import {renderComposer, rowsWanted} from './render.ts';

/** Returns how many rows the composer wants for its text and the suggestions above it. */
export function composerRowsWanted(
	{composer, mode}: UiState,
	{width}: {width: number; paint: Paint},
): number {
	if (hasOwnLine(mode)) {
		return mode === 'history' ? 1 + rowsWanted(composer.draft, width) : 1;
	}
	return (composer.suggestions?.items.length ?? 0) + rowsWanted(composer.draft, width);
}

/** Draws the composer with its border. The cursor is at the caret. */
export function composerPicture(
	{state, ui}: {state: State; ui: UiState},
	{frame, paint}: {frame: PaneRects; paint: Paint},
): PaneFrame {
	const {outer, inner} = frame;
	const {rows, cursor} = content(ui, {width: inner.width, height: inner.height, paint});
	const focused = ui.focus === 'chat' && ui.mode !== 'browse' && !ui.card.focused;
	const framed = frameRows(
		{
			title: titles[ui.mode],
			note: noteOf(state, ui),
			width: outer.width,
			height: outer.height,
			focused,
			rows,
		},
		paint,
	);
	return {
		rows: framed,
		cursor: focused && cursor ? {x: cursor.x + 1, y: cursor.y + 1} : null,
	};
}

type Room = {readonly width: number; readonly height: number; readonly paint: Paint};

function content({mode, composer, line}: UiState, room: Room): PaneFrame {
	const {width, height, paint} = room;
	const above = hasOwnLine(mode)
		? []
		: suggestionRows(composer.suggestions, room).slice(0, Math.max(0, height - 1));
	if (mode === 'search' || mode === 'reason') {
		return ownLine(line, room);
	}
	if (mode === 'history') {
		const found = renderComposer(composer.draft, {width, rowsMax: height - 1, paint});
		const typed = ownLine(line, room);
		return {
			rows: [...found.rows, ...typed.rows],
			cursor: typed.cursor && {...typed.cursor, y: found.rows.length},
		};
	}
	const text = renderComposer(composer.draft, {width, rowsMax: height - above.length, paint});
	return {
		rows: [...above, ...text.rows],
		cursor: text.cursor && {...text.cursor, y: text.cursor.y + above.length},
	};
}

function ownLine(line: string, {width, paint}: Room): PaneFrame {
	const shown = shorten(neutralise(line), Math.max(1, width - 3));
	return {
		rows: [`${paint.style('key', paint.glyphs.prompt)} ${shown}`],
		cursor: {x: Math.min(width - 1, 2 + textWidth(shown)), y: 0},
	};
}

function suggestionRows(suggestions: Suggestions | null, {width, paint}: Room): readonly string[] {
	if (!suggestions) {
		return [];
	}
	const {items, selected} = suggestions;
	const shown = items.map(({value, detail}) => ({
		value: drawn(value, paint),
		detail: drawn(detail, paint),
	}));
	const detailWidth = Math.max(...shown.map(({detail}) => textWidth(detail)));
	const nameWidth = Math.min(
		Math.max(Math.floor(width * 0.6), width - detailWidth - 6),
		Math.max(...shown.map(({value}) => textWidth(value))),
	);
	return shown.map(({value, detail}, index) => {
		const isChosen = index === selected;
		const name = padTo(shorten(value, nameWidth), nameWidth);
		const words = shorten(detail, Math.max(0, width - nameWidth - 6));
		const mark = isChosen ? paint.glyphs.prompt : ' ';
		return isChosen
			? paint.style('selection', padStyled(`${mark} ${name}  ${words}`, width))
			: `${mark} ${name}  ${paint.style('text.dim', words)}`;
	});
}

function hasOwnLine(mode: Mode): boolean {
	return mode === 'search' || mode === 'reason' || mode === 'history';
}

const titles: Readonly<Record<Mode, string>> = {
	compose: '',
	browse: '',
	search: 'search the transcript',
	reason: 'why not? the model is told',
	edit: 'what will run: Enter keeps it and asks again, Esc leaves it as it was',
	rule: 'what is allowed: Enter keeps it and shows it again, Esc back',
	secret: '',
	history: 'search earlier input: Ctrl+R older, Enter takes it, Esc back',
};

function noteOf(state: State, {composer, mode, card}: UiState): string {
	if (mode === 'browse') {
		return 'browsing: Esc or i goes back to writing';
	}
	const waiting = card.call !== null && !card.focused ? 'a card waits: Alt+A' : '';
	const vim = composer.vim?.mode === 'normal' ? 'normal' : '';
	const keys = keysNote(state, composer.draft.text);
	return [waiting, keys, vim].filter(part => part !== '').join('  ');
}

function keysNote(state: State, written: string): string {
	const {turn, queue} = state.chat;
	if (written === '') {
		// After an interrupt or a failure, the queue waits for the person.
		return !turn && queue.length > 0 ? 'queued: Enter sends it, Alt+Up takes it back' : '';
	}
	return isAtWork(state) ? 'Enter steers  Tab queues' : '';
}
