import {cutStyled, padStyled, styledWidth} from '../text/styled.ts';
import type {Paint, ThemeToken} from './theme.ts';

export type FrameText = {
	readonly title: string;
	/** A text at the right end of the top border. */
	readonly note?: string;
	/** A text at the left end of the bottom border. */
	readonly mark?: string;
	/** A text at the right end of the bottom border. */
	readonly foot?: string;
	readonly width: number;
	readonly height: number;
	readonly focused: boolean;
	/** The style of the border. If unset: `border`, or `border.focus` for a focused pane. */
	readonly border?: ThemeToken;
	readonly rows: readonly string[];
};

/** Draws a box of exactly this width and height around styled rows. */
export function frameRows(frame: FrameText, paint: Paint): readonly string[] {
	const {width, height} = frame;
	if (width < 2 || height < 2) {
		return Array.from({length: Math.max(0, height)}, () => ' '.repeat(Math.max(0, width)));
	}
	const {vertical} = paint.glyphs;
	const side = paint.style(borderOf(frame), vertical);
	const inside = Array.from(
		{length: height - 2},
		(_, index) => `${side}${padStyled(frame.rows[index] ?? '', width - 2)}${side}`,
	);
	return [topRow(frame, paint), ...inside, bottomRow(frame, paint)];
}

function borderOf({focused, border = focused ? 'border.focus' : 'border'}: FrameText): ThemeToken {
	return border;
}

function topRow(frame: FrameText, paint: Paint): string {
	const {title, note = '', width, focused} = frame;
	const {topLeft, topRight} = paint.glyphs;
	const words = paint.style(focused ? 'title.focus' : 'title', title === '' ? '' : ` ${title} `);
	const end = note === '' ? '' : ` ${note} `;
	const border = borderOf(frame);
	return edge({left: topLeft, right: topRight, words, end, width, border}, paint);
}

function bottomRow(frame: FrameText, paint: Paint): string {
	const {foot = '', mark = '', width} = frame;
	const {bottomLeft, bottomRight} = paint.glyphs;
	const words = mark === '' ? '' : paint.style('status.busy', ` ${mark} `);
	const end = foot === '' ? '' : ` ${foot} `;
	const border = borderOf(frame);
	return edge({left: bottomLeft, right: bottomRight, words, end, width, border}, paint);
}

type Edge = {
	readonly left: string;
	readonly right: string;
	readonly words: string;
	readonly end: string;
	readonly width: number;
	readonly border: ThemeToken;
};

function edge({left, right, words, end, width, border}: Edge, paint: Paint): string {
	const inner = width - 2;
	const start = words === '' ? '' : cutStyled(words, 0, Math.max(0, inner - 1));
	const room = inner - styledWidth(start) - 1;
	const tail = styledWidth(end) < room ? end : '';
	const line = paint.glyphs.horizontal;
	const lead = start === '' ? '' : line;
	const fill = inner - styledWidth(lead) - styledWidth(start) - styledWidth(tail) - (tail ? 1 : 0);
	return [
		paint.style(border, left + lead),
		start,
		paint.style(border, line.repeat(Math.max(0, fill))),
		tail,
		paint.style(border, (tail ? line : '') + right),
	].join('');
}
