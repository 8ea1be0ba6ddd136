import {createEmitter, type Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import {heightOf, shownCard} from './cards/shown-card.ts';
import {questionOf} from './cards/waiting-cards.ts';
import {composerRowsWanted} from './composer/composer-picture.ts';
import type {ViewHandles} from './handles.ts';
import {type Layout, type LayoutInput, layOut, sizeClassOf, wideColumnsMin} from './layout.ts';
import type {WishFacts} from './panes/pane-record.ts';
import {type Pane, type SidePane, sideOf, sidePanes} from './panes/panes.ts';
import {cardRowsMin} from './place-chat.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type LayoutSource = Live<Layout> & {
	/** The layout as it would be with a terminal open, which is visible if it has the focus. */
	readonly withTerminal: (focus: Pane) => Layout;
	readonly close: () => void;
};

/** The current layout. It is computed again only if one of its inputs changes. */
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
		withTerminal(focus) {
			const before = inputOf(handles);
			const facts = {
				state: handles.store.state(),
				ui: handles.ui.snapshot(),
				hasTerminals: true,
				isWide: isWide(before),
			};
			const {sides, folded} = sidesOf(facts);
			// The existing terminals may be folded, but a new one unfolds their pane.
			const open = folded.filter(pane => pane !== 'terminal');
			const input = {...before, sides, folded: open, focus, cardRows: 0};
			const layout = layOut(input);
			const isShown = layout.type === 'panes' && layout.terminal !== null;
			return isShown ? layout : layOut({...input, focus: 'terminal'});
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
	const facts = {
		state,
		ui: uiState,
		hasTerminals: state.terminals.length > 0,
		isWide: isWide({columns}),
	};
	const size = sizeClassOf({columns, rows});
	const share = size === null ? null : (uiState.shares[size] ?? null);
	const shown = {columns, rows, focus, zoomed, share, ...sidesOf(facts)};
	const chatWidth = chatWidthOf(layOut({...shown, composerRows: 1, cardRows: 0}), columns);
	return {
		...shown,
		composerRows: composerRowsWanted(uiState, {width: chatWidth - 2, paint}),
		cardRows: cardRowsWanted(state, uiState, {width: chatWidth, rows, paint, keymap}),
	};
}

function isWide({columns}: Pick<LayoutInput, 'columns'>): boolean {
	return columns >= wideColumnsMin;
}

function sidesOf(facts: Omit<WishFacts, 'isOpen'>): Pick<LayoutInput, 'sides' | 'folded'> {
	const factsOf = (pane: SidePane): WishFacts => {
		return {...facts, isOpen: facts.ui.openPanes[pane] !== undefined};
	};
	const sides = sidePanes.filter(pane => sideOf(pane).isWanted(factsOf(pane)));
	return {sides, folded: sides.filter(pane => sideOf(pane).isFolded(factsOf(pane)))};
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
	const card = shownCard({state, ui, now: 0}, room, look);
	return card ? heightOf(card) : 0;
}

/**
 * Rows that the rest of the chat keeps while the card asks about a host key, which needs all
 * others.
 */
const besideQuestionRows = 9;

function isSame(before: LayoutInput, after: LayoutInput): boolean {
	return (Object.keys(after) as (keyof LayoutInput)[]).every(
		key => before[key] === after[key] || String(before[key]) === String(after[key]),
	);
}
