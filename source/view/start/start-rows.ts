import type {PaneRects} from '../layout.ts';
import type {Paint} from '../theme.ts';

type Size = {readonly width: number; readonly height: number};

/** The space in the transcript's pane, without the blank before each row. */
export function startSize({inner}: PaneRects): Size {
	return {width: inner.width - 1, height: inner.height};
}

/**
 * What an empty transcript says in the first frame, which is painted before Ink has been loaded and
 * anything but the version is known. `StartCard` draws the same cells, and the facts among them.
 * Where there is less room, one line has to do.
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

/** Folder, where commands run, model and instructions. */
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

/** Heading, facts and tries, with a blank row after each, and the keys. */
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
