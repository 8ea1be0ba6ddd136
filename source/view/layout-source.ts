import {createEmitter, type Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import {shownCard} from './cards/shown-card.ts';
import {questionOf} from './cards/waiting-cards.ts';
import {composerRowsWanted} from './desk/composer-picture.ts';
import type {DeskState} from './desk/desk-state.ts';
import type {ViewHandles} from './handles.ts';
import {cardRowsMin, type Layout, type LayoutInput, layOut} from './layout.ts';

export type LayoutSource = Live<Layout> & {
	readonly withTerminal: () => Layout;
	readonly close: () => void;
};

/**
 * The layout in force, computed once per change of what it depends on. Panes and painter read the
 * same one; while nothing that it depends on changes, it stays the same object.
 */
export function createLayoutSource(
	handles: Pick<ViewHandles, 'store' | 'desk' | 'look' | 'keymap'>,
): LayoutSource {
	const emitter = createEmitter();
	let input = inputOf(handles);
	let layout = layOut(input);
	const look = () => {
		const next = inputOf(handles);
		if (!isSame(input, next)) {
			input = next;
			layout = layOut(next);
			emitter.emit();
		}
	};
	const stops = [
		handles.store.subscribe(look),
		handles.desk.subscribe(look),
		handles.look.subscribe(look),
	];
	return {
		subscribe: emitter.subscribe,
		snapshot: () => layout,
		withTerminal: () =>
			layOut({...inputOf(handles), hasTerminals: true, focus: 'terminal', cardRows: 0}),
		close() {
			for (const stop of stops) {
				stop();
			}
		},
	};
}

function inputOf({
	store,
	desk,
	look,
	keymap,
}: Pick<ViewHandles, 'store' | 'desk' | 'look' | 'keymap'>): LayoutInput {
	const state = store.state();
	const deskState = desk.snapshot();
	const {columns, rows, paint} = look.snapshot();
	const {focus, zoomed, monitor} = state.screen;
	const hasTerminals = state.terminals.length > 0;
	const sized = {columns, rows, focus, zoomed, hasTerminals};
	// Beside an idle chat an idle monitor says nothing; with terminals the column is there anyway.
	const shown = {...sized, monitor: monitor && (hasTerminals || focus === 'monitor')};
	const chatWidth = chatWidthOf(layOut({...shown, composerRows: 1, cardRows: 0}), columns);
	return {
		...shown,
		composerRows: composerRowsWanted(deskState, {width: chatWidth - 2, paint}),
		cardRows: cardRowsWanted(state, deskState, {width: chatWidth, rows, paint, keymap}),
	};
}

function chatWidthOf(layout: Layout, columns: number): number {
	return layout.type === 'panes' && layout.chat ? layout.chat.transcript.outer.width : columns;
}

function cardRowsWanted(
	state: State,
	desk: DeskState,
	look: {width: number; rows: number} & Parameters<typeof shownCard>[2],
): number {
	const {width, rows} = look;
	const most = questionOf(state, desk.card.call) ? rows - besideQuestionRows : Math.floor(rows / 2);
	const room = {width, rowsMax: Math.max(cardRowsMin, most)};
	return shownCard({state, desk, now: 0}, room, look)?.rows.length ?? 0;
}

/** Of a key every row is needed for comparing: composer, status line and a little of the chat stay. */
const besideQuestionRows = 9;

function isSame(before: LayoutInput, after: LayoutInput): boolean {
	return (Object.keys(before) as (keyof LayoutInput)[]).every(key => before[key] === after[key]);
}
