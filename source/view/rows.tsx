import {Box, Text} from 'ink';
import type {Rect} from './layout.ts';

/** Styled rows at a place on the screen; what they say was neutralised by whoever made them. */
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

/** Ink knows `CSI 0 m` and not its short form, after which it would go on in the old style. */
function withFullResets(row: string): string {
	return row.replaceAll('\u001B[m', '\u001B[0m');
}
