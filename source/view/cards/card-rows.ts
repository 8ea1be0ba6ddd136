import type {Action, Context} from '../../keys/actions.ts';
import {type Keymap, showChord} from '../../keys/keymap.ts';
import type {ToolCall} from '../../state/state.ts';
import {reveal} from '../../text/neutralise.ts';
import {padStyled} from '../../text/styled.ts';
import {clusters, shorten} from '../../text/width.ts';
import {frameRows} from '../frame-rows.ts';
import type {Paint} from '../theme.ts';

export type Card = {
	readonly call: ToolCall;
	readonly position: number;
	readonly total: number;
	readonly focused: boolean;
	readonly width: number;
	readonly rowsMax: number;
};

const commandRowsMax = 8;

/** The question about one call: where, what exactly, and the keys. What it shows is what runs. */
export function cardRows(
	card: Card,
	{paint, keymap}: {paint: Paint; keymap: Keymap},
): readonly string[] {
	const {call, width, focused} = card;
	const inner = width - 4;
	const mended =
		call.mended === undefined
			? []
			: [paint.style('status.warn', shorten(`mended: ${reveal(call.mended)}`, inner))];
	const command = wrapCommand(call.summary, {width: inner, paint});
	// Where rows are few, the command has them before the words above it and the last of the keys.
	const least = Math.min(2, command.length);
	const free = card.rowsMax - mended.length - 2;
	const allKeys = keyRows({card, keymap}, {width: inner, paint});
	const keys = free - allKeys.length < least ? allKeys.slice(0, 1) : allKeys;
	const room = Math.max(least, free - keys.length);
	const place = room > least ? [shorten(`${call.tool} in ${reveal(call.cwd)}`, inner)] : [];
	const rows = [
		...place,
		...foldCommand(command, {rowsMax: Math.min(commandRowsMax, room - place.length), paint}),
		...mended,
		...keys,
	];
	return frameRows(
		{
			title: `Allow ${call.scope ?? ''} on ${call.host}?`,
			foot: card.total > 1 ? `${card.position} of ${card.total} waiting` : '',
			width,
			height: rows.length + 2,
			focused,
			rows: rows.map(row => ` ${padStyled(row, inner)} `),
		},
		paint,
	);
}

/** Every line break, escape and invisible character is drawn. */
function wrapCommand(
	summary: string,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	return summary.split('\n').flatMap((line, index) => {
		const prefix = index === 0 ? `${paint.glyphs.prompt} ` : '  ';
		return hardWrap(reveal(line), width - 2).map((piece, at) => (at === 0 ? prefix : '  ') + piece);
	});
}

/** What is folded is counted. */
function foldCommand(
	all: readonly string[],
	{rowsMax, paint}: {rowsMax: number; paint: Paint},
): readonly string[] {
	const shown = all.length > rowsMax ? all.slice(0, Math.max(1, rowsMax - 1)) : all;
	const hidden = all.length - shown.length;
	return [
		...shown.map(row => paint.style('text.strong', row)),
		...(hidden > 0
			? [paint.style('card.danger', `  ${paint.glyphs.more} ${hidden} more lines: d shows all`)]
			: []),
	];
}

function hardWrap(text: string, width: number): readonly string[] {
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const cluster of clusters(text)) {
		if (used + cluster.width > width) {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += cluster.text;
		used += cluster.width;
	}
	return [...rows, row];
}

const offered: readonly (readonly [Action, string])[] = [
	['allow-once', 'once'],
	['allow-session', 'this session'],
	['deny', 'no'],
	['deny-with-reason', 'no, because…'],
	['detail', 'detail'],
	['next-card', 'next card'],
	['cancel', 'later'],
];

function keyRows(
	{card, keymap}: {card: Card; keymap: Keymap},
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	if (!card.focused) {
		const chord = keymap.chordsOf('global', 'focus-card')[0] ?? '';
		return [paint.style('text.dim', shorten(`${showChord(chord)} goes to this card`, width))];
	}
	const hints = offered
		.filter(([action]) => action !== 'next-card' || card.total > 1)
		.map(([action, words]) => ({chord: chordFor(keymap, 'card', action), words}));
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const {chord, words} of hints) {
		const length = chord.length + words.length + 1;
		if (used > 0 && used + length + 2 > width) {
			rows.push(row);
			row = '';
			used = 0;
		}
		row += `${used > 0 ? '  ' : ''}${paint.style('key', chord)} ${words}`;
		used += length + (used > 0 ? 2 : 0);
	}
	return [...rows, row];
}

function chordFor(keymap: Keymap, context: Context, action: Action): string {
	return showChord(keymap.chordsOf(context, action)[0] ?? '');
}
