import type {PaneFrame} from '../../events/live.ts';
import type {Clock} from '../../platform/clock.ts';
import type {TerminalWidths} from '../../text/terminal-widths.ts';
import type {Rect} from '../layout.ts';
import type {ColorLevel} from '../theme.ts';
import {createPace, type Pace} from './pace.ts';
import {createScene, type Point, type Surface} from './scene.ts';
import {createScreen, type ScreenSize, type ScreenTraits} from './screen.ts';

/**
 * Writes every byte to the terminal while the program has the whole screen: one write per frame,
 * with only its changes. A slow terminal gets the newest state when it is ready; frames in between
 * are dropped.
 */
export type Compositor = {
	/**
	 * Sets Ink's picture, the lowest layer: rows as wide as the screen, and a cursor that is used if
	 * no focused surface has one.
	 */
	readonly setInkLayer: (rows: readonly string[], cursor?: Point | null) => void;
	/** Places or moves a surface; null removes it. */
	readonly setSurface: (id: string, surface: Surface | null) => void;
	/** Sets the rectangles in which Ink's picture covers all surfaces. */
	readonly setOverlays: (rects: readonly Rect[]) => void;
	/** Call this when a surface's picture has changed. Without an id, any of them may have. */
	readonly invalidate: (id?: string, how?: {readonly urgent?: boolean}) => void;
	/** Call this after a key press: the next changes are drawn without delay. */
	readonly hurry: () => void;
	readonly resize: (size: ScreenSize) => void;
	/** Clears the screen and draws everything, after another program has written on it. */
	readonly repaint: () => void;
	readonly configure: (change: Partial<ScreenTraits>) => void;
	/** Stops writing. `resume` draws everything. */
	readonly pause: () => void;
	readonly resume: () => void;
	readonly stop: () => void;
};

export type Output = {
	/** Returns false if the output is full: write nothing more until it has drained. */
	readonly write: (text: string) => boolean;
	readonly onDrain: (listener: () => void) => () => void;
};

export type CompositorOptions = ScreenSize & {
	readonly output: Output;
	readonly clock: Clock;
	readonly synchronized: boolean;
	readonly colors?: ColorLevel;
	readonly scrolls?: boolean;
	readonly widths?: TerminalWidths;
	/** The least time between two frames, unless a key asked for one. */
	readonly frameMs?: number;
	/** What the terminal already shows. If unset, the first frame clears the screen. */
	readonly shown?: PaneFrame;
	/** Gets notified of each frame. */
	readonly watch?: FrameWatch;
};

/** Callbacks for code that must know what the terminal really shows. */
export type FrameWatch = {
	/** Called for each frame. The bytes that it returns are written right after the frame. */
	readonly composed: () => string;
	/** Called when all output so far was written to the terminal. */
	readonly drained: () => void;
	/** Called when it is unknown what the screen shows, until the next frame. */
	readonly stale: () => void;
};

export function createCompositor(options: CompositorOptions): Compositor {
	const {watch} = options;
	const scene = createScene();
	const screen = createScreen({
		...options,
		colors: options.colors ?? 3,
		scrolls: options.scrolls ?? true,
	});
	const {pace, hold, release, stop} = createFlow(options, () => screen.render(scene));
	return {
		setInkLayer(rows, cursor = null) {
			scene.setInkLayer({rows, cursor});
			pace.request();
		},
		setSurface(id, surface) {
			scene.setSurface(id, surface);
			pace.request();
		},
		setOverlays(rects) {
			scene.setOverlays(rects);
			pace.request();
		},
		invalidate(id, how) {
			scene.touch(id);
			pace.request(how);
		},
		hurry: pace.hurry,
		resize(size) {
			watch?.stale();
			screen.resize(size);
			// The new layout comes with the view's next commits, which should be drawn at once.
			pace.hurry();
			pace.request();
		},
		repaint() {
			watch?.stale();
			screen.renew();
			pace.request({urgent: true});
		},
		configure(change) {
			screen.configure(change);
			pace.request();
		},
		pause() {
			watch?.stale();
			hold();
		},
		resume() {
			watch?.stale();
			screen.renew();
			pace.request();
			release();
		},
		stop,
	};
}

type Flow = {
	readonly pace: Pace;
	readonly hold: () => void;
	readonly release: () => void;
	readonly stop: () => void;
};

/** Writes frames to the terminal, except while its buffer is full or another program has it. */
function createFlow(
	{output, clock, frameMs, watch}: CompositorOptions,
	render: () => string,
): Flow {
	const blocked = {full: false, paused: false};
	const pace: Pace = createPace({
		clock,
		frameMs,
		draw() {
			const frame = render();
			const text = frame + (watch?.composed() ?? '');
			if (text !== '' && !output.write(text)) {
				blocked.full = true;
				pace.hold();
			} else {
				watch?.drained();
			}
			return frame !== '';
		},
	});
	const unblock = (change: Partial<typeof blocked>) => {
		Object.assign(blocked, change);
		if (!blocked.full && !blocked.paused) {
			pace.release();
		}
	};
	const stopListening = output.onDrain(() => {
		watch?.drained();
		unblock({full: false});
	});
	return {
		pace,
		hold() {
			blocked.paused = true;
			pace.hold();
		},
		release: () => unblock({paused: false}),
		stop() {
			pace.stop();
			stopListening();
		},
	};
}
