import {Box} from 'ink';
import {AuthorizationCard} from './cards/authorization-card.tsx';
import type {ViewHandles} from './handles.ts';
import {HandlesContext, useHandles, useLive, useSelector} from './hooks.ts';
import {MonitorPane} from './monitor/monitor-pane.tsx';
import {OverlayView} from './overlays/overlay-view.tsx';
import {Rows} from './rows.tsx';

/** Lays out and nothing else: what is shown lives in the store and on the desk. */
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
	const overlay = useSelector(state => state.screen.overlay);
	if (layout.type === 'too-small') {
		const words = `${columns}x${rows} is too small. Make the window at least 40x10.`;
		return <Rows rect={layout.screen} rows={[paint.style('status.warn', words)]} />;
	}
	return (
		<Box width={columns} height={rows} overflow="hidden">
			{layout.monitor ? <MonitorPane frame={layout.monitor} /> : null}
			{layout.chat?.card ? <AuthorizationCard rect={layout.chat.card} /> : null}
			{overlay ? <OverlayView overlay={overlay} /> : null}
		</Box>
	);
}
