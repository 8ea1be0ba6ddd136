import {Box} from 'ink';
import {showChord} from '../../keys/show-chord.ts';
import type {Action} from '../actions/actions.ts';
import type {Keymap} from '../actions/keymap.ts';
import {useHandles, useLive, useSelector, useUi} from '../hooks.ts';
import {Frame} from '../ink/frame.tsx';
import type {PaneRects} from '../layout.ts';
import {footOf, type MonitorKeys} from './incidents.ts';
import {MonitorView} from './monitor-view.tsx';

/** The monitor: samples of the layers, the open incident and the ended ones. */
export function MonitorPane({frame}: {readonly frame: PaneRects}) {
	const handles = useHandles();
	const meter = useLive(handles.meter);
	const watch = useLive(handles.incidents);
	const {columns, rows} = useLive(handles.look);
	const marked = useUi(ui => ui.incident);
	const focused = useUi(ui => ui.focus === 'monitor');
	const proxy = useSelector(state => state.proxy);
	const terminals = useSelector(state => state.terminals);
	const hops = useSelector(state => state.hops.list);
	const mcpServers = useSelector(state => state.mcpServers);
	const isAtWork = useSelector(state => state.chat.turn !== null);
	const keys = keysOf(handles.keymap);
	const {outer, inner} = frame;
	const layers = {
		screen: {columns, rows},
		proxy,
		isAtWork,
		meter,
		terminals,
		hops,
		mcpServers,
	};
	return (
		<Frame
			title="monitor"
			width={outer.width}
			height={outer.height}
			focused={focused}
			{...(focused && {foot: footOf(watch, {marked, keys})})}
		>
			<Box paddingLeft={1}>
				<MonitorView
					content={{...layers, watch, marked, focused}}
					width={inner.width - 1}
					height={inner.height}
					now={handles.clock.now()}
					keys={keys}
				/>
			</Box>
		</Frame>
	);
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
