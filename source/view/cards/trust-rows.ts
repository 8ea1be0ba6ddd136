import type {TrustQuestion} from '../../events/project.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Keymap} from '../actions/keymap.ts';
import {drawn, exactRows} from '../drawn.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {foldRows} from './card-body.ts';
import {keyRows} from './card-keys.ts';
import type {ShownCard} from './shown-card.ts';
import {askedFileWords, textLines, trustMeaning, trustSubject, trustTitle} from './trust-words.ts';

export type TrustCard = {
	readonly question: TrustQuestion;
	readonly focused: boolean;
	/** How many cards wait, including this one. */
	readonly total: number;
	readonly width: number;
	readonly rowsMax: number;
};

type Look = {readonly paint: Paint; readonly keymap: Keymap};

/**
 * The card that asks about a folder's instructions. It sets the files' text clearly apart from our
 * own words.
 */
export function trustRows(card: TrustCard, {paint, keymap}: Look): ShownCard {
	const {question, focused, total, width} = card;
	const inner = width - 4;
	const facts = {total, alike: 1, terminal: null, covered: null};
	const free = card.rowsMax - 2;
	const allKeys = keyRows({context: 'trust', focused, facts}, {paint, keymap, width: inner});
	const keys = free - allKeys.length < bodyRowsMin ? allKeys.slice(0, 1) : allKeys;
	const body = bodyRows(question, {width: inner, paint});
	const rowsMax = Math.max(0, free - keys.length);
	return {
		isWhole: body.length <= rowsMax,
		asked: JSON.stringify([trustSubject(question), focused]),
		title: drawn(trustTitle(question), paint),
		foot: total > 1 ? `1 of ${total} waiting` : '',
		width,
		focused,
		body: foldRows({rows: body}, {rowsMax, paint}),
		keys,
	};
}

/** The fewest rows: the folder, one file, what a yes means, and how to see the rest. */
const bodyRowsMin = 4;

/** Rows of a file begin with a bar, so that they can't be mistaken for ours. */
function bodyRows(
	{folder, files, notes}: TrustQuestion,
	{width, paint}: {readonly width: number; readonly paint: Paint},
): readonly string[] {
	const say = (token: ThemeToken, words: string) =>
		exactRows(words, {width, paint}).map(row => paint.style(token, row));
	const bar = `${paint.glyphs.vertical} `;
	return [
		...say('text.dim', folder),
		...[trustMeaning, ...notes].flatMap(words =>
			wrapStyled(paint.style('status.warn', drawn(words, paint)), width),
		),
		...files.flatMap(file => [
			...say('text.strong', askedFileWords(file)),
			...textLines(file).flatMap(line =>
				exactRows(line, {width: Math.max(1, width - 2), paint}).map(row => bar + row),
			),
		]),
	];
}
