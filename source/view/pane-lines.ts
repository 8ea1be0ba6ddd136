import {showChord} from '../keys/show-chord.ts';
import type {ViewHandles} from './handles.ts';
import {layersNow, monitorLine} from './monitor/layer-dots.ts';
import type {Compositor} from './paint/compositor.ts';
import type {PaneSurfaces} from './painter.ts';
import {type SidePane, sidePanes} from './panes/panes.ts';
import {terminalLine} from './terminal/terminal-line.ts';

type Ports = Pick<ViewHandles, 'store' | 'meter' | 'look' | 'layout' | 'keymap' | 'clock'> & {
	readonly compositor: Pick<Compositor, 'setSurface' | 'invalidate'>;
};

/** Draws the line of each folded pane. A line is drawn again when its text changes. */
export function createPaneLines(ports: Ports): PaneSurfaces {
	const {compositor, layout} = ports;
	const drawn = new Map<SidePane, string>();
	const place = () => {
		const shape = layout.snapshot();
		for (const pane of sidePanes) {
			const rect = shape.type === 'panes' ? shape.lines[pane] : null;
			drawn.delete(pane);
			compositor.setSurface(
				surfaceOf(pane),
				rect && {
					rect,
					picture() {
						const row = rowOf(ports, pane, rect.width);
						drawn.set(pane, row);
						return {rows: [row], cursor: null};
					},
				},
			);
		}
	};
	const follow = () => {
		const shape = layout.snapshot();
		for (const [pane, row] of drawn) {
			const rect = shape.type === 'panes' ? shape.lines[pane] : null;
			if (rect && rowOf(ports, pane, rect.width) !== row) {
				compositor.invalidate(surfaceOf(pane));
			}
		}
	};
	const stops = [ports.store.subscribe(follow), ports.meter.subscribe(follow)];
	return {
		place,
		close() {
			for (const stop of stops) {
				stop();
			}
		},
	};
}

function surfaceOf(pane: SidePane): string {
	return `line-${pane}`;
}

function rowOf(ports: Ports, pane: SidePane, width: number): string {
	const {keymap, look, clock} = ports;
	const {paint} = look.snapshot();
	const chord = keymap.chordsOf('leader', `focus-${pane}`)[0] ?? '';
	const opens = `${showChord(keymap.leader)} ${showChord(chord)}`;
	return pane === 'monitor'
		? monitorLine(layersNow(ports), {now: clock.now(), width, opens, paint})
		: terminalLine(ports.store.state(), {width, opens, paint});
}
