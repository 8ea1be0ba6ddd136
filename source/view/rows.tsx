import {Box, Text} from 'ink';
import type {Rect} from './layout.ts';

/** Draws styled rows at a position. The caller has neutralised their text. */
export function Rows({rect, rows}: {readonly rect: Rect; readonly rows: readonly string[]}) {
	return (
		<Box
			position="absolute"
			left={rect.x}
			top={rect.y}
			width={rect.width}
			height={rect.height}
			flexDirection="column"
			overflow="hidden"
		>
			{rows.slice(0, rect.height).map((row, index) => (
				<Text key={index} wrap="truncate">
					{row === '' ? ' ' : withFullResets(row)}
				</Text>
			))}
		</Box>
	);
}

/** Ink doesn't know the short form of `CSI 0 m`, and would keep the old style after it. */
function withFullResets(row: string): string {
	return row.replaceAll('\u001B[m', '\u001B[0m');
}
