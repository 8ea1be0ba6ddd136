import {Box} from 'ink';
import {showChord} from '../../keys/show-chord.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import {useHandles, useSelector, useUi} from '../hooks.ts';
import {useDrawing} from '../ink/drawing.ts';
import {Line, Words} from '../ink/words.tsx';
import {elsewhereWords, offerWords} from './offer-running.ts';
import {startFacts} from './start-facts.ts';
import {
	askColumns,
	factRows,
	hasRoomForCard,
	hasRoomForWhy,
	keysHint,
	labelColumns,
	shortHint,
	tries,
} from './start-rows.ts';

type Size = {readonly width: number; readonly height: number};

/**
 * The start card in an empty transcript: program and version, folder, model, and messages to try.
 */
export function StartCard(size: Size) {
	return hasRoomForCard(size) ? (
		<Box flexDirection="column" width={size.width} flexShrink={0}>
			<Facts width={size.width} />
			<Tries width={size.width} />
			<Hint width={size.width}>{keysHint}</Hint>
		</Box>
	) : (
		<Hint width={size.width}>{shortHint(size)}</Hint>
	);
}

/**
 * The last line: which keys to know. If another session runs here or waits for the person, how to
 * go there.
 */
function Hint({width, children}: Pick<Size, 'width'> & {readonly children: string}) {
	const {paint} = useDrawing();
	const {keymap} = useHandles();
	const offer = useUi(ui => ui.offer);
	const elsewhere = useUi(ui => ui.elsewhere);
	const {more} = paint.glyphs;
	const key = showChord(keymap.chordsOf('composer', 'send')[0] ?? '');
	const words = offer
		? offerWords(offer, {key, width, more})
		: elsewhere && shorten(elsewhereWords(elsewhere), width, more);
	return <Words token={words ? 'text.accent' : 'text.dim'}>{words ?? children}</Words>;
}

function Facts({width}: Pick<Size, 'width'>) {
	const session = useSelector(state => state.session);
	const hops = useSelector(state => state.hops);
	const project = useSelector(state => state.project);
	const branch = useUi(ui => ui.branch);
	const {version, ...facts} = startFacts({session, hops, project}, branch);
	const named = [
		['folder', facts.folder],
		['runs', facts.place],
		['model', facts.model],
		['reads', facts.instructions],
	] as const;
	return (
		<>
			<Line>
				<Words token="text.strong">agent-tui</Words>
				<Words token="text.dim">{` ${version}`}</Words>
			</Line>
			<Box flexDirection="column" height={factRows} marginY={1}>
				{named.map(([name, value]) => (
					<Box key={name} height={1}>
						{value === '' ? null : <Fact name={name} value={value} width={width} />}
					</Box>
				))}
			</Box>
		</>
	);
}

function Fact({name, value, width}: {name: string; value: string} & Pick<Size, 'width'>) {
	const {paint} = useDrawing();
	return (
		<>
			<Label>{name}</Label>
			<Words>{shorten(neutralise(value), width - labelColumns, paint.glyphs.more)}</Words>
		</>
	);
}

function Tries({width}: Pick<Size, 'width'>) {
	return (
		<Box flexDirection="column" marginBottom={1}>
			{tries.map(({label, ask, why}) => (
				<Box key={ask}>
					<Label>{label}</Label>
					<Box width={askColumns} flexShrink={0}>
						<Words token="text.accent">{ask}</Words>
					</Box>
					{hasRoomForWhy(why, {width}) ? <Words token="text.dim">{why}</Words> : null}
				</Box>
			))}
		</Box>
	);
}

function Label({children}: {readonly children: string}) {
	return (
		<Box width={labelColumns} flexShrink={0}>
			<Words token="text.dim">{children}</Words>
		</Box>
	);
}
