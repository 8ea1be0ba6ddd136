import type {Timer} from '../../platform/clock.ts';
import type {ViewHandles} from '../handles.ts';
import {hasChanged} from '../has-changed.ts';
import type {Browser} from '../input/transcript-browser.ts';
import {type PaneOpening, type UiState, withPane} from '../ui-state/ui-state.ts';
import {runningIncidents} from './incidents.ts';
import {layersNow, unwellLayers} from './layer-dots.ts';

/** The monitor may open or close by itself when the person hasn't typed for this long. */
const pauseMs = 2000;

/** How long all must have been well before a monitor that opened by itself folds again. */
export const calmMs = 30_000;

type Ports = Pick<ViewHandles, 'store' | 'meter' | 'look' | 'incidents' | 'clock'> & {
	readonly ui: ViewHandles['ui'] & {readonly change: (part: Partial<UiState>) => void};
	readonly browser: Pick<Browser, 'position'>;
};

/**
 * Opens the folded monitor when an incident begins or a layer gets a problem, and folds it again
 * when all has been well for a while. Nothing moves while the person types or reads.
 */
export function raiseMonitor(ports: Ports): {
	/** Call this for each key, click and paste. */
	readonly touched: () => void;
	readonly close: () => void;
} {
	const {store, ui, meter, incidents, clock} = ports;
	const openedAt = clock.now();
	let touchedAt = Number.NEGATIVE_INFINITY;
	let troubledAt = Number.NEGATIVE_INFINITY;
	let known: ReadonlySet<string> = new Set();
	let isDue = false;
	let timer: Timer | null = null;

	const look = () => {
		timer?.cancel();
		timer = null;
		const {troubles, isWell} = troublesOf(ports, openedAt);
		const isNew = troubles.some(trouble => !known.has(trouble));
		known = new Set(troubles);
		if (isNew || !isWell) {
			troubledAt = clock.elapsed();
		}
		const {monitor} = ui.snapshot().openPanes;
		isDue = monitor === undefined && (isDue || isNew);
		const calmInMs = isWell ? troubledAt + calmMs - clock.elapsed() : calmMs;
		if (monitor === 'raised' && calmInMs > 0) {
			timer = clock.after(calmInMs, look);
		} else if (isDue || monitor === 'raised') {
			moveOnceStill(isDue ? 'raised' : null);
		}
	};
	const moveOnceStill = (opening: PaneOpening | null) => {
		const waitMs = touchedAt + pauseMs - clock.elapsed();
		if (waitMs > 0) {
			timer = clock.after(waitMs, look);
		} else if (!isReading(ui.snapshot(), ports.browser)) {
			isDue = false;
			ui.change({openPanes: withPane(ui.snapshot().openPanes, 'monitor', opening)});
		}
	};
	let place = placeOf(ui.snapshot());
	/** Each key in the composer changes the screen's state, and says nothing about the layers. */
	const lookElsewhere = () => {
		const next = placeOf(ui.snapshot());
		if (hasChanged(place, next)) {
			place = next;
			look();
		}
	};
	const stops = [
		store.subscribe(look),
		ui.subscribe(lookElsewhere),
		meter.subscribe(look),
		incidents.subscribe(look),
	];
	look();
	return {
		touched() {
			touchedAt = clock.elapsed();
		},
		close() {
			timer?.cancel();
			for (const stop of stops) {
				stop();
			}
		},
	};
}

/** The present problems, and the incidents since this screen was opened. */
function troublesOf(ports: Ports, openedAt: number) {
	const watch = ports.incidents.snapshot();
	const unwell = unwellLayers(layersNow(ports), ports.clock.now()).map(({name}) => name);
	const begun = watch.incidents.filter(({at}) => at >= openedAt).map(({id}) => id);
	return {
		troubles: [...unwell, ...begun],
		isWell: unwell.length === 0 && runningIncidents(watch).length === 0,
	};
}

/** What of the screen's own state decides whether the monitor may move. */
function placeOf(ui: UiState): readonly unknown[] {
	const {openPanes, focus, mode, overlay, leader, card, viewVersion} = ui;
	return [openPanes, focus, mode, overlay, leader, card, viewVersion];
}

/** Whether the person may be reading something else than the end of the chat. */
function isReading(ui: UiState, browser: Ports['browser']): boolean {
	const {focus, mode, overlay, leader, card} = ui;
	const isAtPrompt = focus === 'chat' && mode === 'compose' && !overlay && !leader;
	return !isAtPrompt || card.call !== null || browser.position() !== null;
}
