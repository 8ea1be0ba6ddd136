import {Box} from 'ink';
import {type ComponentType, useMemo} from 'react';
import {wrapStyled} from '../text/wrap.ts';
import {LeaderList} from './actions/leader-list.tsx';
import {CardPane} from './cards/card-pane.tsx';
import type {ViewHandles, Viewport} from './handles.ts';
import {HandlesContext, useHandles, useLive, useUi} from './hooks.ts';
import {DrawingContext} from './ink/drawing.ts';
import type {StandIns} from './ink/stand-ins.ts';
import {Surface} from './ink/surface.tsx';
import {StyledRow} from './ink/words.tsx';
import {
	type ChatFrames,
	type Layout,
	type PaneRects,
	screenColumnsMin,
	screenRowsMin,
} from './layout.ts';
import {MonitorPane} from './monitor/monitor-pane.tsx';
import {Dialog} from './overlays/dialog.tsx';
import {type InkPane, isPainted, type SidePane, sidePanes} from './panes/panes.ts';
import {StatusRow} from './status/status-row.tsx';
import {TranscriptPane} from './transcript-pane.tsx';
import {WorkersPane} from './workers/workers-pane.tsx';

/** Arranges the panes on the screen. It has no data: each pane reads its own. */
export function Root({
	handles,
	encode,
}: {readonly handles: ViewHandles} & Pick<StandIns, 'encode'>) {
	return (
		<HandlesContext value={handles}>
			<Screen encode={encode} />
		</HandlesContext>
	);
}

function Screen({encode}: Pick<StandIns, 'encode'>) {
	const handles = useHandles();
	const look = useLive(handles.look);
	const layout = useLive(handles.layout);
	const overlay = useUi(ui => ui.overlay);
	const {columns, rows, paint} = look;
	const drawing = useMemo(() => ({paint, encode}), [paint, encode]);
	return (
		<DrawingContext value={drawing}>
			<Box flexDirection="column" width={columns} height={rows}>
				{layout.type === 'too-small' ? (
					<TooSmall {...look} />
				) : (
					<>
						<Panes layout={layout} />
						<StatusRow />
						<LeaderList />
						{overlay ? <Dialog overlay={overlay} /> : null}
					</>
				)}
			</Box>
		</DrawingContext>
	);
}

type Shown = Extract<Layout, {type: 'panes'}>;

/**
 * Places the panes beside or below each other. `layOut` has computed the arrangement and the sizes.
 */
function Panes({layout}: {readonly layout: Shown}) {
	return (
		<Box flexDirection={layout.shape === 'wide' ? 'row' : 'column'} flexGrow={1}>
			{layout.chat ? <Chat frames={layout.chat} /> : null}
			<Box flexDirection="column">
				{sidePanes.map(pane => (
					<Side key={pane} pane={pane} layout={layout} />
				))}
				<Box flexGrow={1} />
				{sidePanes.map(pane => (
					<FoldedSide key={pane} pane={pane} layout={layout} />
				))}
			</Box>
		</Box>
	);
}

function Chat({frames: {transcript, card, composer}}: {readonly frames: ChatFrames}) {
	return (
		<Box flexDirection="column" width={composer.outer.width} flexShrink={0}>
			<TranscriptPane frame={transcript} />
			{card ? <CardPane room={card} /> : null}
			<Surface name="composer" {...sizeOf(composer.outer)} />
		</Box>
	);
}

/** The components of the panes that Ink draws. All other panes are drawn by the painter. */
const inkPanes: Readonly<Record<InkPane, ComponentType<{readonly frame: PaneRects}>>> = {
	monitor: MonitorPane,
	workers: WorkersPane,
};

type SideProps = {readonly pane: SidePane; readonly layout: Shown};

function Side({pane, layout}: SideProps) {
	const frame = layout[pane];
	if (!frame) {
		return null;
	}
	if (isPainted(pane)) {
		return <Surface name={pane} {...sizeOf(frame.outer)} />;
	}
	const Drawn = inkPanes[pane];
	return <Drawn frame={frame} />;
}

/** Leaves room for the line of a folded pane, which the painter draws. */
function FoldedSide({pane, layout}: SideProps) {
	const line = layout.lines[pane];
	return line && <Box {...sizeOf(line)} flexShrink={0} />;
}

function sizeOf({width, height}: {readonly width: number; readonly height: number}) {
	return {width, height};
}

function TooSmall({columns, rows, paint}: Viewport) {
	const least = `${screenColumnsMin}x${screenRowsMin}`;
	const words = `${columns}x${rows} is too small. Make the window at least ${least}.`;
	return wrapStyled(paint.style('status.warn', words), columns).map((row, index) => (
		<StyledRow key={index}>{row}</StyledRow>
	));
}
