import {padStyled} from '../../text/styled.ts';
import {type FrameText, frameRows} from '../frame-rows.ts';
import type {Paint} from '../theme.ts';

/** The border of every card, of calls and of questions, as high as its rows need. */
export function cardFrame(
	card: Pick<FrameText, 'title' | 'foot' | 'width' | 'focused' | 'rows'>,
	paint: Paint,
): readonly string[] {
	const rows = card.rows.map(row => ` ${padStyled(row, card.width - 4)} `);
	const border = card.focused ? 'border.focus' : 'card.border';
	return frameRows({...card, height: rows.length + 2, border, rows}, paint);
}
