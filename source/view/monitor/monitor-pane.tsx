import {showChord} from '../../keys/show-chord.ts';
import type {Action} from '../actions/actions.ts';
import type {Keymap} from '../actions/keymap.ts';
import {frameRows} from '../frame-rows.ts';
import {useHandles, useLive, useSelector, useUi} from '../hooks.ts';
import type {PaneRects} from '../layout.ts';
import {Rows} from '../rows.tsx';
import {footOf, type MonitorKeys} from './incident-rows.ts';
import {monitorRows} from './monitor-rows.ts';

/** The layers' samples, the open incident and the closed ones. */
export function MonitorPane({frame}: {readonly frame: PaneRects}) {
	const handles = useHandles();
	const meter = useLive(handles.meter);
	const watch = useLive(handles.incidents);
	const {paint, columns, rows: screenRows} = useLive(handles.look);
	const incident = useUi(ui => ui.incident);
	const focused = useUi(ui => ui.focus === 'monitor');
	const proxy = useSelector(state => state.proxy);
	const terminals = useSelector(state => state.terminals);
	const hops = useSelector(state => state.hops.list);
	const isAtWork = useSelector(state => state.chat.turn !== null);
	const keys = keysOf(handles.keymap);
	const {outer, inner} = frame;
	const content = monitorRows(
		{
			screen: {columns, rows: screenRows},
			proxy,
			isAtWork,
			meter,
			watch,
			terminals,
			hops,
			marked: incident,
			focused,
		},
		{width: inner.width - 1, height: inner.height, now: handles.clock.now(), paint, keys},
	);
	const rows = frameRows(
		{
			title: 'monitor',
			width: outer.width,
			height: outer.height,
			focused,
			...(focused && {foot: footOf(watch, {marked: incident, keys})}),
			rows: content.map(row => ` ${row}`),
		},
		paint,
	);
	return <Rows width={outer.width} height={outer.height} rows={rows} />;
}

function keysOf(keymap: Keymap): MonitorKeys {
	const key = (action: Action) => showChord(keymap.chordsOf('monitor', action)[0] ?? '');
	return {
		cancel: key('cancel-action'),
		now: key('act-now'),
		detail: key('detail'),
		settings: key('watch-settings'),
		clear: key('clear-incidents'),
	};
}
