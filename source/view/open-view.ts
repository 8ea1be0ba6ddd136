import type {TerminalId} from '../events/ids.ts';
import type {WatchView} from '../events/incident.ts';
import type {EngineIntent} from '../events/intent.ts';
import type {Live, PaneFrame, TerminalFrame} from '../events/live.ts';
import type {Meter} from '../events/meter.ts';
import type {Ask, DebugStatus} from '../events/query.ts';
import type {FrontEndSettings} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import type {StateSource} from '../state/store.ts';
import {createHesitation} from './actions/hesitation.ts';
import type {Keymap} from './actions/keymap.ts';
import {seenCard} from './cards/card-sign.ts';
import {openComposer, type UnsentDraft} from './composer/composer-state.ts';
import {followEngine} from './follow-engine.ts';
import type {ViewHandles} from './handles.ts';
import {createPlaces} from './ink/places.ts';
import {helpCommands} from './input/help-commands.ts';
import {createInput, type InputSource} from './input/input.ts';
import type {InputPorts, SystemServices} from './input/input-ports.ts';
import {recentCommands} from './input/recent.ts';
import {createBrowser} from './input/transcript-browser.ts';
import type {Shares} from './layout.ts';
import {createLayoutSource, type LayoutSource} from './layout-source.ts';
import {raiseMonitor} from './monitor/raise-monitor.ts';
import {type Compositor, createCompositor, type FrameWatch} from './paint/compositor.ts';
import {createSight} from './paint/sight.ts';
import type {TerminalModes} from './paint/terminal-modes.ts';
import {createTerminalOutput, type TerminalStream} from './paint/terminal-output.ts';
import type {WidthAnswers} from './paint/width-questions.ts';
import {createPainter, type PainterPorts} from './painter.ts';
import {createStatusSource} from './status/status-source.ts';
import {takeInput} from './take-input.ts';
import {createTerminalPages} from './terminal/terminal-pages.ts';
import type {ColorLevel, Theme} from './theme.ts';
import type {FrontEndIntent} from './ui-state/intent.ts';
import {initialUiState, withPane} from './ui-state/ui-state.ts';
import {createUiStore, type UiStore} from './ui-state/ui-store.ts';
import {createViewport, type ViewportSource} from './viewport.ts';
import {followWorkers} from './workers/follow-workers.ts';

export type ViewPorts = {
	readonly store: StateSource;
	/** Sends intents that the engine or the front end has to carry out. */
	readonly send: (intent: EngineIntent | FrontEndIntent) => void;
	readonly query: Ask;
	readonly live: {
		readonly terminal: (terminal: TerminalId) => Live<TerminalFrame> | null;
		readonly meter: Live<Meter>;
		readonly incidents: Live<WatchView>;
		readonly debug: Live<DebugStatus>;
		readonly settings: Live<FrontEndSettings>;
	};
	readonly clock: Clock;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly keymap: Keymap;
	readonly terminal: {
		readonly stream: TerminalStream;
		readonly columns: number;
		readonly rows: number;
		readonly modes: TerminalModes;
		readonly colors: ColorLevel;
		/** What the terminal shows already; null if unknown. */
		readonly shown: PaneFrame | null;
		/** The widths that the terminal has reported so far for unusual characters. */
		readonly widths: WidthAnswers;
	};
	readonly themes: readonly Theme[];
	readonly standardTheme: Theme;
	/** The theme that replaces `default` if the terminal has a light background. */
	readonly lightTheme: Theme;
	/** Draws fewer frames, for slow connections. */
	readonly lowBandwidth: boolean;
	readonly input: Pick<
		InputPorts,
		'commands' | 'promptCommands' | 'history' | 'remember' | 'files' | 'canDetach'
	> & {
		readonly draft: UnsentDraft | null;
		/** The positions of the borders and whether the monitor was open, from the last session. */
		readonly layout: {readonly shares: Shares; readonly isMonitorOpen: boolean};
		readonly system: (view: {compositor: Compositor}) => SystemServices;
	};
};

export type View = {
	readonly feed: (bytes: Uint8Array) => void;
	readonly resize: (size: {columns: number; rows: number}) => void;
	readonly input: InputSource;
	readonly handles: ViewHandles;
	readonly compositor: Compositor;
	/** Gives the terminal back to the shell. Later changes are not drawn any more. */
	readonly release: () => void;
	readonly close: () => void;
};

const lowBandwidthFrameMs = 400;

