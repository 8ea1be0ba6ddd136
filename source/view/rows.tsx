import {Box} from 'ink';
import {StyledRow} from './ink/words.tsx';

type Size = {readonly width: number; readonly height: number};

/** Styled rows, one below the other. Neutralise text from outside before. */
export function Rows({width, height, rows}: Size & {readonly rows: readonly string[]}) {
	return (
		<Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
			{rows.slice(0, height).map((row, index) => (
				<StyledRow key={index}>{row}</StyledRow>
			))}
		</Box>
	);
}
