import {Box} from 'ink';
import type {ComponentType} from 'react';
import {wrapStyled} from '../text/wrap.ts';
import type {ViewHandles, Viewport} from './handles.ts';
import {HandlesContext, useHandles, useLive, useUi} from './hooks.ts';
import {type Layout, type PaneRects, screenColumnsMin, screenRowsMin} from './layout.ts';
import {MonitorPane} from './monitor/monitor-pane.tsx';
import {OverlayView} from './overlays/overlay-view.tsx';
import type {InkPane} from './panes/panes.ts';
import {Rows} from './rows.tsx';

/** Only arranges the panes; their content comes from the stores. */
export function Root({handles}: {readonly handles: ViewHandles}) {
	return (
		<HandlesContext value={handles}>
			<Screen />
		</HandlesContext>
	);
}

function Screen() {
	const handles = useHandles();
	const {columns, rows, paint} = useLive(handles.look);
	const layout = useLive(handles.layout);
	const overlay = useUi(ui => ui.overlay);
	// All children are positioned absolutely, so this box alone gives the frame its height.
	return (
		<Box width={columns} height={rows} overflow="hidden">
			{layout.type === 'too-small' ? (
				<Rows rect={layout.screen} rows={tooSmallRows({columns, rows, paint})} />
			) : (
				<>
					<InkPanes layout={layout} />
					{overlay ? <OverlayView overlay={overlay} /> : null}
				</>
			)}
		</Box>
	);
}

/** The panes that Ink draws; the painter has the others. */
const inkPanes: Readonly<Record<InkPane, ComponentType<{readonly frame: PaneRects}>>> = {
	monitor: MonitorPane,
};

function InkPanes({layout}: {readonly layout: Extract<Layout, {type: 'panes'}>}) {
	return (Object.keys(inkPanes) as InkPane[]).map(name => {
		const Drawn = inkPanes[name];
		const frame = layout[name];
		return frame && <Drawn key={name} frame={frame} />;
	});
}

function tooSmallRows({columns, rows, paint}: Viewport): readonly string[] {
	const least = `${screenColumnsMin}x${screenRowsMin}`;
	const words = `${columns}x${rows} is too small. Make the window at least ${least}.`;
	return wrapStyled(paint.style('status.warn', words), columns);
}
