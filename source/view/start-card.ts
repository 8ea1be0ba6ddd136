import {neutralise} from '../text/neutralise.ts';
import {shorten, textWidth} from '../text/width.ts';
import type {PaneRects} from './layout.ts';
import type {Paint} from './theme.ts';

/** What an empty transcript says. The first frame is drawn before anything but `version` is known. */
export type StartFacts = {
	readonly version: string;
	readonly place?: {
		/** The folder, and on which machine if it is another one. */
		readonly folder: string;
		readonly branch: string | null;
	};
	readonly model?: string;
	/** Which files instruct the model; empty if there are none. */
	readonly instructions?: string;
};

type Size = {readonly width: number; readonly height: number};

/** The room in the transcript's pane, less the blank before each row. */
export function startSize({inner}: PaneRects): Size {
	return {width: inner.width - 1, height: inner.height};
}

/** Where there is less room, one line has to do. */
export function startRows(
	facts: StartFacts,
	{width, height}: Size,
	paint: Paint,
): readonly string[] {
	const rows = cardRows(facts, {width, paint});
	return height >= rows.length && width >= cardColumnsMin
		? rows
		: [paint.style('text.dim', hint(width))];
}

const cardColumnsMin = 56;

function cardRows(
	{version, place, model, instructions = ''}: StartFacts,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const fact = (name: string, value: string) =>
		paint.style('text.dim', name.padEnd(labelColumns)) +
		shorten(neutralise(value), width - labelColumns, paint.glyphs.more);
	const branch = place?.branch ? ` (${place.branch})` : '';
	return [
		`${paint.style('text.strong', 'agent-tui')} ${paint.style('text.dim', version)}`,
		'',
		place ? fact('folder', `${place.folder}${branch}`) : '',
		model === undefined ? '' : fact('model', model),
		instructions === '' ? '' : fact('reads', instructions),
		'',
		...tries.map(({ask, why}, index) => {
			const label = paint.style('text.dim', (index === 0 ? 'try' : '').padEnd(labelColumns));
			const asked = label + paint.style('text.accent', ask.padEnd(askColumns));
			return labelColumns + askColumns + textWidth(why) <= width
				? asked + paint.style('text.dim', why)
				: asked;
		}),
		'',
		paint.style('text.dim', '? lists the keys, Ctrl+P finds every command.'),
	];
}

const labelColumns = 9;
const askColumns = 26;

const tries = [
	{ask: 'what is in this folder?', why: 'a card asks before anything runs'},
	{ask: '!git status', why: 'a command of yours, live beside the chat'},
	{ask: '/tour', why: 'cards, terminals, monitor, step by step'},
] as const;

function hint(width: number): string {
	return hints.find(text => text.length <= width) ?? '';
}

const hints = [
	'Ask for something. /tour shows you around, ? lists the keys.',
	'Ask for something. ? lists the keys.',
] as const;
