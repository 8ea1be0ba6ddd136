import type {HopQuestion} from '../../events/hop.ts';
import {hardWrap} from '../../text/hard-wrap.ts';
import {shorten, textWidth} from '../../text/width.ts';
import {wrapStyled} from '../../text/wrap.ts';
import type {Keymap} from '../actions/keymap.ts';
import {drawn} from '../drawn.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {foldRows} from './card-body.ts';
import {keyRows} from './card-keys.ts';
import type {ShownCard} from './shown-card.ts';

export type QuestionCard = {
	readonly question: HopQuestion;
	readonly focused: boolean;
	/** What was typed so far: the length of a hidden answer, or the text of a visible one. */
	readonly typed: {readonly length: number; readonly text: string};
	readonly width: number;
	readonly rowsMax: number;
};

type Look = {readonly paint: Paint; readonly keymap: Keymap};
type Room = {readonly width: number; readonly rowsMax: number; readonly paint: Paint};

/** The card for a question of a connection. Text from the host is neutralised. */
export function questionRows(card: QuestionCard, look: Look): ShownCard {
	const {question, focused, width} = card;
	const {paint} = look;
	const inner = width - 4;
	const context = question.type === 'host-key' ? 'host-key' : 'secret';
	const allKeys = keyRows({context, focused}, {...look, width: inner});
	const free = card.rowsMax - 2;
	const least =
		question.type === 'host-key'
			? keyRowsMin(question, inner, paint)
			: secretRowsMin(question, inner, paint);
	const keys = free - allKeys.length < least ? allKeys.slice(0, 1) : allKeys;
	const room = {width: inner, rowsMax: free - keys.length, paint};
	const body = question.type === 'host-key' ? keyBody(question, room) : secretBody(card, room);
	return {
		isWhole: room.rowsMax >= least,
		asked: JSON.stringify([question, focused]),
		title: titleOf(question, paint),
		foot: '',
		width,
		focused,
		body,
		keys,
	};
}

/**
 * The fewest rows in which a person can compare the key: the host's name and the whole fingerprint.
 */
function keyRowsMin(question: KeyQuestion, width: number, paint: Paint): number {
	const {name, keyType, fingerprint} = question;
	return (
		wrapStyled(drawn(newKeyWords({name, keyType}), paint), width).length +
		hardWrap(drawn(fingerprint, paint), width).length
	);
}

/** The fewest rows for a secret: who gets it, one line of the host's text, and the input. */
function secretRowsMin({where = ''}: HopSecretQuestion, width: number, paint: Paint): number {
	return 2 + goesToRows(where, {width, paint}).length;
}

function goesToRows(
	where: string,
	{width, paint}: Pick<Room, 'width' | 'paint'>,
): readonly string[] {
	return where === ''
		? []
		: wrapStyled(paint.style('text', drawn(`For ${where}`, paint)), Math.max(1, width));
}

function newKeyWords({name, keyType}: Pick<KeyQuestion, 'name' | 'keyType'>): string {
	return `The ${keyType} key of ${name} is not known here:`;
}

function titleOf(question: HopQuestion, paint: Paint): string {
	return question.type === 'host-key'
		? `Is this really ${drawn(question.host, paint)}?`
		: drawn(question.title, paint);
}

type KeyQuestion = Extract<HopQuestion, {type: 'host-key'}>;
type HopSecretQuestion = Extract<HopQuestion, {type: 'secret'}>;

const gap = 2;

/**
 * The fingerprint, with its random art beside it if there is room. The fingerprint itself is never
 * cut.
 */
function keyBody(question: KeyQuestion, {width, rowsMax, paint}: Room): readonly string[] {
	const picture = question.picture.map(line => drawn(line, paint));
	const pictureWidth = Math.max(0, ...picture.map(textWidth));
	const beside = keyWords(question, {width: width - pictureWidth - gap, rowsMax, paint});
	if (
		width - pictureWidth - gap >= textWidth(drawn(question.fingerprint, paint)) &&
		picture.length <= rowsMax
	) {
		const blank = ' '.repeat(pictureWidth + gap);
		return Array.from({length: Math.max(picture.length, beside.length)}, (_, index) => {
			const left = picture[index];
			return (left === undefined ? blank : left + ' '.repeat(gap)) + (beside[index] ?? '');
		});
	}
	const words = keyWords(question, {width, rowsMax, paint});
	const fits = words.length + picture.length <= rowsMax && pictureWidth <= width;
	return fits ? [...words, ...picture] : words.slice(0, rowsMax);
}

function keyWords(question: KeyQuestion, {width, paint}: Room): readonly string[] {
	const {name, keyType, fingerprint, file, alsoKnownAs} = question;
	const room = Math.max(1, width);
	const say = (token: ThemeToken, text: string) =>
		wrapStyled(paint.style(token, drawn(text, paint)), room);
	return [
		...say('text', newKeyWords({name, keyType})),
		...hardWrap(drawn(fingerprint, paint), room).map(row => paint.style('text.strong', row)),
		...(alsoKnownAs.length > 0 ? say('text', `Known already as: ${alsoKnownAs.join(', ')}`) : []),
		...say('status.warn', 'Compare it with what its administrator says.'),
		...(file === null ? [] : say('text.dim', `A yes is written to ${file}`)),
	];
}

const instructionRowsMax = 6;

/** The host's text, then the input: one dot for each typed character. */
function secretBody(
	{question, typed}: QuestionCard,
	{width, rowsMax, paint}: Room,
): readonly string[] {
	if (question.type !== 'secret') {
		return [];
	}
	const {where = '', instruction, prompt, attempt, attemptsMax, isEchoed} = question;
	const goesTo = goesToRows(where, {width, paint});
	const said = [instruction, prompt].filter(text => text !== '').flatMap(text => text.split('\n'));
	// Rows of the host's text begin with a bar, so that they can't be mistaken for ours.
	const bar = `${paint.glyphs.vertical} `;
	const rows = said.flatMap(line =>
		hardWrap(drawn(line, paint), Math.max(1, width - 2)).map(row => bar + row),
	);
	const again =
		attempt > 1
			? [paint.style('status.warn', `That was not it: try ${attempt} of ${attemptsMax}.`)]
			: [];
	const label = `${isEchoed ? 'answer' : 'hidden input'} ${paint.glyphs.prompt} `;
	const room = Math.max(0, width - textWidth(label) - 1);
	const shown = isEchoed
		? shorten(drawn(typed.text, paint), room)
		: paint.glyphs.bullet.repeat(Math.min(typed.length, room));
	const cursor = paint.style('selection', ' ');
	return [
		...goesTo,
		...foldRows(
			{rows},
			{
				rowsMax: Math.min(
					instructionRowsMax,
					Math.max(0, rowsMax - 1 - again.length - goesTo.length),
				),
				paint,
			},
		),
		...again,
		paint.style('key', label) + shown + cursor,
	];
}
