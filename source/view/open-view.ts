import type {TerminalId} from '../events/ids.ts';
import type {WatchView} from '../events/incident.ts';
import type {EngineIntent, FrontEndIntent, ScreenIntent} from '../events/intent.ts';
import type {Live, Picture, TerminalFrame} from '../events/live.ts';
import type {Meter} from '../events/meter.ts';
import type {Ask} from '../events/query.ts';
import {createDecoder} from '../keys/decode.ts';
import type {Input} from '../keys/key.ts';
import type {Keymap} from '../keys/keymap.ts';
import type {Clock} from '../platform/clock.ts';
import type {StateSource} from '../state/store.ts';
import {announce} from './announce.ts';
import {seenCard} from './cards/card-surface.ts';
import {createBrowser} from './desk/browser.ts';
import {helpCommands} from './desk/commands.ts';
import {createDesk, type Desk} from './desk/desk.ts';
import type {DeskPorts, Outside} from './desk/ports.ts';
import type {ViewHandles} from './handles.ts';
import {createLayoutSource, type LayoutSource} from './layout-source.ts';
import {createLook, type LookSource} from './look.ts';
import {type Compositor, createCompositor, type FrameWatch} from './paint/compositor.ts';
import {queryTerminal} from './paint/queries.ts';
import {createSight, type Sight} from './paint/sight.ts';
import type {TerminalModes} from './paint/terminal-modes.ts';
import {createTerminalOutput, type TerminalStream} from './paint/terminal-output.ts';
import {createPainter} from './painter.ts';
import {followMouse} from './terminal/follow-mouse.ts';
import {createTerminalPages} from './terminal/terminal-pages.ts';
import type {ColorLevel, Theme} from './theme.ts';

export type ViewPorts = {
	readonly store: StateSource;
	readonly perform: (intent: EngineIntent | FrontEndIntent | ScreenIntent) => void;
	readonly query: Ask;
	readonly live: {
		readonly terminal: (terminal: TerminalId) => Live<TerminalFrame> | null;
		readonly meter: Live<Meter>;
		readonly incidents: Live<WatchView>;
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
		/** What stands on the screen already. */
		readonly shown: Picture | null;
	};
	readonly themes: readonly Theme[];
	readonly standardTheme: Theme;
	/** What `default` stands for on a light ground. */
	readonly lightTheme: Theme;
	readonly bell: boolean;
	/** Draw less often, for slow lines. */
	readonly lowBandwidth: boolean;
	readonly hands: Pick<
		DeskPorts,
		'commands' | 'promptCommands' | 'monitoring' | 'history' | 'remember' | 'files' | 'vim'
	> & {readonly outside: (view: {compositor: Compositor}) => Outside};
};

export type View = {
	readonly feed: (bytes: Uint8Array) => void;
	readonly resize: (size: {columns: number; rows: number}) => void;
	readonly desk: Desk;
	readonly handles: ViewHandles;
	readonly compositor: Compositor;
	/** The screen is the shell's again: what changes while we end is not drawn on it. */
	readonly release: () => void;
	readonly close: () => void;
};

const lowBandwidthFrameMs = 400;

