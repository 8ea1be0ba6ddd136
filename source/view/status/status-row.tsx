import {Box} from 'ink';
import {neutralise} from '../../text/neutralise.ts';
import {styledWidth} from '../../text/styled.ts';
import {textWidth} from '../../text/width.ts';
import type {Keymap} from '../actions/keymap.ts';
import {useHandles, useLive} from '../hooks.ts';
import {useDrawing} from '../ink/drawing.ts';
import {StyledRow} from '../ink/words.tsx';
import {leastWords, leftSide} from './left-side.ts';
import type {Status, StatusPart} from './status.ts';
import {rightEnds} from './status-items.ts';

const leftColumnsMin = 20;

/**
 * The status line at the bottom of the screen: the activity on the left; host, model, context, cost
 * and health on the right.
 */
export function StatusRow() {
	const {status: source, keymap} = useHandles();
	const {paint} = useDrawing();
	const status = useLive(source);
	const right = rightEndThatFits(status, {ends: rightEnds(status, paint), keymap});
	const room = status.columns - widthOf(right) - 1;
	return (
		<Box
			width={status.columns}
			height={1}
			flexShrink={0}
			paddingX={1}
			justifyContent="space-between"
		>
			<Box width={Math.max(0, room)} flexShrink={0}>
				<StyledRow>{leftSide(status, {paint, keymap, room})}</StyledRow>
			</Box>
			<Box flexShrink={0}>
				{right.map(({text}, index) => (
					<Box key={index} flexShrink={0} marginLeft={gapBefore(right, index)}>
						<StyledRow>{text}</StyledRow>
					</Box>
				))}
			</Box>
		</Box>
	);
}

/** The longest version of the right end that leaves enough room for the left side. */
function rightEndThatFits(
	status: Status,
	{ends, keymap}: {ends: readonly (readonly StatusPart[])[]; keymap: Keymap},
): readonly StatusPart[] {
	const least = Math.max(leftColumnsMin, textWidth(neutralise(leastWords(status, keymap))));
	const fits = (end: readonly StatusPart[]) => status.columns - widthOf(end) - 1 >= least;
	return ends.find(fits) ?? ends.at(-1)!;
}

/** The width of the right end, with the blanks before it. */
function widthOf(end: readonly StatusPart[]): number {
	const parts = end.map(({text}, index) => gapBefore(end, index) + styledWidth(text));
	return parts.reduce((sum, width) => sum + width, apartColumns);
}

const apartColumns = 3;

function gapBefore(parts: readonly StatusPart[], index: number): number {
	return index === 0 ? 0 : parts[index - 1]?.isClose ? 1 : 2;
}
