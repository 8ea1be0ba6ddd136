import type {Action} from '../keys/actions.ts';
import {type Keymap, showChord} from '../keys/keymap.ts';
import {actionWords} from '../state/incident-words.ts';
import {countingDown, runningCalls, waitingCalls} from '../state/select.ts';
import type {Notice, State, TerminalRecord} from '../state/state.ts';
import {count} from '../text/count.ts';
import {neutralise} from '../text/neutralise.ts';
import {padStyled, styledWidth} from '../text/styled.ts';
import {shorten, textWidth} from '../text/width.ts';
import type {Pane} from './panes/panes.ts';
import {tailsOf} from './status-tail.ts';
import {selectedTerminal} from './terminal/selected.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';
import {ticking} from './words.ts';

export type Status = {
	readonly state: State;
	readonly ui: Pick<UiState, 'focus' | 'selectedTerminal'>;
	readonly now: number;
	readonly columns: number;
	/** A short-lived message, e.g. what was copied or why a key did nothing. */
	readonly flash: string;
	readonly leader: boolean;
	/** The search text in a pane without a composer; null without a search. */
	readonly seeking: string | null;
	readonly isProxySilent: boolean;
	/** Panes that don't fit on this screen; their alarms are shown here. */
	readonly hidden: readonly Pane[];
};

/**
 * The status line: current activity and host on the left; model, context and health on the right.
 */
export function statusRow(status: Status, {paint, keymap}: {paint: Paint; keymap: Keymap}): string {
	const {columns} = status;
	const tails = tailsOf(status, paint);
	// The current activity must be readable, if necessary instead of the facts on the right.
	const least = Math.max(leftColumnsMin, textWidth(neutralise(saidNow(status, keymap))));
	const fits = (tail: string) => columns - styledWidth(tail) - 1 >= least;
	const tail = tails.find(fits) ?? tails.at(-1)!;
	const room = columns - styledWidth(tail) - 1;
	return ` ${padStyled(leftSide(status, {paint, keymap, room}), room)}${tail}`;
}

const leftColumnsMin = 20;
const whatColumnsMin = 16;

/** The part of the activity that must stay: all of it, but only the facts of normal work. */
function saidNow(status: Status, keymap: Keymap): string {
	const {state, now, flash} = status;
	const doing = activity(state, now);
	const warning = freshWarning(state, now);
	const announced = flash === '' ? countdownWords(status, keymap) : null;
	if (announced !== null) {
		return announced;
	}
	if (flash !== '' || !doing || (warning && !doing.waits)) {
		const {settingsProblem: problem} = state;
		const standing = problem === null ? '' : unreadSettings(problem);
		return flash || (warning ?? freshNotice(state, now))?.text || standing;
	}
	const what = state.chat.turn?.retry ? doing.what : doing.what.slice(0, whatColumnsMin);
	const beside = warning ? `  ${warning.text}` : '';
	return `● ${joined(doing, what, doing.facts.join('  '))}${beside}`;
}

/** Shown until the settings file is fixed; the full text is in /notices. */
function unreadSettings(problem: string): string {
	return `Everything asks: ${problem}`;
}

/** The key that cancels comes first: the countdown lasts only three seconds. */
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
 * A warning appears even while the agent works, but the time of the next retry is more important.
 */
function freshWarning({notices, chat}: State, now: number): Notice | undefined {
	if (chat.turn?.retry) {
		return undefined;
	}
	return notices.findLast(({level, at}) => level !== 'info' && now - at < noticeShownMs);
}

function freshNotice({notices}: State, now: number): Notice | undefined {
	const notice = notices.at(-1);
	return notice && now - notice.at < noticeShownMs ? notice : undefined;
}

function leftSide(
	status: Status,
	{paint, keymap, room}: {paint: Paint; keymap: Keymap; room: number},
): string {
	const {state, now, flash, leader, seeking} = status;
	const {more} = paint.glyphs;
	const show = (text: string) => shorten(neutralise(text), room, more);
	if (leader) {
		return paint.style('key', show(`${showChord(keymap.leader)} ${more} ? lists what comes next`));
	}
	if (seeking !== null) {
		return paint.style('key', show(`/${seeking}${paint.glyphs.bars.at(-1)}`));
	}
	if (flash !== '') {
		return paint.style('text.accent', show(flash));
	}
	const hiding = hidingTerminal(status);
	if (hiding) {
		const chord = showChord(keymap.chordsOf('global', 'secret')[0] ?? '');
		return paint.style('status.warn', show(`${hiding.title} hides its input: ${chord} types it`));
	}
	const announced = countdownWords(status, keymap);
	if (announced !== null) {
		return paint.style('status.warn', show(announced));
	}
	const warning = freshWarning(state, now);
	const doing = activity(state, now);
	if (warning && !doing?.waits) {
		return warningWords(warning, {room, paint});
	}
	if (doing) {
		const sign = paint.style(doing.waits ? 'status.warn' : 'status.busy', paint.glyphs.running);
		const words = fitWords(doing, {room: Math.max(0, room - 2), more});
		// First what waits for the person; a warning follows if there is room.
		const left = room - textWidth(words) - 4;
		const isBeside = warning !== undefined && left >= whatColumnsMin;
		return `${sign} ${words}${isBeside ? `  ${warningWords(warning, {room: left, paint})}` : ''}`;
	}
	const notice = freshNotice(state, now);
	if (notice) {
		return paint.style('text.accent', fitNotice(notice, {room, more}));
	}
	if (state.settingsProblem !== null) {
		return paint.style(
			'status.error',
			fitText(unreadSettings(state.settingsProblem), {room, more}),
		);
	}
	return paint.style('text.dim', hints(status, {keymap, room}));
}

