import type {Action, Context} from '../../keys/actions.ts';
import {type Keymap, showChord} from '../../keys/keymap.ts';
import {shorten} from '../../text/width.ts';
import type {CardStep} from '../desk/card-focus.ts';
import type {Paint} from '../theme.ts';

type Offer = readonly [Action, string];

export type KeyRowsOptions = {
	readonly step: CardStep;
	readonly focused: boolean;
	readonly total: number;
	readonly alike: number;
	readonly width: number;
};

/** The keys that answer, with their words; what does not apply is not offered. */
export function keyRows(
	options: KeyRowsOptions,
	{paint, keymap}: {paint: Paint; keymap: Keymap},
): readonly string[] {
	const {focused, width, step} = options;
	if (!focused) {
		const chord = keymap.chordsOf('global', 'focus-card')[0] ?? '';
		return [paint.style('text.dim', shorten(`${showChord(chord)} goes to this card`, width))];
	}
	const {context, offers} = offersOf(step, options);
	const rows: string[] = [];
	let row = '';
	let used = 0;
	for (const [action, words] of offers) {
		const chord = showChord(keymap.chordsOf(context, action)[0] ?? '');
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

function offersOf(
	step: CardStep,
	{total, alike}: KeyRowsOptions,
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
					...answerOffers,
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

const timeOffers: readonly Offer[] = [
	['for-15-minutes', 'for 15 minutes'],
	['for-an-hour', 'for an hour'],
	['for-today', 'today'],
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
