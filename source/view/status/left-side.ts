import {showChord} from '../../keys/show-chord.ts';
import {actionWords} from '../../state/incident-words.ts';
import {countingDown} from '../../state/select.ts';
import type {Notice, TerminalRecord} from '../../state/state.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten, textWidth} from '../../text/width.ts';
import type {Action} from '../actions/actions.ts';
import type {Keymap} from '../actions/keymap.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import type {Paint} from '../theme.ts';
import {activityOf, fitActivity, joinedWords, whatColumnsMin} from './activity.ts';
import type {Status} from './status.ts';

type Means = {readonly paint: Paint; readonly keymap: Keymap; readonly room: number};

/**
 * The messages for the left side, the most urgent first. A function returns null if it has nothing
 * to say.
 */
const messages: readonly ((status: Status, means: Means) => string | null)[] = [
	leaderMessage,
	silenceMessage,
	searchMessage,
	flashMessage,
	hiddenInputMessage,
	countdownMessage,
	warningMessage,
	activityMessage,
	noticeMessage,
	settingsMessage,
];

/** The text on the left side: the most urgent message, or else which keys are useful now. */
export function leftSide(status: Status, means: Means): string {
	for (const message of messages) {
		const words = message(status, means);
		if (words !== null) {
			return words;
		}
	}
	return means.paint.style('text.dim', hints(status, means));
}

function shown(text: string, {room, paint}: Means): string {
	return shorten(neutralise(text), room, paint.glyphs.more);
}

function leaderMessage({leader}: Status, means: Means): string | null {
	const {paint, keymap} = means;
	const words = `${showChord(keymap.leader)} ${paint.glyphs.more} ? lists what comes next`;
	return leader ? paint.style('key', shown(words, means)) : null;
}

function searchMessage({seeking}: Status, means: Means): string | null {
	const {paint} = means;
	return seeking === null
		? null
		: paint.style('key', shown(`/${seeking}${paint.glyphs.bars.at(-1)}`, means));
}

/**
 * Shown instead of everything else while the engine is silent, because it is unknown whether it
 * still does what it did last.
 */
function silenceMessage({ui}: Status, means: Means): string | null {
	const words = 'No answer from the process of this session: what is shown may be old.';
	return ui.isEngineSilent ? means.paint.style('status.error', shown(words, means)) : null;
}

function flashMessage({flash}: Status, means: Means): string | null {
	return flash === '' ? null : means.paint.style('text.accent', shown(flash, means));
}

function hiddenInputMessage(status: Status, means: Means): string | null {
	const {paint, keymap} = means;
	const hiding = hidingTerminal(status);
	const chord = showChord(keymap.chordsOf('global', 'secret')[0] ?? '');
	return hiding
		? paint.style('status.warn', shown(`${hiding.title} hides its input: ${chord} types it`, means))
		: null;
}

function countdownMessage(status: Status, means: Means): string | null {
	const words = countdownWords(status, means.keymap);
	return words === null ? null : means.paint.style('status.warn', shown(words, means));
}

/** A warning, shown instead of the activity, unless the activity waits for the person. */
function warningMessage(status: Status, means: Means): string | null {
	const warning = freshWarning(status);
	return warning && !activityOf(status)?.waits ? warningWords(warning, means) : null;
}

function activityMessage(status: Status, {paint, room}: Means): string | null {
	const doing = activityOf(status);
	if (!doing) {
		return null;
	}
	const {running, more} = paint.glyphs;
	const sign = paint.style(doing.waits ? 'status.warn' : 'status.busy', running);
	const words = fitActivity(doing, {room: Math.max(0, room - 2), more});
	// The activity, which waits for the person. A warning follows if there is room.
	const warning = freshWarning(status);
	const left = room - textWidth(words) - 4;
	const isBeside = warning !== undefined && left >= whatColumnsMin;
	return `${sign} ${words}${isBeside ? `  ${warningWords(warning, {room: left, paint})}` : ''}`;
}

function noticeMessage(status: Status, {paint, room}: Means): string | null {
	const notice = freshNotice(status);
	const {more} = paint.glyphs;
	return notice ? paint.style('text.accent', fitText(notice.text, {room, more})) : null;
}

function settingsMessage({state: {settingsProblem}}: Status, {paint, room}: Means): string | null {
	const {more} = paint.glyphs;
	return settingsProblem === null
		? null
		: paint.style('status.error', fitText(unreadSettings(settingsProblem), {room, more}));
}

/**
 * The text that must stay readable on the left: a message completely; for an activity, its facts
 * and the first columns of its description.
 */
