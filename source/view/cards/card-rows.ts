import type {SessionMode} from '../../events/session-mode.ts';
import {cardQuestion} from '../../state/card-question.ts';
import {changeSize} from '../../state/change-size.ts';
import {coveredWords} from '../../state/grants.ts';
import {type HopsState, hopOf, hopStateWords} from '../../state/hops.ts';
import type {ToolCall} from '../../state/state.ts';
import {shorten, textWidth} from '../../text/width.ts';
import type {Keymap} from '../actions/keymap.ts';
import {drawn} from '../drawn.ts';
import type {CardStep} from '../input/card-focus.ts';
import type {Paint} from '../theme.ts';
import {
	changeRows,
	foldRows,
	grantRows,
	groupRows,
	minusOf,
	noteRows,
	ruleRows,
} from './card-body.ts';
import {alikeCalls, answeredBy, apartFrom, subjectOf} from './card-calls.ts';
import {keyRows} from './card-keys.ts';
import {shareRows} from './card-room.ts';
import {contextOfStep} from './card-steps.ts';
import {commandRows} from './command-rows.ts';
import type {ShownCard} from './shown-card.ts';

export type Card = {
	readonly call: ToolCall;
	/** All waiting calls, including this one. */
	readonly waiting: readonly ToolCall[];
	readonly focused: boolean;
	readonly step: CardStep;
	/** The `match` of the rule that the step `rule` would save. */
	readonly ruleMatch: string;
	readonly mode: SessionMode;
	readonly width: number;
	readonly rowsMax: number;
	/** The connections, from which the host's address and state are shown. */
	readonly hops: HopsState;
	/** The person's home folder, which is shown as `~`. */
	readonly home: string;
	readonly now: number;
};

/** The card for a call: the host, the exact command and the keys. */
export function cardRows(
	card: Card,
	look: {readonly paint: Paint; readonly keymap: Keymap},
): ShownCard {
	const {call, width, focused, waiting} = card;
	const {paint} = look;
	const inner = width - 4;
	const title = titleOf(card, paint);
	const position = waiting.indexOf(call) + 1;
	return {
		...contentRows(card, {...look, inner, hasFolder: title.hasFolder}),
		asked: askedOf(card),
		title: title.text,
		foot: [
			changeSize(call, minusOf(paint)),
			waiting.length > 1 ? `${position} of ${waiting.length} waiting` : '',
		]
			.filter(part => part !== '')
			.join('  '),
		width,
		focused,
	};
}

/** The title always names the machine, and the folder if there is room for it. */
function titleOf(
	{call, hops, home, width}: Card,
	paint: Paint,
): {text: string; hasFolder: boolean} {
	const {asked, machine, name, folder} = cardQuestion(call, {hops, home});
	const short = `${drawn(asked, paint)} ${drawn(name, paint)}?`;
	const long = `${drawn(asked, paint)} ${drawn(machine, paint)}`;
	const whole = folder === '' ? null : `${long}, in ${drawn(folder, paint)}?`;
	const fits = (text: string) => textWidth(text) + frameColumns <= width;
	if (whole !== null && fits(whole)) {
		return {text: whole, hasFolder: true};
	}
	return {text: fits(`${long}?`) ? `${long}?` : short, hasFolder: folder === ''};
}

/** How many columns of the upper border the title can't use. */
const frameColumns = 7;

type Look = {
	readonly paint: Paint;
	readonly keymap: Keymap;
	readonly inner: number;
	/** Whether the title already names the folder. */
	readonly hasFolder: boolean;
};

