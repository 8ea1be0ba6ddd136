import {Box, Text} from 'ink';
import type {ReactNode} from 'react';
import {shorten, textWidth} from '../../text/width.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {useDrawing} from './drawing.ts';
import {Words} from './words.tsx';

export type FrameProps = {
	readonly title: string;
	/** A text at the right end of the bottom border, if it fits. */
	readonly foot?: string;
	readonly width: number;
	/** The height; if unset, the frame is as high as its content. */
	readonly height?: number;
	readonly focused: boolean;
	/** The border's style; if unset, `border` or `border.focus`. */
	readonly border?: ThemeToken;
	/** Set if the frame lies over other parts of Ink's picture, which must not show through. */
	readonly covers?: boolean;
	readonly children?: ReactNode;
};

/** A border with a title in its upper edge. */
export function Frame({title, foot = '', width, height, focused, covers, ...rest}: FrameProps) {
	const {paint} = useDrawing();
	const token = rest.border ?? (focused ? 'border.focus' : 'border');
	const inner = width - 2;
	const words = shorten(title, Math.max(0, inner - 3), paint.glyphs.more);
	return (
		<Box
			flexDirection="column"
			flexShrink={0}
			width={width}
			{...(height !== undefined && {height})}
			borderStyle={borderOf(token, paint)}
		>
			{covers && height !== undefined ? <Blank width={inner} height={height - 2} /> : null}
			{rest.children}
			{words === '' ? null : (
				<Box position="absolute" top={-1} left={1} width={textWidth(words) + 2}>
					<Words token={focused ? 'title.focus' : 'title'}>{` ${words} `}</Words>
				</Box>
			)}
			{foot === '' || textWidth(foot) + 3 >= inner ? null : (
				<Box position="absolute" bottom={-1} right={1} width={textWidth(foot) + 2}>
					<Words>{` ${foot} `}</Words>
				</Box>
			)}
		</Box>
	);
}

/** Covers with blanks what Ink has drawn below. */
function Blank({width, height}: {readonly width: number; readonly height: number}) {
	const rows = Array.from({length: Math.max(0, height)}, () => ' '.repeat(Math.max(0, width)));
	return (
		<Box position="absolute" top={0} left={0}>
			<Text>{rows.join('\n')}</Text>
		</Box>
	);
}

/**
 * Ink's border with the theme's style in its characters, because Ink's own options can't express
 * such a style.
 */
function borderOf(token: ThemeToken, {open, glyphs}: Paint) {
	const {topLeft, topRight, bottomLeft, bottomRight, horizontal, vertical} = glyphs;
	const opening = open(token);
	const end = opening === '' ? '' : '\u001B[0m';
	return {
		topLeft: opening + topLeft,
		top: horizontal,
		topRight: topRight + end,
		left: opening + vertical + end,
		right: opening + vertical + end,
		bottomLeft: opening + bottomLeft,
		bottom: horizontal,
		bottomRight: bottomRight + end,
	};
}
