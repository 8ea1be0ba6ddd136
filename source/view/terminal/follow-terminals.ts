import type {TerminalId} from '../../events/ids.ts';
import type {Live, PaneFrame, TerminalFrame} from '../../events/live.ts';
import {showChord} from '../../keys/show-chord.ts';
import type {Timer} from '../../platform/clock.ts';
import type {PainterPorts, PaneSurfaces} from '../painter.ts';
import {frameOf as paneFrame} from '../place-chat.ts';
import {terminalPicture} from '../terminal-frame.ts';
import {type Placed, placeTerminals, splitMax} from './split.ts';
import {nextChangeMs} from './title.ts';

/** Subscribes to the visible terminals and resizes each to its part of the pane. */
export type TerminalSurfaces = PaneSurfaces & {
	/** Call this when something else than a terminal's picture has changed, e.g. its title. */
	readonly touch: (how?: {readonly urgent?: boolean}) => void;
};

type Heard = {readonly live: Live<TerminalFrame> | null; readonly stop: () => void};

export function followTerminals(ports: PainterPorts): TerminalSurfaces {
	const {store, ui, places, compositor, clock, frameOf, resizeTerminal} = ports;
	const heard = new Map<TerminalId, Heard>();
	const sizes = new Map<TerminalId, string>();
	let placed: readonly Placed[] = [];
	let timer: Timer | null = null;

	const listen = (id: TerminalId): Heard => {
		const live = frameOf(id);
		const redraw = () => compositor.invalidate(surfaceOf(slotOf(placed, id)));
		return {live, stop: live?.subscribe(redraw) ?? (() => {})};
	};
	const touch = (how?: {readonly urgent?: boolean}): void => {
		for (const slot of placed.keys()) {
			compositor.invalidate(surfaceOf(slot), how);
		}
		keepTime();
	};
	const keepTime = (): void => {
		timer?.cancel();
		const shown = placed.flatMap(({terminal}) => terminal ?? []);
		const waitMs = nextChangeMs(shown, clock.now());
		timer = waitMs === null ? null : clock.after(waitMs + timerSlackMs, touch);
	};
	return {
		place() {
			const {terminal} = places.snapshot();
			placed = placeTerminals(store.state(), ui.snapshot(), terminal ? paneFrame(terminal) : null);
			for (const id of listenToPlaced(heard, placed, listen)) {
				sizes.delete(id);
			}
			matchSizes(sizes, placed, resizeTerminal);
			const isFocused = ui.snapshot().focus === 'terminal';
			for (let slot = 0; slot < splitMax; slot += 1) {
				const one = placed[slot];
				compositor.setSurface(
					surfaceOf(slot),
					one
						? {
								rect: one.frame.outer,
								picture: () => pictureOfPlaced(ports, one, heard),
								focused: isFocused && one.isSelected,
							}
						: null,
				);
			}
			keepTime();
		},
		touch,
		close() {
			timer?.cancel();
			for (const {stop} of heard.values()) {
				stop();
			}
		},
	};
}

/**
 * Subscribes to the terminals that are shown and to no others. Returns the new ones. A terminal
 * that was kept on another machine has no picture until that machine is connected.
 */
function listenToPlaced(
	heard: Map<TerminalId, Heard>,
	placed: readonly Placed[],
	listen: (id: TerminalId) => Heard,
): readonly TerminalId[] {
	const wanted = new Set(placed.flatMap(({terminal}) => terminal?.id ?? []));
	for (const [id, {stop}] of heard) {
		if (!wanted.has(id)) {
			stop();
			heard.delete(id);
		}
	}
	const fresh = [...wanted].filter(id => !heard.get(id)?.live);
	for (const id of fresh) {
		heard.set(id, listen(id));
	}
	return fresh;
}

/**
 * Tells the engine the new size of each terminal whose part of the pane has changed. A terminal
 * that was hidden counts as new.
 */
function matchSizes(
	sizes: Map<TerminalId, string>,
	placed: readonly Placed[],
	resize: PainterPorts['resizeTerminal'],
): void {
	const before = new Map(sizes);
	sizes.clear();
	for (const {terminal, frame} of placed) {
		const {width, height} = frame.inner;
		const size = `${width}x${height}`;
		if (terminal) {
			sizes.set(terminal.id, size);
			if (before.get(terminal.id) !== size) {
				resize(terminal.id, {columns: width, rows: height});
			}
		}
	}
}

/** Timers may fire slightly early by the wall clock. This compensates for that. */
const timerSlackMs = 5;

function surfaceOf(slot: number): string {
	return `terminal-${slot}`;
}

function slotOf(placed: readonly Placed[], id: TerminalId): number {
	return placed.findIndex(({terminal}) => terminal?.id === id);
}

function pictureOfPlaced(
	{store, ui, look, keymap, clock, pages}: PainterPorts,
	placed: Placed,
	heard: ReadonlyMap<TerminalId, Heard>,
): PaneFrame {
	const id = placed.terminal?.id;
	return terminalPicture(placed, {
		state: store.state(),
		ui: ui.snapshot(),
		screen: (id !== undefined && heard.get(id)?.live?.snapshot()) || null,
		pages,
		now: clock.now(),
		leader: showChord(keymap.leader),
		paint: look.snapshot().paint,
	});
}
