import type {TerminalId} from '../../events/ids.ts';
import {showChord} from '../../keys/show-chord.ts';
import {typedWords} from '../../state/grants.ts';
import {shorten} from '../../text/width.ts';
import type {Action} from '../actions/actions.ts';
import type {Context} from '../actions/contexts.ts';
import type {Keymap} from '../actions/keymap.ts';
import type {CardStep} from '../input/card-focus.ts';
import type {Paint} from '../theme.ts';

type Offer = readonly [Action, string];

export type KeyRowsOptions = {
	readonly step: CardStep;
	readonly focused: boolean;
	readonly total: number;
	readonly alike: number;
	/** The terminal that the call types into; null for other calls. */
	readonly terminal: TerminalId | null;
	readonly width: number;
};

/** Rows with the keys that answer the card. Keys that don't apply are left out. */
export function keyRows(
	options: KeyRowsOptions,
	{paint, keymap}: {paint: Paint; keymap: Keymap},
): readonly string[] {
	const {focused, width, step} = options;
	return offerRows({...offersOf(step, options), focused}, {paint, keymap, width});
}

/** Fills rows with offers. A card without the keyboard only shows the key that focuses it. */
export function offerRows(
	{
		context,
		offers,
		focused,
	}: {readonly context: Context; readonly offers: readonly Offer[]; readonly focused: boolean},
	{paint, keymap, width}: {paint: Paint; keymap: Keymap; width: number},
): readonly string[] {
	if (!focused) {
		const chord = keymap.chordsOf('global', 'focus-card')[0] ?? '';
		const words = shorten(`${shown(chord, paint)} goes to this card`, width, paint.glyphs.more);
		return [paint.style('text.dim', words)];
	}
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const [action, words] of offers) {
		const chord = shown(keymap.chordsOf(context, action)[0] ?? '', paint);
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

/** Names arrow keys in words if the screen's font has no arrows. */
function shown(chord: string, {theme}: Paint): string {
	return theme.ascii && /^(?:up|down|left|right)$/.test(chord)
		? `${chord.charAt(0).toUpperCase()}${chord.slice(1)}`
		: showChord(chord);
}

function offersOf(
	step: CardStep,
	{total, alike, terminal}: KeyRowsOptions,
): {readonly context: Context; readonly offers: readonly Offer[]} {
	switch (step) {
		case 'time':
			return {context: 'card-time', offers: timeOffers};
		case 'rule':
			return {context: 'card-rule', offers: ruleOffers};
		case 'group':
			return {context: 'card-group', offers: groupOffers(alike)};
		default:
			return {
				context: 'card',
				offers: [
					...(terminal === null ? answerOffers : answersToTyping(terminal)),
					...(alike > 1 ? ([['answer-all', `all ${alike}`]] as const) : []),
					...(total > 1 ? ([['next-card', 'next card']] as const) : []),
					['cancel', 'later'],
				],
			};
	}
}

const answerOffers: readonly Offer[] = [
	['allow-once', 'once'],
	['deny', 'no'],
	['deny-with-reason', 'no, because'],
	['detail', 'detail'],
	['edit-call', 'edit'],
	['allow-session', 'this session'],
	['allow-time', 'for a time'],
	['allow-always', 'always'],
];

/**
 * For typing into a terminal: a grant covers that terminal for the session, and no permanent rule
 * is offered.
 */
function answersToTyping(terminal: TerminalId): readonly Offer[] {
	return answerOffers
		.filter(([action]) => action !== 'allow-always')
		.map(([action, words]) => [action, action === 'allow-session' ? typedWords(terminal) : words]);
}

const timeOffers: readonly Offer[] = [
	['for-15-minutes', 'for 15 minutes'],
	['for-an-hour', 'for an hour'],
	['for-today', 'today'],
	['for-session', 'this session'],
	['edit-rule', 'only calls like this'],
	['cancel', 'back'],
];

const ruleOffers: readonly Offer[] = [
	['save-rule', 'save this rule and run'],
	['edit-rule', 'edit it'],
	['cancel', 'back'],
];

function groupOffers(count: number): readonly Offer[] {
	return [
		['allow-all', `all ${count} once`],
		['deny-all', `none of the ${count}`],
		['detail', 'detail'],
		['cancel', 'back'],
	];
}
