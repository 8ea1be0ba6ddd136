import type {Keymap} from '../../keys/keymap.ts';
import {type Hops, hopOf, hopStateWords, hostWords} from '../../state/hops.ts';
import type {ToolCall} from '../../state/state.ts';
import {padStyled} from '../../text/styled.ts';
import {shorten, textWidth} from '../../text/width.ts';
import type {CardStep} from '../desk/card-focus.ts';
import {drawn, drawnInRow} from '../drawn.ts';
import {frameRows} from '../frame-rows.ts';
import type {Paint} from '../theme.ts';
import {
	type Body,
	changeRows,
	commandRows,
	foldRows,
	grantRows,
	groupRows,
	noteRows,
	ruleRows,
} from './card-body.ts';
import {keyRows} from './card-keys.ts';
import {alikeCalls} from './card-words.ts';

export type Card = {
	readonly call: ToolCall;
	/** All that wait, this one among them. */
	readonly waiting: readonly ToolCall[];
	readonly focused: boolean;
	readonly step: CardStep;
	/** The words of the rule that would be saved. */
	readonly ruleMatch: string;
	readonly width: number;
	readonly rowsMax: number;
	/** What stands behind the host's name, and how the connection to it is. */
	readonly hops: Hops;
	readonly now: number;
};

const bodyRowsMax = 16;
const notesMax = 3;

/** The question about one call: where, what exactly, and the keys. What it shows is what runs. */
export function cardRows(
	card: Card,
	look: {readonly paint: Paint; readonly keymap: Keymap},
): readonly string[] {
	const {call, width, focused, waiting} = card;
	const {paint} = look;
	const inner = width - 4;
	const rows = contentRows(card, {...look, inner});
	const position = waiting.indexOf(call) + 1;
	return frameRows(
		{
			title: titleOf(card, paint),
			foot: waiting.length > 1 ? `${position} of ${waiting.length} waiting` : '',
			width,
			height: rows.length + 2,
			focused,
			rows: rows.map(row => ` ${padStyled(row, inner)} `),
		},
		paint,
	);
}

/** The host stands first among what is asked, and is never left out. */
function titleOf({call: {scope, host}, hops, width}: Card, paint: Paint): string {
	const asked = scope === 'hop' ? 'Allow hop to ' : `Allow ${scope ?? ''} on `;
	const whole = drawnInRow(hostWords({hops}, host), paint);
	const fits = textWidth(asked) + textWidth(whole) + 7 <= width;
	return `${asked}${fits ? whole : drawnInRow(host, paint)}?`;
}

type Look = {readonly paint: Paint; readonly keymap: Keymap; readonly inner: number};

/** Where rows are few, the body has them before the words above it and the last of the keys. */
function contentRows(card: Card, {paint, keymap, inner}: Look): readonly string[] {
	const {call, waiting, step, focused} = card;
	const body = bodyOf(card, {width: inner, paint});
	const least = Math.min(2, body.rows.length);
	const bodyRows = body.rows.length + (body.beyond ? 1 : 0);
	const free = card.rowsMax - 2;
	const alike = alikeCalls(waiting, call).length;
	const {terminal = null} = call.exposure ?? {};
	const offered = {step, focused, alike, terminal, total: waiting.length, width: inner};
	const allKeys = keyRows(offered, {paint, keymap});
	const keys = free - allKeys.length < least ? allKeys.slice(0, 1) : allKeys;
	const notes = fewNotes(
		[...lostRows(card, inner, paint), ...noteRows(call, {width: inner, paint})],
		{
			rowsMax: Math.max(
				Math.min(notesMax, free - keys.length - least),
				// What the body leaves free.
				free - keys.length - Math.min(bodyRowsMax, bodyRows) - 1,
			),
			paint,
		},
	);
	const room = Math.max(least, free - keys.length - notes.length);
	const where = drawnInRow(`${call.tool} in ${call.cwd}`, paint);
	const place = room > least ? [shorten(where, inner, paint.glyphs.more)] : [];
	const rowsMax = Math.min(bodyRowsMax, room - place.length);
	return [...place, ...foldRows(body, {rowsMax, paint}), ...notes, ...keys];
}

/** A yes to what can't run now is an answer all the same, so it is said. */
function lostRows({call, hops, now}: Card, width: number, paint: Paint): readonly string[] {
	const hop = call.scope === 'hop' ? null : hopOf({hops}, call.host);
	if (hop === null || hop.state.status === 'ready') {
		return [];
	}
	const words = `${hop.host}: ${hopStateWords(hop, now)}; it runs there or not at all`;
	return [paint.style('card.danger', shorten(drawn(words, paint), width, paint.glyphs.more))];
}

function bodyOf(card: Card, room: {width: number; paint: Paint}): Body {
	const {call, step, waiting, ruleMatch} = card;
	if (step === 'rule') {
		return {rows: ruleRows(call, {...room, match: ruleMatch})};
	}
	if (step === 'time') {
		return {rows: grantRows(call, {...room, match: ruleMatch})};
	}
	if (step === 'group') {
		return {rows: groupRows(alikeCalls(waiting, call), room)};
	}
	const command = commandRows(call.summary, room);
	if (!call.preview) {
		return {rows: command};
	}
	const change = changeRows(call.preview.patch, room);
	return {...change, rows: [...command, ...change.rows]};
}

/** The gravest come first; how many are left out is said. */
function fewNotes(
	notes: readonly string[],
	{rowsMax, paint}: {rowsMax: number; paint: Paint},
): readonly string[] {
	if (notes.length <= rowsMax) {
		return notes;
	}
	const shown = notes.slice(0, Math.max(0, rowsMax - 1));
	const hidden = notes.length - shown.length;
	const more = paint.style('card.danger', `! ${hidden} more rows of warnings: d shows all`);
	return rowsMax < 1 ? [] : [...shown, more];
}
