import {Text} from 'ink';
import type {ReactNode} from 'react';
import {drawn} from '../drawn.ts';
import type {ThemeToken} from '../theme.ts';
import {useDrawing} from './drawing.ts';

/**
 * A text in one line with a style of the theme. It is cut if it doesn't fit. Neutralise text from
 * outside first.
 */
export function Words({
	token,
	children,
}: {
	readonly token?: ThemeToken | undefined;
	readonly children: string;
}) {
	const {paint, encode} = useDrawing();
	const text = encode(children.replaceAll('\n', drawn('\n', paint)));
	return (
		<Text wrap="truncate">{token === undefined ? text : closed(paint.open(token), text)}</Text>
	);
}

/** Several texts in one line. If they don't fit, they are cut together. */
export function Line({children}: {readonly children: ReactNode}) {
	return <Text wrap="truncate">{children}</Text>;
}

/** A row with styles of its own, e.g. of a diff. It takes a line even if it is empty. */
export function StyledRow({children}: {readonly children: string}) {
	const {encode} = useDrawing();
	return <Text wrap="truncate">{children === '' ? ' ' : encode(children)}</Text>;
}

function closed(opening: string, text: string): string {
	return opening === '' || text === '' ? text : `${opening}${text}\u001B[0m`;
}
