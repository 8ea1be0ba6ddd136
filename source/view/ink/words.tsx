import {Text} from 'ink';
import type {ReactNode} from 'react';
import {drawn} from '../drawn.ts';
import type {ThemeToken} from '../theme.ts';
import {useDrawing} from './drawing.ts';

/**
 * Text on one line in a style of the theme; it is cut if it does not fit. Text from outside must be
 * neutralised before.
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

/** Several texts on one line, which are cut together. */
export function Line({children}: {readonly children: ReactNode}) {
	return <Text wrap="truncate">{children}</Text>;
}

/** A row with styles of its own, such as one of a diff. It occupies a line even if it is empty. */
export function StyledRow({children}: {readonly children: string}) {
	const {encode} = useDrawing();
	return <Text wrap="truncate">{children === '' ? ' ' : encode(children)}</Text>;
}

function closed(opening: string, text: string): string {
	return opening === '' || text === '' ? text : `${opening}${text}\u001B[0m`;
}
