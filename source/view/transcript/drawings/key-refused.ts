import {
	type KeyRefusedItem,
	type KeyRefusedLine,
	keyRefusedLines,
} from '../../../state/items/key-refused.ts';
import {padStyled} from '../../../text/styled.ts';
import {frameRows} from '../../frame-rows.ts';
import type {ThemeToken} from '../../theme.ts';
import {textRows} from '../text-rows.ts';
import type {BlockOptions, Drawing} from './drawing.ts';

export const keyRefusedDrawing: Drawing<KeyRefusedItem> = {rows: keyRefusedRows, estimate: () => 9};

const tokens: Readonly<Record<KeyRefusedLine['about'], ThemeToken>> = {
	refusal: 'status.error',
	warning: 'status.warn',
	key: 'text.strong',
	remedy: 'text',
	command: 'text.strong',
};

/**
 * Draws a refused host key. There are no keys to answer, because no key press may accept a wrong
 * host key.
 */
function keyRefusedRows(item: KeyRefusedItem, {paint, width}: BlockOptions): readonly string[] {
	const inner = Math.max(1, width - 4);
	const rows = keyRefusedLines(item).flatMap(({about, text}) =>
		textRows(text, {width: inner, open: paint.open(tokens[about])}),
	);
	return frameRows(
		{
			title: '',
			width,
			height: rows.length + 2,
			focused: false,
			rows: rows.map(row => ` ${padStyled(row, inner)} `),
		},
		paint,
	);
}
