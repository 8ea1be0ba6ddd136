import {Box} from 'ink';
import {kindOf} from '../state/items/item-kinds.ts';
import type {State} from '../state/state.ts';
import {useSelector, useUi} from './hooks.ts';
import {Frame} from './ink/frame.tsx';
import {Surface} from './ink/surface.tsx';
import type {PaneRects} from './layout.ts';
import {StartCard} from './start/start-card.tsx';
import {startSize} from './start/start-rows.ts';
import {chatTitle, isBrowsing} from './transcript-frame.ts';

/**
 * The box in which the transcript is painted. While the conversation is empty, Ink draws the start
 * card in it.
 */
export function TranscriptPane({frame}: {readonly frame: PaneRects}) {
	const isEmpty = useSelector(hasNothingToShow);
	const {width, height} = frame.outer;
	if (height === 0) {
		return null;
	}
	return isEmpty ? (
		<EmptyTranscript frame={frame} />
	) : (
		<Surface name="transcript" width={width} height={height} />
	);
}

function EmptyTranscript({frame}: {readonly frame: PaneRects}) {
	const {width, height} = frame.outer;
	const title = useSelector(({session}) => chatTitle(session, width));
	const focused = useUi(isBrowsing);
	return (
		<Frame title={title} width={width} height={height} focused={focused}>
			<Box paddingLeft={1}>
				<StartCard {...startSize(frame)} />
			</Box>
		</Frame>
	);
}

function hasNothingToShow({chat: {items, queue}, calls}: State): boolean {
	return queue.length === 0 && items.every(item => kindOf(item).shown(item, calls) === null);
}
