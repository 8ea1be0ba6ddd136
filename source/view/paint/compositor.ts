import type {Picture} from '../../events/live.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Rect} from '../layout.ts';
import type {ColorLevel} from '../theme.ts';
import {createPace, type Pace} from './pace.ts';
import {createScene, type Point, type Surface} from './scene.ts';
import {createScreen, type ScreenSize, type ScreenTraits} from './screen.ts';

/**
 * Owns every byte that goes to the terminal while the screen is ours: one write a frame, of what
 * has changed. A terminal that does not keep up gets the newest state when it is ready again;
 * frames in between are dropped, never queued.
 */
export type Compositor = {
	/** Full-screen rows below everything else, and the cursor where no focused surface has one. */
	readonly setChrome: (rows: readonly string[], cursor?: Point | null) => void;
	/** Places, moves or, with null, takes away a surface. */
	readonly setSurface: (id: string, surface: Surface | null) => void;
	/** Rectangles in which the chrome lies over all surfaces. */
	readonly setOverlays: (rects: readonly Rect[]) => void;
	/** A surface's picture has changed (without an id: any may have). */
	readonly invalidate: (id?: string, how?: {readonly urgent?: boolean}) => void;
	/** A key was pressed: changes of the next moments are drawn without waiting for a frame's time. */
	readonly hurry: () => void;
	readonly resize: (size: ScreenSize) => void;
	/** Clears and draws everything, for a screen that another program has written on. */
	readonly repaint: () => void;
	readonly configure: (change: Partial<ScreenTraits>) => void;
	/** While paused nothing is written; `resume` draws everything anew. */
	readonly pause: () => void;
	readonly resume: () => void;
	readonly stop: () => void;
};

export type Output = {
	/** False: it is full, and nothing more is to be written before it has drained. */
	readonly write: (text: string) => boolean;
	readonly onDrain: (listener: () => void) => () => void;
};

export type CompositorOptions = ScreenSize & {
	readonly output: Output;
	readonly clock: Clock;
	readonly synchronized: boolean;
	readonly colors?: ColorLevel;
	readonly scrolls?: boolean;
	/** The least time between two frames that no key asked for. */
	readonly frameMs?: number;
	/** What stands on the screen already; without it the first frame clears the screen. */
	readonly shown?: Picture;
	/** Told of every frame. */
	readonly watch?: FrameWatch;
};

/** Who wants to know what really stands on the terminal's screen. */
export type FrameWatch = {
	/** A frame has been composed; what this gives is written right behind it. */
	readonly composed: () => string;
	/** All that was written until now has left for the terminal. */
	readonly drained: () => void;
	/** Nothing is known of the screen until the next frame. */
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
		setChrome(rows, cursor = null) {
			scene.setChrome({rows, cursor});
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
			// What the view draws for the new size in its next commits belongs to the same change.
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

/** Frames on their way to the terminal: none while it is full, and none while it is lent. */
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
