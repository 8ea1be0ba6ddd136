import {patchOf} from '../../../source/text/patch.ts';
import type {DiffLine} from '../../../source/view/diff/diff.ts';
import {parsePatch} from '../../../source/view/diff/patch.ts';

/** The lines of a card's diff, without the rows that name the file and where a piece begins. */
export function diffOf(before: string, after: string): readonly DiffLine[] {
	const patch = patchOf({shown: 'x', before, after});
	return parsePatch(patch).filter(({type}) => type !== 'file' && type !== 'fold');
}
