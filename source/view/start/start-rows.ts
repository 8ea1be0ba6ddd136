import type {PaneRects} from '../layout.ts';
import type {Paint} from '../theme.ts';

type Size = {readonly width: number; readonly height: number};

/**
 * The size of the start card: the inside of the transcript's pane without the first column, which
 * is blank.
 */
export function startSize({inner}: PaneRects): Size {
	return {width: inner.width - 1, height: inner.height};
}

/**
 * The start card as it is painted in the first frame, before Ink has been loaded and when only the
 * version is known. `StartCard` later draws the same cells and adds the facts. If there is no room,
 * it is a single line.
 */
export function startRows(version: string, size: Size, paint: Paint): readonly string[] {
	const {dim, accent} = {
		dim: (text: string) => paint.style('text.dim', text),
		accent: (text: string) => paint.style('text.accent', text),
	};
	return hasRoomForCard(size)
		? [
				`${paint.style('text.strong', 'agent-tui')} ${dim(version)}`,
				...Array.from({length: factRows + 2}, () => ''),
				...tries.map(
					({label, ask, why}) =>
						dim(label.padEnd(labelColumns)) +
						accent(ask.padEnd(askColumns)) +
						(hasRoomForWhy(why, size) ? dim(why) : ''),
				),
				'',
				dim(keysHint),
			]
		: [dim(shortHint(size))];
}

/** The rows of facts: folder, where commands run, model, instructions. */
export const factRows = 4;

export const labelColumns = 9;
export const askColumns = 26;
const cardColumnsMin = 56;

export const tries = [
	{label: 'try', ask: 'what is in this folder?', why: 'a card asks before anything runs'},
	{label: '', ask: '!git status', why: 'a command of yours, live beside the chat'},
	{label: '', ask: '/tour', why: 'cards, terminals, monitor, step by step'},
] as const;

export const keysHint = '? lists the keys, Ctrl+P finds every command.';

/**
 * The height of the card: the heading, the facts and the messages to try, each with a blank row
 * after it, and the keys.
 */
const cardRows = 1 + 1 + factRows + 1 + tries.length + 1 + 1;

export function hasRoomForCard({width, height}: Size): boolean {
	return height >= cardRows && width >= cardColumnsMin;
}

export function hasRoomForWhy(why: string, {width}: Pick<Size, 'width'>): boolean {
	return labelColumns + askColumns + why.length <= width;
}

export function shortHint({width}: Pick<Size, 'width'>): string {
	return hints.find(text => text.length <= width) ?? '';
}

const hints = [
	'Ask for something. /tour shows you around, ? lists the keys.',
	'Ask for something. ? lists the keys.',
] as const;
