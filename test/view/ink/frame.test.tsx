import {Box} from 'ink';
import {describe, expect, it} from 'vitest';
import {styledWidth, unstyled} from '../../../source/text/styled.ts';
import {Frame} from '../../../source/view/ink/frame.tsx';
import {StyledRow, Words} from '../../../source/view/ink/words.tsx';
import {drawnRows} from './drawn.tsx';

describe('a frame', () => {
	it('has its title in the upper edge and its foot in the lower one', () => {
		const rows = drawnRows(
			<Frame title="chat" foot="3 more" width={24} height={4} focused>
				<Words>hello</Words>
			</Frame>,
		);
		expect(rows.map(unstyled)).toEqual([
			'╭─ chat ───────────────╮',
			'│hello                 │',
			'│                      │',
			'╰───────────── 3 more ─╯',
		]);
	});

	it('is as high as what is in it, unless its height is given', () => {
		const rows = drawnRows(
			<Frame title="" width={6} focused={false}>
				<Words>a</Words>
				<StyledRow>{''}</StyledRow>
			</Frame>,
		);
		expect(rows.map(unstyled)).toEqual(['╭────╮', '│a   │', '│    │', '╰────╯']);
	});

	it.each(['漢字漢字漢字', '👨‍👩‍👧‍👦 नमस्ते ภาษา', 'a'.repeat(40)])(
		'keeps its border straight around %s, and cuts a title that is too long',
		words => {
			const rows = drawnRows(
				<Frame title={words} foot={words} width={16} height={3} focused={false}>
					<Box overflow="hidden" width={14}>
						<Words>{words}</Words>
					</Box>
				</Frame>,
			);
			expect(rows.map(styledWidth)).toEqual([16, 16, 16]);
			expect(rows.map(row => unstyled(row).at(-1))).toEqual(['╮', '│', '╯']);
		},
	);

	it('hides what lies under it', () => {
		const under = Array.from({length: 4}, () => 'x'.repeat(10)).join('\n');
		const rows = drawnRows(
			<Box width={10} height={4}>
				<Box position="absolute" flexDirection="column">
					{under.split('\n').map((row, index) => (
						<Words key={index}>{row}</Words>
					))}
				</Box>
				<Box position="absolute">
					<Frame title="" width={10} height={4} focused covers>
						<Words>hi</Words>
					</Frame>
				</Box>
			</Box>,
		);
		expect(rows.map(unstyled)).toEqual(['╭────────╮', '│hi      │', '│        │', '╰────────╯']);
	});
});
