import {createEmitter, type Live} from '../../events/live.ts';
import type {Layout, Rect} from '../layout.ts';
import type {PaintedPane} from '../panes/panes.ts';

/** The boxes in Ink's picture into which the painter draws. */
export type PaintedPlace = 'transcript' | 'composer' | Exclude<PaintedPane, 'chat'>;

/** The boxes in Ink's picture that cover everything painted. */
const overlayPlaces = ['dialog', 'leader'] as const;

export type PlaceName = PaintedPlace | (typeof overlayPlaces)[number];

export type Places = Readonly<Partial<Record<PlaceName, Rect>>>;

/**
 * The rectangles of the painted panes. Until Ink has been loaded they are those of the computed
 * layout, then those that Ink reports.
 */
export type PlaceBook = Live<Places> & {
	/** Stores the rectangle of a box of Ink; null means that the box has disappeared. */
	readonly put: (name: PlaceName, rect: Rect | null) => void;
	readonly close: () => void;
};

export function createPlaces(layout: Live<Layout>): PlaceBook {
	const emitter = createEmitter();
	let places = computedPlaces(layout.snapshot());
	let isLaidOut = false;
	const stop = layout.subscribe(() => {
		if (!isLaidOut) {
			places = computedPlaces(layout.snapshot());
			emitter.emit();
		}
	});
	return {
		subscribe: emitter.subscribe,
		snapshot: () => places,
		put(name, rect) {
			if (!isLaidOut) {
				isLaidOut = true;
				places = {};
			}
			if (!isSame(places[name] ?? null, rect)) {
				const {[name]: _, ...others} = places;
				places = rect ? {...others, [name]: rect} : others;
				emitter.emit();
			}
		},
		close: stop,
	};
}

/** Returns the rectangles into which nothing may be painted. */
export function overlaysOf(places: Places): readonly Rect[] {
	return overlayPlaces.flatMap(name => places[name] ?? []);
}

function computedPlaces(layout: Layout): Places {
	if (layout.type !== 'panes') {
		return {};
	}
	const {chat, terminal} = layout;
	return {
		...(chat && {transcript: chat.transcript.outer, composer: chat.composer.outer}),
		...(terminal && {terminal: terminal.outer}),
	};
}

function isSame(one: Rect | null, other: Rect | null): boolean {
	return (
		one === other ||
		(one !== null &&
			other !== null &&
			one.x === other.x &&
			one.y === other.y &&
			one.width === other.width &&
			one.height === other.height)
	);
}
