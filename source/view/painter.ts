import type {TerminalId} from '../events/ids.ts';
import type {Live, PaneFrame, TerminalFrame} from '../events/live.ts';
import {createCardSurface} from './cards/card-surface.ts';
import {composerPicture} from './composer/composer-picture.ts';
import type {ViewHandles} from './handles.ts';
import type {Browser} from './input/transcript-browser.ts';
import type {Layout, Rect} from './layout.ts';
import {overlayContent} from './overlays/overlay-content.ts';
import type {Compositor} from './paint/compositor.ts';
import type {Sight} from './paint/sight.ts';
import {createStatusSource} from './status-source.ts';
import {followTerminals} from './terminal/follow-terminals.ts';
import type {TerminalPages} from './terminal/terminal-pages.ts';
import {transcriptPicture} from './transcript-frame.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type PainterPorts = ViewHandles & {
	readonly sight: Pick<Sight, 'drew'>;
	readonly compositor: Compositor;
	readonly browser: Browser;
	readonly frameOf: (terminal: TerminalId) => Live<TerminalFrame> | null;
	readonly pages: TerminalPages;
	readonly resizeTerminal: (terminal: TerminalId, size: {columns: number; rows: number}) => void;
};

/**
 * Gives the pictures of panes and card to the compositor, and reports their changes. Ink's layer
 * (dialogs, monitor) lies below; dialogs are declared as overlays, so that no pane is painted over
 * them.
 */
export function createPainter(ports: PainterPorts): {
	/** Call this when earlier rows of a terminal have arrived. */
	readonly touchTerminals: () => void;
	readonly close: () => void;
} {
	const {compositor, store, ui, layout, look} = ports;
	const card = createCardSurface(ports);
	const status = createStatusSource(ports, () => compositor.invalidate('status'));
	const terminals = followTerminals(ports);
	const place = () => {
		const shape = layout.snapshot();
		placeSurfaces(ports, shape, status.picture);
		card.place();
		terminals.place();
		placeOverlays(ports);
	};
	let seen = {state: store.state(), ui: ui.snapshot()};
	const onStore = () => {
		const state = store.state();
		if (state.chat !== seen.state.chat || state.calls !== seen.state.calls) {
			// The last words of an answer are drawn at once, without waiting for the next frame.
			const urgent = state.chat.turn === null && seen.state.chat.turn !== null;
			compositor.invalidate('transcript', {urgent});
		}
		if (state.session !== seen.state.session) {
			compositor.invalidate();
		}
		if (state.terminals !== seen.state.terminals) {
			terminals.place();
		}
		compositor.invalidate('composer');
		card.touch();
		seen = {...seen, state};
		placeOverlays(ports);
	};
	const onUi = () => {
		const now = ui.snapshot();
		const before = seen.ui;
		if (isShownOtherwise(before, now)) {
			compositor.invalidate();
			terminals.place();
		}
		compositor.invalidate('composer', {urgent: true});
		// A key in the composer usually changes the composer only; other panes are redrawn only if
		// one of these differs.
		if (now.viewVersion !== before.viewVersion || now.mode !== before.mode) {
			compositor.invalidate('transcript', {urgent: true});
		}
		if (
			now.terminal !== before.terminal ||
			now.hiddenLength !== before.hiddenLength ||
			now.mode !== before.mode ||
			now.keysLost?.terminal !== before.keysLost?.terminal
		) {
			terminals.touch({urgent: true});
		}
		card.touch({urgent: true});
		seen = {...seen, ui: now};
		placeOverlays(ports);
	};
	const stops = [
		layout.subscribe(place),
		look.subscribe(place),
		store.subscribe(onStore),
		ui.subscribe(onUi),
	];
	place();
	return {
		touchTerminals: () => terminals.touch({urgent: true}),
		close() {
			status.close();
			terminals.close();
			for (const stop of stops) {
				stop();
			}
		},
	};
}

/** Whether other panes are visible than before, or their places changed. */
function isShownOtherwise(before: UiState, now: UiState): boolean {
	return shownBy.some(field => before[field] !== now[field]);
}

const shownBy = [
	'focus',
	'zoomed',
	'overlay',
	'theme',
	'selectedTerminal',
	'split',
	'monitor',
] as const satisfies readonly (keyof UiState)[];

function placeSurfaces(ports: PainterPorts, layout: Layout, status: () => PaneFrame): void {
	const {compositor, store, ui, look, browser} = ports;
	const put = (id: string, rect: Rect | undefined, picture: () => PaneFrame, focused = false) =>
		compositor.setSurface(id, rect && rect.height > 0 ? {rect, picture, focused} : null);
	const panes = layout.type === 'panes' ? layout : null;
	const transcript = panes?.chat?.transcript;
	const composer = panes?.chat?.composer;
	const paint = () => look.snapshot().paint;
	put('transcript', transcript?.outer, () =>
		transcriptPicture(
			{state: store.state(), ui: ui.snapshot(), browser},
			{frame: transcript!, paint: paint()},
		),
	);
	const isTerminal = ui.snapshot().focus === 'terminal';
	put(
		'composer',
		composer?.outer,
		() =>
			composerPicture(
				{state: store.state(), ui: ui.snapshot()},
				{frame: composer!, paint: paint()},
			),
		!isTerminal,
	);
	put('status', panes?.status, status);
}

function placeOverlays({compositor, ui, look, keymap, commands}: PainterPorts): void {
	const {overlay, focus} = ui.snapshot();
	if (!overlay) {
		compositor.setOverlays([]);
		return;
	}
	const from = {ui: ui.snapshot(), look: look.snapshot(), focus, keymap, commands};
	compositor.setOverlays([overlayContent(overlay, from).rect]);
}