function warningWords(warning: Notice, {room, paint}: {room: number; paint: Paint}): string {
	return paint.style(
		warning.level === 'error' ? 'status.error' : 'status.warn',
		fitNotice(warning, {room, more: paint.glyphs.more}),
	);
}

type Room = {readonly room: number; readonly more: string};

/** A notice that is cut names the place of its full text. */
function fitNotice({text}: Notice, space: Room): string {
	return fitText(text, space);
}

function fitText(text: string, {room, more}: Room): string {
	const shown = neutralise(text);
	const rest = ' /notices';
	return textWidth(shown) <= room ? shown : shorten(shown, room - rest.length, more) + rest;
}

/** While the user has the terminal's keyboard, input goes there, and Alt+P is an ordinary key. */
function hidingTerminal({state: {terminals}, ui}: Status): TerminalRecord | undefined {
	const isTyped = ({control}: TerminalRecord) => control === 'user' && ui.focus === 'terminal';
	return terminals.find(terminal => terminal.waiting === 'password' && !isTyped(terminal));
}

export const noticeShownMs = 10_000;

function isKeyboardLent({state, ui}: Status): boolean {
	const terminal = selectedTerminal(state, ui);
	return ui.focus === 'terminal' && terminal?.ended === null && terminal.control === 'user';
}

/** As many whole hints as fit: half a key name would mislead. */
function hints(status: Status, {keymap, room}: {keymap: Keymap; room: number}): string {
	const chord = (context: 'global' | 'composer' | 'leader', action: Action) =>
		showChord(keymap.chordsOf(context, action)[0] ?? '');
	const leader = showChord(keymap.leader);
	// A program with the keyboard gets every key except the leader.
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

type Activity = {
	readonly waits: boolean;
	/** This text may be shortened; the facts after it may not. */
	readonly what: string;
	readonly facts: readonly string[];
	/** Added only if there is room. */
	readonly aside?: string;
};

/** The agent's activity, its host and duration, and what it waits for. */
function activity(state: State, now: number): Activity | null {
	const {turn} = state.chat;
	if (!turn) {
		return null;
	}
	const waiting = waitingCalls(state)[0];
	if (waiting?.status.type === 'waiting') {
		return {
			waits: true,
			what: `waits for you: ${waiting.tool}`,
			facts: [`on ${waiting.host}`, ticking(now - waiting.status.askedAt)],
		};
	}
	if (turn.retry) {
		return {
			waits: true,
			what: turn.retry.failure.message,
			facts: [
				`try ${turn.retry.attempt + 1} in ${ticking(Math.max(0, turn.retry.at - now))}`,
				'Esc stops',
			],
		};
	}
	const running = runningCalls(state)[0];
	if (running?.status.type === 'running') {
		return {
			waits: false,
			what: `runs ${firstLine(running.summary)}`,
			facts: [`on ${running.host}`, ticking(now - running.status.startedAt), 'Esc stops'],
			aside: running.status.note,
		};
	}
	return answering(turn, now);
}

function answering(turn: NonNullable<State['chat']['turn']>, now: number): Activity {
	const elapsed = ticking(now - turn.startedAt);
	if (!turn.reply || turn.reply.characters === 0) {
		return {waits: false, what: 'thinks', facts: [elapsed, 'Esc stops']};
	}
	const tokens = Math.round(turn.reply.characters / charactersPerToken);
	const seconds = Math.max(1, (now - turn.reply.startedAt) / 1000);
	const rate = `~${count(tokens)} tokens  ${Math.round(tokens / seconds)}/s`;
	return {waits: false, what: 'answers', facts: [elapsed, rate, 'Esc stops']};
}

/** Shortens the activity first; host and duration stay readable. */
function fitWords(doing: Activity, {room, more}: Room): string {
	const {what, facts, aside = ''} = doing;
	const tail = neutralise(facts.join('  '));
	const longer = aside === '' ? tail : `${neutralise(aside)}  ${tail}`;
	const leaves = (text: string) => room - textWidth(text) - 2;
	const shown = leaves(longer) >= Math.min(textWidth(what), 2 * whatColumnsMin) ? longer : tail;
	return leaves(shown) < 8
		? shorten(neutralise(joined(doing, what, shown)), room, more)
		: joined(doing, shorten(neutralise(what), leaves(shown), more), shown);
}

/** A waiting card reads as a sentence with its host; a command is set apart from its facts. */
function joined({waits}: Activity, what: string, tail: string): string {
	return waits && tail.startsWith('on ') ? `${what} ${tail}` : `${what}  ${tail}`;
}

const charactersPerToken = 4;

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}