/** Puts the screen together: desk, layout, painter, input. Ink is added when it has been loaded. */
export function openView(ports: ViewPorts): View {
	const {store, clock, keymap} = ports;
	const look = openLook(ports);
	const sight = createSight({clock, request: () => compositor.invalidate('card')});
	const compositor = openCompositor(ports, sight);
	const browser = createBrowser(look.snapshot().paint);
	const outside = ports.hands.outside({compositor});
	const {frame, pages} = readTerminals(ports, () => painter.touchTerminals());
	const desk = createDesk({
		...ports.hands,
		store,
		clock,
		keymap,
		browser,
		perform: ports.perform,
		look: look.snapshot,
		seenCard: () => seenCard(handles, sight),
		layout: () => layout.snapshot(),
		themes: ports.themes.map(theme => theme.name),
		query: ports.query,
		frame,
		pages,
		incidents: ports.live.incidents.snapshot,
		outside,
	});
	const layout = createLayoutSource({store, desk, look, keymap});
	const handles = makeHandles(ports, {desk, look, layout});
	const painter = createPainter({
		...handles,
		compositor,
		sight,
		browser,
		frameOf: ports.live.terminal,
		pages,
		resizeTerminal: (id, size) => ports.perform({type: 'resize-terminal', terminal: id, ...size}),
	});
	const input = takeInput(ports, {look, compositor, desk, sight});
	const closing = [
		outside.close,
		input.close,
		painter.close,
		look.subscribe(() => browser.repaint(look.snapshot().paint)),
		...tellTerminal(ports),
		layout.close,
		desk.close,
		look.close,
		sight.close,
		compositor.stop,
	];
	return {
		desk,
		handles,
		compositor,
		feed: input.feed,
		resize(size) {
			compositor.resize(size);
			look.resize(size);
		},
		release() {
			outside.close();
			compositor.pause();
		},
		close: () => closeAll(closing),
	};
}

function openLook({terminal, themes, standardTheme: standard, store}: ViewPorts): LookSource {
	return createLook({...terminal, themes, standard, store});
}

function closeAll(closing: readonly (() => void)[]): void {
	for (const close of closing) {
		close();
	}
}

/** What the terminal itself is told of the state: its title and bell, whether it reports the mouse. */
function tellTerminal({
	store,
	terminal: {modes, stream},
	bell,
	live,
}: ViewPorts): readonly (() => void)[] {
	return [
		announce({store, modes, stream, bell}),
		followMouse({store, modes, frameOf: live.terminal}),
	];
}

/** What terminals show now, and have shown before. */
function readTerminals({live, query}: ViewPorts, onChange: () => void) {
	const frame = (id: TerminalId) => live.terminal(id)?.snapshot() ?? null;
	return {frame, pages: createTerminalPages({query, frame, onChange})};
}

function openCompositor(
	{terminal, clock, env, lowBandwidth}: ViewPorts,
	watch: FrameWatch,
): Compositor {
	const {stream, columns, rows, colors, shown, modes} = terminal;
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
		// The Linux console can't scroll a region.
		scrolls: env['TERM'] !== 'linux',
		watch,
		...(lowBandwidth && {frameMs: lowBandwidthFrameMs}),
	});
}

function makeHandles(
	{store, keymap, clock, live, hands}: ViewPorts,
	{desk, look, layout}: {desk: Desk; look: LookSource; layout: LayoutSource},
): ViewHandles {
	return {
		store,
		desk,
		look,
		layout,
		layoutWithTerminal: layout.withTerminal,
		keymap,
		clock,
		meter: live.meter,
		incidents: live.incidents,
		commands: helpCommands(hands),
	};
}

/** Bytes to inputs to the desk; answers of the terminal go to the questions that were asked. */
function takeInput(
	{clock, env, terminal, standardTheme, lightTheme}: ViewPorts,
	{
		look,
		compositor,
		desk,
		sight,
	}: {look: LookSource; compositor: Compositor; desk: Desk; sight: Sight},
) {
	const queries = queryTerminal({
		write: text => {
			terminal.stream.write(text, () => {});
		},
		clock,
		term: env['TERM'] ?? '',
		program: env['TERM_PROGRAM'] ?? '',
	});
	void queries.traits.then(traits => {
		sight.settle();
		compositor.configure({synchronized: traits.synchronized});
		terminal.modes.change({kittyKeyboard: traits.kittyKeyboard});
		if (traits.background && !standardTheme.ascii) {
			look.setDefault(traits.background.dark ? standardTheme : lightTheme);
		}
	});
	const onInput = (input: Input) => {
		if (input.type === 'reply') {
			queries.take(input.raw);
			sight.take(input.raw);
			return;
		}
		if (input.type === 'focus' && input.focused) {
			// Who comes from another window has to look first.
			sight.doubt();
		}
		compositor.hurry();
		desk.handle(input);
	};
	return createDecoder({clock, onInput});
}
