import type {PaneFrame} from '../../events/live.ts';
import {type Meter, ownReading} from '../../events/meter.ts';
import {showChord} from '../../keys/show-chord.ts';
import type {Timer} from '../../platform/clock.ts';
import {countingDown} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {ViewHandles} from '../handles.ts';
import {lostWords} from '../input/keyboard-loss.ts';
import {wideColumnsMin} from '../layout.ts';
import {layerDots, layersNow} from '../monitor/layer-dots.ts';
import {noticeShownMs} from './left-side.ts';
import {isRightEndMoving, rightEndMadeOf} from './status-items.ts';
import {statusRow} from './status-row.ts';

const tickMs = 1000;

/**
 * The status line as a picture. Streaming tokens update it once a second, not thirty times. While
 * nothing runs, no timer runs.
 */
export type StatusSource = {
	readonly picture: () => PaneFrame;
	readonly close: () => void;
};

export function createStatusSource(
	handles: Pick<ViewHandles, 'store' | 'ui' | 'look' | 'layout' | 'keymap' | 'clock' | 'meter'>,
	changed: () => void,
): StatusSource {
	const {store, clock} = handles;
	let timer: Timer | null = null;
	let shownNow = clock.now();
	let key: readonly unknown[] = [];
	const follow = () => {
		const state = store.state();
		const next = keyOf(state, handles);
		if (next.some((part, index) => part !== key[index])) {
			key = next;
			shownNow = clock.now();
			changed();
		}
		keepTicking(state);
	};
	const keepTicking = (state: State) => {
		const lively =
			state.chat.turn !== null ||
			countingDown(state) ||
			isRightEndMoving(state) ||
			isNoticeFresh(state, clock.now());
		if (lively && !timer) {
			timer = clock.every(tickMs, () => {
				shownNow = clock.now();
				changed();
				keepTicking(store.state());
			});
		} else if (!lively && timer) {
			timer.cancel();
			timer = null;
		}
	};
	const stops = [
		store.subscribe(follow),
		handles.ui.subscribe(follow),
		handles.look.subscribe(follow),
		handles.layout.subscribe(follow),
		handles.meter.subscribe(follow),
	];
	follow();
	return {
		picture: () => ({rows: [rowOf(handles, shownNow)], cursor: null}),
		close() {
			timer?.cancel();
			for (const stop of stops) {
				stop();
			}
		},
	};
}

/** Facts whose change redraws the line at once; all else waits for the next tick. */
function keyOf(
	state: State,
	handles: Pick<ViewHandles, 'store' | 'ui' | 'look' | 'layout' | 'meter' | 'clock'>,
): readonly unknown[] {
	const {ui, look, layout, meter} = handles;
	const {flash, leader, mode, line, keysLost, focus, overlay, selectedTerminal} = ui.snapshot();
	const {turn} = state.chat;
	return [
		turn?.id,
		turn?.retry,
		turn?.reply?.id,
		(turn?.reply?.characters ?? 0) > 0,
		state.calls,
		isProxySilent(state, meter.snapshot()),
		ownReading(meter.snapshot()),
		monitorDots(handles),
		state.notices,
		state.settingsProblem,
		state.incidents,
		state.terminals,
		...rightEndMadeOf(state, ui.snapshot()),
		flash,
		keysLost?.terminal,
		leader,
		mode,
		line,
		focus,
		overlay,
		selectedTerminal,
		look.snapshot(),
		layout.snapshot(),
	];
}

function isProxySilent({proxy}: State, meter: Meter): boolean {
	return proxy.status === 'ready' && meter.proxy.healthy === false;
}

/** The layers' dots where the monitor has neither a pane nor a line, nor its name among the hidden. */
function monitorDots({
	store,
	look,
	layout,
	meter,
	clock,
}: Pick<ViewHandles, 'store' | 'look' | 'layout' | 'meter' | 'clock'>): string | null {
	const shape = layout.snapshot();
	const {columns, paint} = look.snapshot();
	const isElsewhere =
		shape.type !== 'panes' ||
		(shape.monitor ?? shape.lines.monitor) !== null ||
		shape.hidden.includes('monitor');
	return isElsewhere || columns < wideColumnsMin
		? null
		: layerDots(layersNow({store, meter, look}), {now: clock.now(), paint});
}

function isNoticeFresh(state: State, now: number): boolean {
	const notice = state.notices.at(-1);
	return notice !== undefined && now - notice.at < noticeShownMs;
}

function rowOf(
	handles: Pick<ViewHandles, 'store' | 'ui' | 'look' | 'layout' | 'keymap' | 'meter' | 'clock'>,
	now: number,
): string {
	const {store, ui, look, layout, keymap, meter} = handles;
	const state = store.state();
	const {flash, leader, mode, line, focus} = ui.snapshot();
	const said = lostWords(state, ui.snapshot(), showChord(keymap.leader)) || flash;
	const seeking = mode === 'search' && focus === 'terminal' ? line : null;
	const {columns, paint} = look.snapshot();
	const shape = layout.snapshot();
	const hidden = shape.type === 'panes' ? shape.hidden : [];
	const silent = isProxySilent(state, meter.snapshot());
	return statusRow(
		{
			state,
			ui: ui.snapshot(),
			now,
			columns,
			flash: said,
			leader,
			seeking,
			hidden,
			isProxySilent: silent,
			reading: ownReading(meter.snapshot()),
			dots: monitorDots(handles),
		},
		{paint, keymap},
	);
}
