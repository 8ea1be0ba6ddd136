import {Box} from 'ink';
import {showChord} from '../../keys/show-chord.ts';
import {textWidth} from '../../text/width.ts';
import {useHandles, useLive} from '../hooks.ts';
import {useDrawing} from '../ink/drawing.ts';
import {Frame} from '../ink/frame.tsx';
import {Surface} from '../ink/surface.tsx';
import {Line, Words} from '../ink/words.tsx';
import type {Layout} from '../layout.ts';
import {showKey} from './show-key.ts';

/** The list of the keys that can follow the leader key. It appears if none follows for a while. */
export function LeaderList() {
	const {layout: source, hesitates} = useHandles();
	const layout = useLive(source);
	const isShown = useLive(hesitates);
	return isShown && layout.type === 'panes' ? <List layout={layout} /> : null;
}

type Key = {readonly key: string; readonly words: string};

/**
 * Draws the list at the bottom of the screen, or above the card. Nothing if there is no room for
 * it.
 */
function List({layout}: {readonly layout: Extract<Layout, {type: 'panes'}>}) {
	const {keymap} = useHandles();
	const {paint} = useDrawing();
	const keys = keymap
		.offers('leader')
		.filter(({chord}) => chord !== '')
		.map(({chord, words}) => ({key: showKey(chord, paint), words}));
	const {width} = layout.status;
	const end = layout.chat?.card?.y ?? layout.status.y;
	const columns = inColumns(keys, width - 2 * sideColumns);
	const height = Math.min((columns[0]?.length ?? 0) + 2, end);
	if (height < rowsMin) {
		return null;
	}
	const room = height - 2;
	const isCut = room < (columns[0]?.length ?? 0);
	return (
		<Box position="absolute" flexDirection="column" justifyContent="flex-end" height={end}>
			<Surface name="leader">
				<Frame
					title={showChord(keymap.leader)}
					foot={`${isCut ? `${paint.glyphs.more} ` : ''}? all keys`}
					width={width}
					height={height}
					focused
					covers
				>
					<Columns columns={columns.map(column => column.slice(0, room))} />
				</Frame>
			</Surface>
		</Box>
	);
}

function Columns({columns}: {readonly columns: readonly (readonly Key[])[]}) {
	return (
		<Box columnGap={gapColumns} paddingLeft={1}>
			{columns.map((keys, index) => (
				<Box key={index} flexDirection="column" flexShrink={0} width={widthOf(keys)}>
					{keys.map(({key, words}) => (
						<Line key={key}>
							<Words token="key">{key}</Words>
							<Words>{` ${words}`}</Words>
						</Line>
					))}
				</Box>
			))}
		</Box>
	);
}

const rowsMin = 4;
const gapColumns = 3;
/** The width of border and blank on each side. */
const sideColumns = 2;

function widthOf(keys: readonly Key[]): number {
	return Math.max(0, ...keys.map(({key, words}) => textWidth(`${key} ${words}`)));
}

/**
 * Distributes the keys over as many columns as fit side by side, filling one column after the
 * other.
 */
function inColumns(keys: readonly Key[], width: number): readonly (readonly Key[])[] {
	let rows = 1;
	let columns = filled(keys, rows);
	while (rows < keys.length && spread(columns) > width) {
		rows += 1;
		columns = filled(keys, rows);
	}
	return columns;
}

function filled(keys: readonly Key[], rows: number): readonly (readonly Key[])[] {
	return Array.from({length: Math.ceil(keys.length / rows)}, (_, index) =>
		keys.slice(index * rows, (index + 1) * rows),
	);
}

function spread(columns: readonly (readonly Key[])[]): number {
	return columns.reduce((sum, column) => sum + widthOf(column) + gapColumns, -gapColumns);
}
