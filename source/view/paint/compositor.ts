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
};

export function createCompositor(options: CompositorOptions): Compositor {
	const {output, clock} = options;
	const scene = createScene();
	const screen = createScreen({
		...options,
		colors: options.colors ?? 3,
		scrolls: options.scrolls ?? true,
	});
	const blocked = {full: false, paused: false};
	const pace: Pace = createPace({
		clock,
		frameMs: options.frameMs,
		draw() {
			const text = screen.render(scene);
			if (text !== '' && !output.write(text)) {
				blocked.full = true;
				pace.hold();
			}
			return text !== '';
		},
	});
	const unblock = (change: Partial<typeof blocked>) => {
		Object.assign(blocked, change);
		if (!blocked.full && !blocked.paused) {
			pace.release();
		}
	};
	const stopListening = output.onDrain(() => unblock({full: false}));
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
			screen.resize(size);
			// What the view draws for the new size in its next commits belongs to the same change.
			pace.hurry();
			pace.request();
		},
		repaint() {
			screen.renew();
			pace.request({urgent: true});
		},
		configure(change) {
			screen.configure(change);
			pace.request();
		},
		pause() {
			blocked.paused = true;
			pace.hold();
		},
		resume() {
			screen.renew();
			pace.request();
			unblock({paused: false});
		},
		stop() {
			pace.stop();
			stopListening();
		},
	};
}
