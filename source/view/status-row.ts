import {type Pane, panes} from '../events/screen.ts';
import {type Keymap, showChord} from '../keys/keymap.ts';
import {runningCalls, waitingCalls} from '../state/select.ts';
import type {Notice, State, TerminalRecord} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {padStyled, styledWidth} from '../text/styled.ts';
import {shorten, textWidth} from '../text/width.ts';
import type {Paint, Token} from './theme.ts';
import {count, ticking} from './words.ts';

export type Status = {
	readonly state: State;
	readonly now: number;
	readonly columns: number;
	/** Said by the desk for a moment: what was copied, what a key was refused for. */
	readonly flash: string;
	readonly leader: boolean;
	/** What is being sought in a pane that has no composer. */
	readonly seeking: string | null;
	/** Panes that have no room on this screen, with their alarms. */
	readonly hidden: readonly Pane[];
};

/** One row: what happens now and where, then what answers, how full it is, how it is. */
export function statusRow(status: Status, {paint, keymap}: {paint: Paint; keymap: Keymap}): string {
	const {columns} = status;
	const tails = tailsOf(status, paint);
	// What matters now is read, if need be in the place of what always stands here.
	const least = Math.max(leftColumnsMin, textWidth(neutralise(saidNow(status))));
	const fits = (tail: string) => columns - styledWidth(tail) - 1 >= least;
	const tail = tails.find(fits) ?? tails.at(-1)!;
	const room = columns - styledWidth(tail) - 1;
	return ` ${padStyled(leftSide(status, {paint, keymap, room}), room)}${tail}`;
}

const leftColumnsMin = 20;
const whatColumnsMin = 16;

/** What has to be read of what is said now: all of it, but of work that goes well only the facts. */
function saidNow({state, now, flash}: Status): string {
	const doing = activity(state, now);
	const warning = freshWarning(state, now);
	if (flash !== '' || warning || !doing) {
		return flash || (warning ?? freshNotice(state, now))?.text || '';
	}
	const what = state.chat.turn?.retry ? doing.what : doing.what.slice(0, whatColumnsMin);
	return `● ${[what, ...doing.facts].join('  ')}`;
}

/** A warning is read also while the agent is at work. */
function freshWarning({notices}: State, now: number): Notice | undefined {
	return notices.findLast(({level, at}) => level !== 'info' && now - at < noticeShownMs);
}

function freshNotice({notices}: State, now: number): Notice | undefined {
	const notice = notices.at(-1);
	return notice && now - notice.at < noticeShownMs ? notice : undefined;
}

/** All that could stand on the right; then less and less of it, and alarms to the last. */
function tailsOf({state, hidden}: Status, paint: Paint): readonly string[] {
	const panesElsewhere = hidden.map(pane => elsewhere(pane, state, paint));
	const all = panesElsewhere.map(({text}) => text);
	const alarms = panesElsewhere.filter(({isAlarm}) => isAlarm).map(({text}) => text);
	const health = healthOf(state, paint);
	return [
		[...all, modelOf(state, paint) + health],
		[...all, health],
		[...alarms, health],
	].map(parts => `  ${parts.join('  ')} `);
}

/** A pane without room, by the number that goes there, and what it wants to say. */
function elsewhere(pane: Pane, state: State, paint: Paint): {text: string; isAlarm: boolean} {
	const name = `${panes.indexOf(pane) + 1} ${pane}`;
	const running = state.terminals.filter(terminal => !terminal.ended).length;
	const alarm = (token: Token, text: string) => ({text: paint.style(token, text), isAlarm: true});
	if (pane === 'terminal' && running > 0) {
		return alarm('status.busy', `${name} (${running})`);
	}
	if (pane === 'monitor' && state.proxy.status === 'down') {
		return alarm('status.error', `${name} !`);
	}
	if (pane === 'chat' && waitingCalls(state).length > 0) {
		return alarm('status.warn', `${name} ?`);
	}
	return {text: paint.style('text.dim', name), isAlarm: false};
}

