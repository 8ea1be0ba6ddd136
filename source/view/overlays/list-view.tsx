import {Box} from 'ink';
import {neutralise} from '../../text/neutralise.ts';
import {padTo, shorten, textWidth} from '../../text/width.ts';
import {useDrawing} from '../ink/drawing.ts';
import {Line, Words} from '../ink/words.tsx';
import {nothingMatches} from './help-lines.ts';

export type ListEntry = {readonly label: string; readonly detail: string};

/**
 * Draws a list: the filter's text, then the entries that fit it. The marked entry has a sign and
 * not only a colour.
 */
export function ListView({
	entries,
	selected,
	query,
	width,
	height,
}: {
	readonly entries: readonly ListEntry[];
	readonly selected: number;
	readonly query: string;
	readonly width: number;
	readonly height: number;
}) {
	const {glyphs} = useDrawing().paint;
	const room = Math.max(1, height - 2);
	const top = Math.max(0, Math.min(selected - Math.floor(room / 2), entries.length - room));
	const column = labelColumn(entries, width);
	return (
		<Box flexDirection="column" width={width}>
			<Box paddingLeft={1}>
				<Line>
					<Words token="key">{glyphs.prompt}</Words>
					<Words>{` ${neutralise(query)}`}</Words>
				</Line>
			</Box>
			<Words token="border">{glyphs.horizontal.repeat(width)}</Words>
			{entries.slice(top, top + room).map((entry, index) => (
				<EntryRow
					key={index}
					isChosen={top + index === selected}
					{...fitEntry(entry, {column, width})}
					width={width}
				/>
			))}
			{entries.length === 0 ? <Words token="text.dim">{`   ${nothingMatches}`}</Words> : null}
		</Box>
	);
}

type Fitted = {
	readonly label: string;
	readonly detail: string;
	/** The column in which the detail begins. */
	readonly start: number;
};

function EntryRow({
	isChosen,
	label,
	detail,
	start,
	width,
}: Fitted & {readonly isChosen: boolean; readonly width: number}) {
	const {glyphs} = useDrawing().paint;
	if (isChosen) {
		const words = ` ${glyphs.prompt} ${padTo(label, start)}${detail}`;
		return <Words token="selection">{padTo(words, width)}</Words>;
	}
	return (
		<Box paddingLeft={markColumns}>
			<Box width={start} flexShrink={0}>
				<Words>{label}</Words>
			</Box>
			<Words token="text.dim">{detail}</Words>
		</Box>
	);
}

/** The width of the mark with its blanks. */
const markColumns = 3;
const gapColumns = 2;
const besideColumns = markColumns + gapColumns;

/** The least width of labels on a narrow screen, however long the details are. */
const labelsMin = 26;

/**
 * The width of the column with the labels. It is as wide as the longest label, unless the longest
 * detail needs that room.
 */
function labelColumn(entries: readonly ListEntry[], width: number): number {
	const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(text => textWidth(text)));
	const labels = Math.min(Math.floor(width / 2), widest(entries.map(({label}) => label)));
	const left = width - besideColumns - widest(entries.map(({detail}) => detail));
	return Math.max(Math.min(labelsMin, Math.floor(width / 3)), Math.min(labels, left));
}

/**
 * Fits label and detail into one row. A label may be longer than its column if its own detail is
 * short.
 */
function fitEntry(
	entry: ListEntry,
	{column, width}: {readonly column: number; readonly width: number},
): Fitted {
	const all = neutralise(entry.detail);
	const left = width - besideColumns - textWidth(all);
	const label = shorten(neutralise(entry.label), Math.max(column, Math.floor(width / 2), left));
	const end = Math.max(column, textWidth(label));
	return {
		label,
		start: end + gapColumns,
		detail: shorten(all, Math.max(0, width - end - besideColumns)),
	};
}
