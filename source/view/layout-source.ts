import {createEmitter, type Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import {shownCard} from './cards/shown-card.ts';
import {questionOf} from './cards/waiting-cards.ts';
import {composerRowsWanted} from './composer/composer-picture.ts';
import type {ViewHandles} from './handles.ts';
import {cardRowsMin, type Layout, type LayoutInput, layOut} from './layout.ts';
import type {WishFacts} from './panes/pane-record.ts';
import {sideOf, sidePanes} from './panes/panes.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type LayoutSource = Live<Layout> & {
	readonly withTerminal: () => Layout;
	readonly close: () => void;
};

/**
 * The current layout, recomputed only when one of its inputs changes. Panes and painter share the
 * same object.
 */
export function createLayoutSource(
	handles: Pick<ViewHandles, 'store' | 'ui' | 'look' | 'keymap'>,
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
		handles.ui.subscribe(look),
		handles.look.subscribe(look),
	];
	return {
		subscribe: emitter.subscribe,
		snapshot: () => layout,
		withTerminal() {
			const sides = wantedSides({ui: handles.ui.snapshot(), hasTerminals: true});
			return layOut({...inputOf(handles), sides, focus: 'terminal', cardRows: 0});
		},
		close() {
			for (const stop of stops) {
				stop();
			}
		},
	};
}

function inputOf({
	store,
	ui,
	look,
	keymap,
}: Pick<ViewHandles, 'store' | 'ui' | 'look' | 'keymap'>): LayoutInput {
	const state = store.state();
	const uiState = ui.snapshot();
	const {columns, rows, paint} = look.snapshot();
	const {focus, zoomed} = uiState;
	const sides = wantedSides({ui: uiState, hasTerminals: state.terminals.length > 0});
	const shown = {columns, rows, focus, zoomed, sides};
	const chatWidth = chatWidthOf(layOut({...shown, composerRows: 1, cardRows: 0}), columns);
	return {
		...shown,
		composerRows: composerRowsWanted(uiState, {width: chatWidth - 2, paint}),
		cardRows: cardRowsWanted(state, uiState, {width: chatWidth, rows, paint, keymap}),
	};
}

function wantedSides(facts: WishFacts): LayoutInput['sides'] {
	return sidePanes.filter(pane => sideOf(pane).isWanted(facts));
}

function chatWidthOf(layout: Layout, columns: number): number {
	return layout.type === 'panes' && layout.chat ? layout.chat.transcript.outer.width : columns;
}

function cardRowsWanted(
	state: State,
	ui: UiState,
	look: {width: number; rows: number} & Parameters<typeof shownCard>[2],
): number {
	const {width, rows} = look;
	const most = questionOf(state, ui.card.call) ? rows - besideQuestionRows : Math.floor(rows / 2);
	const room = {width, rowsMax: Math.max(cardRowsMin, most)};
	return shownCard({state, ui, now: 0}, room, look)?.rows.length ?? 0;
}

/** Rows left for the chat while a host key is compared, which needs every other row. */
const besideQuestionRows = 9;

function isSame(before: LayoutInput, after: LayoutInput): boolean {
	const {sides: sidesBefore, ...restBefore} = before;
	const {sides, ...rest} = after;
	return (
		(Object.keys(rest) as (keyof typeof rest)[]).every(key => restBefore[key] === rest[key]) &&
		sidesBefore.join() === sides.join()
	);
}
