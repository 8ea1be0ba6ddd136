import {frameRows} from '../frame-rows.ts';
import {useHandles, useLive, useUi} from '../hooks.ts';
import type {PaneRects} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {workerRows} from './worker-rows.ts';

/** The pane of background workers with their queues. They are checked as long as it is shown. */
export function WorkersPane({frame}: {readonly frame: PaneRects}) {
	const handles = useHandles();
	const view = useLive(handles.workers);
	const {paint} = useLive(handles.look);
	const focused = useUi(ui => ui.focus === 'workers');
	const {outer, inner} = frame;
	const content = workerRows(view, {width: inner.width - 1, height: inner.height, paint});
	const rows = frameRows(
		{
			title: 'workers',
			width: outer.width,
			height: outer.height,
			focused,
			rows: content.map(row => ` ${row}`),
		},
		paint,
	);
	return <Rows width={outer.width} height={outer.height} rows={rows} />;
}