function leftSide(
	{state, now, flash, leader, seeking}: Status,
	{paint, keymap, room}: {paint: Paint; keymap: Keymap; room: number},
): string {
	const show = (text: string) => shorten(neutralise(text), room);
	if (leader) {
		return paint.style('key', show(`${showChord(keymap.leader)} … ? lists what comes next`));
	}
	if (seeking !== null) {
		return paint.style('key', show(`/${seeking}${paint.glyphs.bars.at(-1)}`));
	}
	if (flash !== '') {
		return paint.style('text.accent', show(flash));
	}
	const hiding = hidingTerminal(state);
	if (hiding) {
		const chord = showChord(keymap.chordsOf('global', 'secret')[0] ?? '');
		return paint.style('status.warn', show(`${hiding.title} hides its input: ${chord} types it`));
	}
	const warning = freshWarning(state, now);
	if (warning) {
		return paint.style(
			warning.level === 'error' ? 'status.error' : 'status.warn',
			show(warning.text),
		);
	}
	const doing = activity(state, now);
	if (doing) {
		const sign = paint.style(doing.waits ? 'status.warn' : 'status.busy', paint.glyphs.running);
		return `${sign} ${fitWords(doing, Math.max(0, room - 2))}`;
	}
	const notice = freshNotice(state, now);
	if (notice) {
		return paint.style('text.accent', show(notice.text));
	}
	return paint.style('text.dim', hints(keymap, room));
}

/** Whoever has the keyboard of the terminal types it there, and Alt+P is a key like any other. */
function hidingTerminal({terminals, screen}: State): TerminalRecord | undefined {
	const isTyped = ({control}: TerminalRecord) => control === 'user' && screen.focus === 'terminal';
	return terminals.find(terminal => terminal.waiting === 'password' && !isTyped(terminal));
}

export const noticeShownMs = 10_000;

/** As many whole hints as there is room for: half of a key is worse than none. */
function hints(keymap: Keymap, room: number): string {
	const chord = (context: 'global' | 'composer', action: 'palette' | 'help') =>
		showChord(keymap.chordsOf(context, action)[0] ?? '');
	const all = [
		`${chord('composer', 'help')} help`,
		`${chord('global', 'palette')} commands`,
		`${showChord(keymap.leader)} leader`,
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
	/** May be shortened; the facts behind it may not. */
	readonly what: string;
	readonly facts: readonly string[];
	/** Said where there is room for it. */
	readonly aside?: string;
};

/** What the agent does, on which host, for how long, and what it waits for. */
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

/** What is said first gives way; where and for how long stay to be read. */
function fitWords({what, facts, aside = ''}: Activity, room: number): string {
	const tail = neutralise(facts.join('  '));
	const longer = aside === '' ? tail : `${neutralise(aside)}  ${tail}`;
	const leaves = (text: string) => room - textWidth(text) - 2;
	const shown = leaves(longer) >= Math.min(textWidth(what), 2 * whatColumnsMin) ? longer : tail;
	return leaves(shown) < 8
		? shorten(neutralise(`${what}  ${shown}`), room)
		: `${shorten(neutralise(what), leaves(shown))}  ${shown}`;
}

const charactersPerToken = 4;

function modelOf({session, chat}: State, paint: Paint): string {
	const {provider, model} = session;
	const name = provider === model || model === '' ? provider : `${provider}/${model}`;
	const context = chat.contextTokens > 0 ? ` ${count(chat.contextTokens)} tokens ` : ' ';
	return paint.style('text.dim', shorten(neutralise(name === '/' ? '' : name), 40) + context);
}

function healthOf({proxy}: State, {glyphs, style}: Paint): string {
	const health = {
		ready: ['status.ok', glyphs.running],
		starting: ['status.warn', glyphs.more],
		down: ['status.error', glyphs.failed],
		off: ['text.dim', glyphs.running],
	} as const;
	const [token, glyph] = health[proxy.status];
	return style(token, glyph);
}

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}
