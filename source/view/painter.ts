import type {TerminalId} from '../events/ids.ts';
import type {Live, PaneFrame, TerminalFrame} from '../events/live.ts';
import type {State} from '../state/state.ts';
import {composerPicture} from './composer/composer-picture.ts';
import type {ViewHandles} from './handles.ts';
import {overlaysOf, type Places} from './ink/places.ts';
import type {Browser} from './input/transcript-browser.ts';
import type {PaneRects, Rect} from './layout.ts';
import type {Compositor} from './paint/compositor.ts';
import {createPaneLines} from './pane-lines.ts';
import type {PaintedPane} from './panes/panes.ts';
import {frameOf} from './place-chat.ts';
import {followTerminals, type TerminalSurfaces} from './terminal/follow-terminals.ts';
import {createRunningTail, type RunningTail} from './terminal/running-tail.ts';
import type {TerminalPages} from './terminal/terminal-pages.ts';
import type {Paint} from './theme.ts';
import {transcriptPicture} from './transcript-frame.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type PainterPorts = Omit<ViewHandles, 'places'> & {
	readonly places: Live<Places>;
	readonly compositor: Compositor;
	readonly browser: Browser;
	readonly frameOf: (terminal: TerminalId) => Live<TerminalFrame> | null;
	readonly pages: TerminalPages;
	readonly resizeTerminal: (terminal: TerminalId, size: {columns: number; rows: number}) => void;
};

/**
 * Gives the pictures of painted panes to the compositor, and reports changes of them. Ink's picture
 * is below; its dialogs are never painted over.
 */
export function createPainter(ports: PainterPorts): {
	/** Call this when requested earlier rows of a terminal have arrived. */
	readonly touchTerminals: () => void;
	readonly close: () => void;
} {
	const {compositor, store, ui, layout, look} = ports;
	const terminals = followTerminals(ports);
	const lines = createPaneLines(ports);
	const tail = createRunningTail(ports);
	const painted: Readonly<Record<PaintedPane, PaneSurfaces>> = {
		chat: chatSurfaces(ports, tail),
		terminal: terminals,
	};
	const place = () => {
		for (const pane of Object.values(painted)) {
			pane.place();
		}
		lines.place();
		tail.follow();
		compositor.setOverlays(overlaysOf(ports.places.snapshot()));
	};
	let state = store.state();
	let uiState = ui.snapshot();
	const onStore = () => {
		const before = state;
		state = store.state();
		redrawAfterStore(ports, terminals, {before, now: state});
		if (state.calls !== before.calls || state.terminals !== before.terminals) {
			tail.follow();
		}
	};
	const onUi = () => {
		const before = uiState;
		uiState = ui.snapshot();
		redrawAfterUi(ports, terminals, {before, now: uiState});
	};
	const stops = [
		layout.subscribe(place),
		ports.places.subscribe(place),
		look.subscribe(place),
		store.subscribe(onStore),
		ui.subscribe(onUi),
	];
	place();
	return {
		touchTerminals: () => terminals.touch({urgent: true}),
		close() {
			lines.close();
			tail.close();
			for (const {close} of Object.values(painted)) {
				close();
			}
			for (const stop of stops) {
				stop();
			}
		},
	};
}

function redrawAfterStore(
	{compositor}: PainterPorts,
	terminals: TerminalSurfaces,
	{before, now}: {readonly before: State; readonly now: State},
): void {
	if (now.project !== before.project) {
		compositor.invalidate('transcript');
	}
	if (now.chat !== before.chat || now.calls !== before.calls) {
		// Draw the end of an answer at once, without waiting for the next frame.
		const urgent = now.chat.turn === null && before.chat.turn !== null;
		compositor.invalidate('transcript', {urgent});
	}
	if (now.session !== before.session) {
		compositor.invalidate();
	}
	if (now.terminals !== before.terminals) {
		terminals.place();
	}
	compositor.invalidate('composer');
}

/**
 * Redraws after a change of the UI state. A key in the composer usually changes only the composer;
 * other panes are redrawn only if something about them changed.
 */
function redrawAfterUi(
	{compositor}: PainterPorts,
	terminals: TerminalSurfaces,
	{before, now}: {readonly before: UiState; readonly now: UiState},
): void {
	if (isShownOtherwise(before, now)) {
		compositor.invalidate();
		terminals.place();
	}
	compositor.invalidate('composer', {urgent: true});
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
}

/** Whether the change may show other panes, or move them. */
function isShownOtherwise(before: UiState, now: UiState): boolean {
	return shownBy.some(field => before[field] !== now[field]);
}

const shownBy = [
	'settings',
	'focus',
	'zoomed',
	'overlay',
	'theme',
	'selectedTerminal',
	'split',
	'openPanes',
] as const satisfies readonly (keyof UiState)[];

/** How the painter keeps one pane on the screen. */
export type PaneSurfaces = {
	/** Moves the surface to its current place. */
	readonly place: () => void;
	readonly close: () => void;
};

/** The surfaces of the conversation and the composer. */
function chatSurfaces(
	{compositor, store, ui, look, browser, places}: PainterPorts,
	tail: RunningTail,
): PaneSurfaces {
	const put = (id: string, rect: Rect | undefined, surface: Drawn) =>
		compositor.setSurface(
			id,
			rect && rect.height > 0
				? {
						rect,
						picture: () => surface.picture(frameOf(rect), look.snapshot().paint),
						focused: surface.focused,
					}
				: null,
		);
	return {
		place() {
			const {transcript, composer} = places.snapshot();
			put('transcript', transcript, {
				picture: (frame, paint) =>
					transcriptPicture(
						{state: store.state(), ui: ui.snapshot(), browser, tail},
						{frame, paint},
					),
				focused: false,
			});
			put('composer', composer, {
				picture: (frame, paint) =>
					composerPicture({state: store.state(), ui: ui.snapshot()}, {frame, paint}),
				focused: ui.snapshot().focus !== 'terminal',
			});
		},
		close() {},
	};
}

type Drawn = {
	readonly picture: (frame: PaneRects, paint: Paint) => PaneFrame;
	readonly focused: boolean;
};
