import {Box} from 'ink';
import {neutralise} from '../../text/neutralise.ts';
import {padTo, shorten, textWidth} from '../../text/width.ts';
import {useDrawing} from '../ink/drawing.ts';
import {Line, Words} from '../ink/words.tsx';
import {nothingMatches} from './help-lines.ts';

export type ListEntry = {readonly label: string; readonly detail: string};

/** A filter line and the entries that match it; the chosen one is marked by more than colour. */
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
	/** How many columns the label takes, with the blanks up to the detail. */
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

/** The mark between blanks. */
const markColumns = 3;
const gapColumns = 2;
const besideColumns = markColumns + gapColumns;

/** Labels get this much of a narrow screen, whatever the details want. */
const labelsMin = 26;

/** Where details begin: behind the labels, unless the longest detail needs the room more. */
function labelColumn(entries: readonly ListEntry[], width: number): number {
	const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(text => textWidth(text)));
	const labels = Math.min(Math.floor(width / 2), widest(entries.map(({label}) => label)));
	const left = width - besideColumns - widest(entries.map(({detail}) => detail));
	return Math.max(Math.min(labelsMin, Math.floor(width / 3)), Math.min(labels, left));
}

/** A label may reach into the column of details as far as its own detail leaves room. */
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
