import {Box} from 'ink';
import {StyledRow, Words} from '../ink/words.tsx';
import {type HelpItem, indent} from './help-lines.ts';
import type {PageLine} from './page.ts';

/** Draws the visible lines of a page, one in each row. */
export function PageView({lines}: {readonly lines: readonly PageLine[]}) {
	return (
		<Box flexDirection="column" paddingX={1}>
			{lines.map((line, index) => (
				<Box key={index} height={1} flexShrink={0}>
					{typeof line === 'string' ? <StyledRow>{line}</StyledRow> : <HelpRow line={line} />}
				</Box>
			))}
		</Box>
	);
}

function HelpRow({line}: {readonly line: HelpItem}) {
	switch (line.type) {
		case 'heading':
			return <Words token="heading">{line.words}</Words>;
		case 'nothing':
			return <Words token="text.dim">{line.words}</Words>;
		case 'keys':
			return (
				<Box columnGap={indent} paddingLeft={indent}>
					<Box width={line.column} flexShrink={0}>
						<Words token="key">{line.keys}</Words>
					</Box>
					<Words>{line.words}</Words>
				</Box>
			);
		case 'blank':
			return null;
	}
}
