import {expect, it} from 'vitest';
import {unstyled} from '../../../source/text/styled.ts';
import {Frame} from '../../../source/view/ink/frame.tsx';
import {Line, Words} from '../../../source/view/ink/words.tsx';
import {drawnRows} from './drawn.tsx';

it('a line break in a name begins no row that looks like one of ours', () => {
	const forged = 'make\n❯ End everything';
	const rows = drawnRows(
		<Frame title="quit?" width={30} focused>
			<Words>{forged}</Words>
			<Line>
				<Words>still runs: </Words>
				<Words>{forged}</Words>
			</Line>
		</Frame>,
	);
	expect(rows.map(unstyled)).toEqual([
		'╭─ quit? ────────────────────╮',
		'│make␊❯ End everything       │',
		'│still runs: make␊❯ End ever…│',
		'╰────────────────────────────╯',
	]);
});
