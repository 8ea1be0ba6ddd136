import {Box} from 'ink';
import {Frame} from '../ink/frame.tsx';
import {Line, StyledRow, Words} from '../ink/words.tsx';
import {type CardKey, type KeyRow, keysGap} from './card-keys.ts';
import type {ShownCard} from './shown-card.ts';

/** Draws a card, about a call, a connection or a folder. It is as high as its rows. */
export function CardView({card}: {readonly card: ShownCard}) {
	const {title, foot, width, focused, body, keys} = card;
	const border = focused ? 'border.focus' : 'card.border';
	return (
		<Frame title={title} foot={foot} width={width} focused={focused} border={border}>
			<Box flexDirection="column" flexShrink={0} paddingX={1}>
				{body.map((row, index) => (
					<StyledRow key={index}>{row}</StyledRow>
				))}
				{keys.map((row, index) => (
					<Keys key={index} row={row} />
				))}
			</Box>
		</Frame>
	);
}

function Keys({row}: {readonly row: KeyRow}) {
	return typeof row === 'string' ? (
		<Words token="text.dim">{row}</Words>
	) : (
		<Box columnGap={keysGap} height={1} flexShrink={0}>
			{row.map(({key, words}: CardKey) => (
				<Box key={key} flexShrink={0}>
					<Line>
						<Words token="key">{key}</Words>
						<Words>{` ${words}`}</Words>
					</Line>
				</Box>
			))}
		</Box>
	);
}