/** Gives rows to the command and the warnings first, and the remaining rows to the other parts. */
function contentRows(
	card: Card,
	{paint, keymap, inner, hasFolder}: Look,
): Pick<ShownCard, 'body' | 'keys' | 'isWhole'> {
	const {call, waiting, step, focused} = card;
	const room = {width: inner, paint};
	const subject = subjectRows(card, room);
	const warnings = [...lostRows(card, room), ...noteRows(answeredBy(card), room)];
	const change = step === 'answer' && call.preview ? changeRows(call.preview.patch, room) : null;
	const {terminal = null} = call.exposure ?? {};
	const alike = alikeCalls(waiting, call).length;
	// In the mode `ask` every call asks, so an answer for the session would cover nothing now.
	const covered = card.mode === 'ask' ? null : coveredWords(call);
	const facts = {total: waiting.length, alike, terminal, covered};
	const allKeys = keyRows(
		{context: contextOfStep[step], focused, facts},
		{paint, keymap, width: inner},
	);
	const share = shareRows({
		free: card.rowsMax - 2,
		keys: allKeys.length,
		subject: subject.length,
		warnings: warnings.length,
		change: change === null ? 0 : change.rows.length + (change.beyond > 0 ? 1 : 0),
		place: hasFolder ? 0 : 1,
	});
	const where = drawn(`in ${cardQuestion(call, card).folder}`, paint);
	return {
		isWhole: share.isWhole && (step !== 'group' || isAllShown(answeredBy(card), subject, share)),
		body: [
			...foldRows({rows: subject}, {rowsMax: share.subject, paint}),
			...fewNotes(warnings, {rowsMax: share.warnings, width: inner, paint}),
			...(share.place ? [paint.style('text.dim', shorten(where, inner, paint.glyphs.more))] : []),
			...(change ? foldRows(change, {rowsMax: share.change, paint}) : []),
		],
		keys: allKeys.slice(0, share.keys),
	};
}

/**
 * Whether the card shows enough to answer a group: every command to its end, and no call changes
 * files.
 */
function isAllShown(
	calls: readonly ToolCall[],
	subject: readonly string[],
	{subject: shown}: {readonly subject: number},
): boolean {
	return shown >= subject.length && calls.every(({preview}) => preview === undefined);
}

/**
 * A text that identifies the question. It differs as soon as anything differs that the card asks
 * about.
 */
function askedOf(card: Card): string {
	const {call, step, ruleMatch, focused, hops} = card;
	const hop = hopOf({hops}, call.host)?.state.status ?? '';
	return JSON.stringify([call.id, step, ruleMatch, focused, hop, subjectOf(answeredBy(card))]);
}

/**
 * Warns that the host is not connected: the call can't run now, although a yes would be recorded.
 */
function lostRows(
	{call, hops, now}: Card,
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const hop = call.scope === 'hop' ? null : hopOf({hops}, call.host);
	if (hop === null || hop.state.status === 'ready') {
		return [];
	}
	const words = `${hop.host}: ${hopStateWords(hop, now)}; it runs there or not at all`;
	return [paint.style('card.danger', shorten(drawn(words, paint), width, paint.glyphs.more))];
}

function subjectRows(card: Card, room: {width: number; paint: Paint}): readonly string[] {
	const {call, step, waiting, ruleMatch} = card;
	switch (step) {
		case 'rule':
			return ruleRows(call, {...room, match: ruleMatch});
		case 'time':
			return grantRows(call, {...room, match: ruleMatch});
		case 'group':
			return groupRows({calls: alikeCalls(waiting, call), apart: apartFrom(waiting, call)}, room);
		default:
			return commandRows(call.summary, {
				...room,
				language: call.scope === 'shell' ? 'sh' : '',
				parts: (call.status.type === 'waiting' && call.status.parts) || [],
			});
	}
}

/** Returns the most serious warnings, and a row that says how many are hidden. */
function fewNotes(
	notes: readonly string[],
	{rowsMax, width, paint}: {rowsMax: number; width: number; paint: Paint},
): readonly string[] {
	if (notes.length <= rowsMax) {
		return notes;
	}
	const shown = notes.slice(0, Math.max(0, rowsMax - 1));
	const hidden = notes.length - shown.length;
	const more = shorten(`! ${hidden} more warnings: d shows all`, width, paint.glyphs.more);
	return rowsMax < 1 ? [] : [...shown, paint.style('card.danger', more)];
}