export function leastWords(status: Status, keymap: Keymap): string {
	const {state, flash} = status;
	const doing = activityOf(status);
	const warning = freshWarning(status);
	const announced = flash === '' ? countdownWords(status, keymap) : null;
	if (announced !== null) {
		return announced;
	}
	if (flash !== '' || !doing || (warning && !doing.waits)) {
		const {settingsProblem: problem} = state;
		const standing = problem === null ? '' : unreadSettings(problem);
		return flash || (warning ?? freshNotice(status))?.text || standing;
	}
	const what = state.chat.turn?.retry ? doing.what : doing.what.slice(0, whatColumnsMin);
	const beside = warning ? `  ${warning.text}` : '';
	return `● ${joinedWords(doing, what, doing.facts.join('  '))}${beside}`;
}

/**
 * The text about settings that can't be read. It stays until the file is fixed; /notices shows the
 * details.
 */
function unreadSettings(problem: string): string {
	return `Everything asks: ${problem}`;
}

/**
 * The countdown of the watchdog's action. The key that cancels comes first, because there are only
 * three seconds.
 */
function countdownWords({state, ui, now}: Status, keymap: Keymap): string | null {
	const incident = countingDown(state);
	if (incident?.status.type !== 'countdown') {
		return null;
	}
	const {fault, name, action, status} = incident;
	const seconds = Math.max(0, Math.ceil((status.endsAt - now) / 1000));
	const there = showChord(keymap.chordsOf('global', 'focus-monitor')[0] ?? '');
	const cancel = showChord(keymap.chordsOf('monitor', 'cancel-action')[0] ?? '');
	const keys = ui.focus === 'monitor' ? cancel : `${there} ${cancel}`;
	return `${actionWords(action)} in ${seconds} s, ${keys} cancels: ${fault} ${name}`;
}

/**
 * The newest warning, if it is recent. During a retry the time until it matters more, and so does a
 * message that came later. /notices keeps the warning.
 */
function freshWarning(status: Moment): Notice | undefined {
	const notice = status.state.chat.turn?.retry ? undefined : freshNotice(status);
	return notice?.level === 'info' ? undefined : notice;
}

/** The newest notice, if it is recent and no message was shown in the status line after it. */
function freshNotice({state, now, ui}: Moment): Notice | undefined {
	const notice = state.notices.at(-1);
	const isNewest = notice !== undefined && notice.at >= ui.flashedAt;
	return isNewest && now - notice.at < noticeShownMs ? notice : undefined;
}

type Moment = Pick<Status, 'state' | 'now' | 'ui'>;

function warningWords(warning: Notice, {room, paint}: {room: number; paint: Paint}): string {
	return paint.style(
		warning.level === 'error' ? 'status.error' : 'status.warn',
		fitText(warning.text, {room, more: paint.glyphs.more}),
	);
}

type Room = {readonly room: number; readonly more: string};

/** Shortens a text. If it is cut, `/notices` at its end says where all of it can be read. */
function fitText(text: string, {room, more}: Room): string {
	const shown = neutralise(text);
	const rest = ' /notices';
	return textWidth(shown) <= room ? shown : shorten(shown, room - rest.length, more) + rest;
}

/**
 * The terminal whose program waits for hidden input. Not if the user types into that terminal
 * already: then Alt+P goes to the program.
 */
function hidingTerminal({state: {terminals}, ui}: Status): TerminalRecord | undefined {
	const isTyped = ({control}: TerminalRecord) => control === 'user' && ui.focus === 'terminal';
	return terminals.find(terminal => terminal.waiting === 'password' && !isTyped(terminal));
}

export const noticeShownMs = 10_000;

function isKeyboardLent({state, ui}: Status): boolean {
	const terminal = selectedTerminal(state, ui);
	return ui.focus === 'terminal' && terminal?.ended === null && terminal.control === 'user';
}

/** Hints about keys, as many as fit completely, because half of a key's name would mislead. */
function hints(status: Status, {keymap, room}: {keymap: Keymap; room: number}): string {
	const chord = (context: 'global' | 'composer' | 'leader', action: Action) =>
		showChord(keymap.chordsOf(context, action)[0] ?? '');
	const leader = showChord(keymap.leader);
	// A program with the keyboard gets every key but the leader key, so hint only at that.
	const all = isKeyboardLent(status)
		? [`${leader} ${chord('leader', 'take-over')} hands the keyboard back`, `${leader} ? more`]
		: [
				`${chord('composer', 'help')} help`,
				`${chord('global', 'palette')} commands`,
				`${leader} leader`,
			];
	let shown = '';
	for (const hint of all) {
		const longer = shown === '' ? hint : `${shown}  ${hint}`;
		shown = textWidth(longer) <= room ? longer : shown;
	}
	return shown;
}
