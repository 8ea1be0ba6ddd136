import {Box} from 'ink';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import {useDrawing} from '../ink/drawing.ts';
import {StyledRow, Words} from '../ink/words.tsx';
import {hearts, type Layer, signOf} from './layers.ts';
import {sparkline} from './sparkline.ts';

const labelWidth = 10;
const valueWidths = {narrow: 13, wide: 15} as const;
const wideMin = 48;
const sparkWidthMax = 60;
const gap = 1;

/** The row of a layer: its dot, name and value, then recent samples or a text. */
export function LayerRow({layer, width}: {readonly layer: Layer; readonly width: number}) {
	const {name, value, words} = layer;
	const isAllWords = value === '' && words !== undefined;
	const valueWidth = isAllWords ? 0 : width < wideMin ? valueWidths.narrow : valueWidths.wide;
	const room = width - labelWidth - valueWidth - (isAllWords ? 2 : 3) * gap - 1;
	return (
		<Box height={1} flexShrink={0} columnGap={gap}>
			<Sign heart={layer.heart} />
			<Column width={labelWidth}>{name}</Column>
			{isAllWords ? null : <Column width={valueWidth}>{value}</Column>}
			{room < roomMin && !isAllWords ? null : <Rest layer={layer} room={Math.max(0, room)} />}
		</Box>
	);
}

const roomMin = 4;

function Sign({heart}: Pick<Layer, 'heart'>) {
	const {paint} = useDrawing();
	return (
		<Box width={1} flexShrink={0}>
			{heart === 'none' ? null : <StyledRow>{signOf(heart, paint)}</StyledRow>}
		</Box>
	);
}

function Column({width, children}: {readonly width: number; readonly children: string}) {
	return (
		<Box width={width} flexShrink={0}>
			<Words>{shorten(neutralise(children), width)}</Words>
		</Box>
	);
}

function Rest({layer, room}: {readonly layer: Layer; readonly room: number}) {
	const {paint} = useDrawing();
	const {words, samples = [], top} = layer;
	if (words !== undefined) {
		return <Words token={tokenOf(layer)}>{shorten(neutralise(words), room)}</Words>;
	}
	const width = Math.min(sparkWidthMax, room);
	return samples.length === 0 ? null : (
		<StyledRow>{sparkline(samples, {width, paint, top})}</StyledRow>
	);
}

/** The style of a text. If the layer has no samples, the text is a problem or just a number. */
function tokenOf({name, heart, value}: Layer) {
	if (value === '') {
		return heart === 'none' && name !== '' ? 'text.dim' : 'status.error';
	}
	return heart === 'warn' || heart === 'error' ? hearts[heart] : 'text.dim';
}