/** Creates the screen's state, layout, painter and input. Ink is added once it has been loaded. */
export function openView(ports: ViewPorts): View {
	const {store, clock, keymap, query, send} = ports;
	const ui = openUi(ports);
	const look = openLook(ports, ui);
	const sight = createSight({clock, request: () => compositor.invalidate('card')});
	const compositor = openCompositor(ports, sight);
	const {browser, stops} = openBrowser(ports, look);
	const system = ports.input.system({compositor});
	const read = readEngine(ports, () => painter.touchTerminals());
	const input = createInput({
		...ports.input,
		store,
		uiStore: ui,
		clock,
		keymap,
		browser,
		send,
		look: look.snapshot,
		seenCard: () => seenCard(handles, sight),
		layout: () => layout.snapshot(),
		themes: ports.themes.map(theme => theme.name),
		query,
		...read,
		system,
	});
	const layout = createLayoutSource({store, ui, look, keymap});
	const drawn = openDrawn(ports, {ui, look, layout});
	const {places} = drawn;
	const handles = makeHandles(ports, {ui, look, layout, cardDrawn: sight.drew, ...drawn});
	const {pages} = read;
	const painter = openPainter(ports, {...handles, places, compositor, browser, pages});
	const monitor = raiseMonitor({...handles, ui, browser});
	const takers = {look, compositor, input, sight, touched: monitor.touched};
	const decoder = takeInput({...ports, ui}, takers);
	const closing = [
		system.close,
		decoder.close,
		painter.close,
		...stops,
		...followEngine(ports, ui),
		monitor.close,
		...[drawn.status, drawn.hesitates, places].map(({close}) => close),
		layout.close,
		input.close,
		ui.close,
		look.close,
		sight.close,
		compositor.stop,
	];
	return {
		input,
		handles,
		compositor,
		feed: decoder.feed,
		...screenOf({compositor, look, system}),
		close: () => closeAll(closing),
	};
}

/** The functions that concern the whole screen. */
function screenOf({
	compositor,
	look,
	system,
}: {
	compositor: Compositor;
	look: ViewportSource;
	system: SystemServices;
}): Pick<View, 'resize' | 'release'> {
	return {
		resize(size) {
			compositor.resize(size);
			look.resize(size);
		},
		release() {
			system.close();
			compositor.pause();
		},
	};
}

function openUi({live, store, input: {history, draft, layout}}: ViewPorts): UiStore {
	const settings = live.settings.snapshot();
	const {theme, vim} = settings;
	const composer = openComposer({entries: history, vim, draft});
	const recent = recentCommands(history);
	const openPanes = withPane({}, 'monitor', layout.isMonitorOpen ? 'opened' : null);
	const {shares} = layout;
	const first = {...initialUiState, settings, theme, composer, recent, openPanes, shares};
	return createUiStore(first, store);
}

function openPainter(
	{live, send}: ViewPorts,
	parts: Omit<PainterPorts, 'frameOf' | 'resizeTerminal'>,
): ReturnType<typeof createPainter> {
	return createPainter({
		...parts,
		frameOf: live.terminal,
		resizeTerminal: (id, size) => send({type: 'resize-terminal', terminal: id, ...size}),
	});
}

function openLook(
	{terminal, themes, standardTheme: standard}: ViewPorts,
	ui: UiStore,
): ViewportSource {
	return createViewport({...terminal, themes, standard, ui});
}

/**
 * Creates the browser of the transcript. A change of theme or settings makes it draw everything
 * again.
 */
function openBrowser({live: {settings}}: ViewPorts, look: ViewportSource) {
	const now = () => ({paint: look.snapshot().paint, settings: settings.snapshot()});
	const browser = createBrowser(now());
	const repaint = () => browser.repaint(now());
	return {browser, stops: [look.subscribe(repaint), settings.subscribe(repaint)]};
}

function closeAll(closing: readonly (() => void)[]): void {
	for (const close of closing) {
		close();
	}
}

/**
 * Sources that components draw and that also change by themselves, with the places of Ink's boxes.
 */
function openDrawn(
	{store, keymap, clock, live}: ViewPorts,
	parts: Pick<ViewHandles, 'ui' | 'look' | 'layout'>,
) {
	return {
		places: createPlaces(parts.layout),
		status: createStatusSource({store, keymap, clock, meter: live.meter, ...parts}),
		hesitates: createHesitation({ui: parts.ui, clock}),
	};
}

/** Sources about the engine: the present and earlier output of terminals, and the incidents. */
function readEngine({live, query}: ViewPorts, onChange: () => void) {
	const frame = (id: TerminalId) => live.terminal(id)?.snapshot() ?? null;
	const pages = createTerminalPages({query, frame, onChange});
	return {frame, pages, incidents: live.incidents.snapshot};
}

function openCompositor(
	{terminal, clock, env, lowBandwidth}: ViewPorts,
	watch: FrameWatch,
): Compositor {
	const {stream, columns, rows, colors, shown, modes, widths} = terminal;
	modes.writeThrough(text => {
		stream.write(text, () => {});
	});
	return createCompositor({
		output: createTerminalOutput(stream),
		clock,
		columns,
		rows,
		colors,
		...(shown && {shown}),
		synchronized: false,
		widths: widths.now(),
		// The Linux console has no sequence that scrolls a part of the screen.
		scrolls: env['TERM'] !== 'linux',
		watch,
		...(lowBandwidth && {frameMs: lowBandwidthFrameMs}),
	});
}

function makeHandles(
	{store, keymap, clock, live, input, query}: ViewPorts,
	parts: {ui: UiStore; look: ViewportSource; layout: LayoutSource} & Pick<
		ViewHandles,
		'places' | 'status' | 'hesitates' | 'cardDrawn'
	>,
): ViewHandles {
	return {
		store,
		...parts,
		layoutWithTerminal: parts.layout.withTerminal,
		keymap,
		clock,
		meter: live.meter,
		incidents: live.incidents,
		workers: followWorkers({query, clock}),
		commands: helpCommands(input),
	};
}
