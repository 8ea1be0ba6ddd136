import {createEmitter, type Live} from '../../events/live.ts';
import {type Meter, ownReading} from '../../events/meter.ts';
import {showChord} from '../../keys/show-chord.ts';
import type {Timer} from '../../platform/clock.ts';
import {countingDown} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {ViewHandles} from '../handles.ts';
import {hasChanged} from '../has-changed.ts';
import {lostWords} from '../input/keyboard-loss.ts';
import {wideColumnsMin} from '../layout.ts';
import {layerDots, layersNow} from '../monitor/layer-dots.ts';
import {noticeShownMs} from './left-side.ts';
import type {Status} from './status.ts';
import {isRightEndMoving, rightEndMadeOf} from './status-items.ts';

const tickMs = 1000;

/**
 * What the status line shows. While text streams in, it changes once a second and not with every
 * frame. Without activity no timer runs.
 */
export type StatusSource = Live<Status> & {readonly close: () => void};

type Handles = Pick<ViewHandles, 'store' | 'ui' | 'look' | 'layout' | 'keymap' | 'clock' | 'meter'>;

export function createStatusSource(handles: Handles): StatusSource {
	const {store, clock} = handles;
	const emitter = createEmitter();
	let timer: Timer | null = null;
	let status = statusOf(handles);
	const dots = knownDots(handles);
	let key = keyOf(store.state(), handles, dots());
	const renew = () => {
		status = statusOf(handles);
		emitter.emit();
	};
	const follow = () => {
		const state = store.state();
		const next = keyOf(state, handles, dots());
		if (hasChanged(key, next)) {
			key = next;
			renew();
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
				renew();
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
	keepTicking(store.state());
	return {
		subscribe: emitter.subscribe,
		snapshot: () => status,
		close() {
			timer?.cancel();
			for (const stop of stops) {
				stop();
			}
		},
	};
}

/**
 * The facts that make the line be drawn at once when they change. Other changes wait for the next
 * second.
 */
function keyOf(
	state: State,
	{ui, look, layout, meter}: Omit<Handles, 'keymap'>,
	dots: string | null,
): readonly unknown[] {
	const {flash, leader, mode, line, keysLost, focus, overlay, selectedTerminal, isEngineSilent} =
		ui.snapshot();
	const {turn} = state.chat;
	return [
		turn?.id,
		turn?.retry,
		turn?.reply?.id,
		(turn?.reply?.characters ?? 0) > 0,
		state.calls,
		isProxySilent(state, meter.snapshot()),
		ownReading(meter.snapshot()),
		dots,
		state.notices,
		state.settingsProblem,
		state.incidents,
		state.terminals,
		...rightEndMadeOf(state, ui.snapshot()),
		isEngineSilent,
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

/** Returns the dots without computing them for each key that is typed into the composer. */
function knownDots(handles: Omit<Handles, 'keymap' | 'ui'>): () => string | null {
	const {store, look, layout, meter} = handles;
	let madeOf: readonly unknown[] = [];
	let dots: string | null = null;
	return () => {
		const now = [store.state(), look.snapshot(), layout.snapshot(), meter.snapshot()];
		if (hasChanged(madeOf, now)) {
			madeOf = now;
			dots = monitorDots(handles);
		}
		return dots;
	};
}

/**
 * The dots of the layers; null if the monitor is shown as a pane or as a line, or is named as a
 * hidden pane.
 */
function monitorDots({
	store,
	look,
	layout,
	meter,
	clock,
}: Omit<Handles, 'keymap' | 'ui'>): string | null {
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

function statusOf(handles: Handles): Status {
	const {store, ui, look, layout, keymap, meter, clock} = handles;
	const state = store.state();
	const {flash, leader, mode, line, focus} = ui.snapshot();
	const shape = layout.snapshot();
	return {
		state,
		ui: ui.snapshot(),
		now: clock.now(),
		columns: look.snapshot().columns,
		flash: lostWords(state, ui.snapshot(), showChord(keymap.leader)) || flash,
		leader,
		seeking: mode === 'search' && focus === 'terminal' ? line : null,
		hidden: shape.type === 'panes' ? shape.hidden : [],
		isProxySilent: isProxySilent(state, meter.snapshot()),
		reading: ownReading(meter.snapshot()),
		dots: monitorDots(handles),
	};
}
