import {frameRows} from '../frame-rows.ts';
import {useHandles, useLive, useSelector} from '../hooks.ts';
import type {Frame} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {monitorRows} from './monitor-rows.ts';

/** The heartbeats. Its subscription is what makes the probe run: hidden, it costs nothing. */
export function MonitorPane({frame}: {readonly frame: Frame}) {
	const handles = useHandles();
	const meter = useLive(handles.meter);
	const {paint} = useLive(handles.look);
	const focused = useSelector(state => state.screen.focus === 'monitor');
	const proxy = useSelector(state => state.proxy);
	const isAtWork = useSelector(state => state.chat.turn !== null);
	const {outer, inner} = frame;
	const content = monitorRows({proxy, isAtWork, meter}, {width: inner.width - 1, paint});
	const rows = frameRows(
		{
			title: 'monitor',
			width: outer.width,
			height: outer.height,
			focused,
			rows: content.map(row => ` ${row}`),
		},
		paint,
	);
	return <Rows rect={outer} rows={rows} />;
}
