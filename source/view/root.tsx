import {Box} from 'ink';
import {wrapStyled} from '../text/wrap.ts';
import type {Look, ViewHandles} from './handles.ts';
import {HandlesContext, useHandles, useLive, useUi} from './hooks.ts';
import {screenColumnsMin, screenRowsMin} from './layout.ts';
import {MonitorPane} from './monitor/monitor-pane.tsx';
import {OverlayView} from './overlays/overlay-view.tsx';
import {Rows} from './rows.tsx';

/** Lays out and nothing else: what is shown lives in the stores. */
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
	// Everything in it stands at a place of its own, so this box alone makes the frame as high as it is.
	return (
		<Box width={columns} height={rows} overflow="hidden">
			{layout.type === 'too-small' ? (
				<Rows rect={layout.screen} rows={tooSmallRows({columns, rows, paint})} />
			) : (
				<>
					{layout.monitor ? <MonitorPane frame={layout.monitor} /> : null}
					{overlay ? <OverlayView overlay={overlay} /> : null}
				</>
			)}
		</Box>
	);
}

function tooSmallRows({columns, rows, paint}: Look): readonly string[] {
	const least = `${screenColumnsMin}x${screenRowsMin}`;
	const words = `${columns}x${rows} is too small. Make the window at least ${least}.`;
	return wrapStyled(paint.style('status.warn', words), columns);
}
