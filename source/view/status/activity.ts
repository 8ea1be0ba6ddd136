import {localHost} from '../../events/ids.ts';
import {askedWords, machineOf} from '../../state/card-question.ts';
import {runningCalls, waitingCalls} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import {count} from '../../text/count.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten, textWidth} from '../../text/width.ts';
import {ticking} from '../words.ts';
import type {Status} from './status.ts';

/** The columns that a text about the activity needs to stay understandable. */
export const whatColumnsMin = 16;

export type Activity = {
	readonly waits: boolean;
	/** What the agent does. This text may be shortened, but not the facts after it. */
	readonly what: string;
	readonly facts: readonly string[];
	/** A further fact that is shown only if there is room. */
	readonly aside?: string;
};

/** What the agent does or waits for, on which host, and since when; null if nothing. */
export function activityOf({
	state,
	now,
	reading,
}: Pick<Status, 'state' | 'now' | 'reading'>): Activity | null {
	const {turn} = state.chat;
	const waiting = waitingCalls(state)[0];
	if (waiting?.status.type === 'waiting') {
		const [deed, place] = waitingWords(waiting);
		const waited = ticking(now - waiting.status.askedAt);
		return {
			waits: true,
			what: `waits for you: ${deed}`,
			// Leave this machine's name to `aside`, but always show that of another machine.
			facts: [...(waiting.host === localHost ? [] : [place]), waited],
			...(waiting.host === localHost && {aside: place}),
		};
	}
	if (turn?.retry) {
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
			what: `${verbFor(state, running)} ${firstLine(running.summary)}`,
			facts: [`on ${running.host}`, ticking(now - running.status.startedAt), 'Esc stops'],
			aside: running.status.note,
		};
	}
	return turn ? answering(turn, {now, reading}) : null;
}

/** The question of the card in two parts: `run this` and `on this machine`. */
function waitingWords(call: ToolCall): readonly [deed: string, place: string] {
	const words = askedWords(call).split(' ');
	const deed = words.slice(0, -1).join(' ');
	return [`${deed.charAt(0).toLowerCase()}${deed.slice(1)}`, `${words.at(-1)} ${machineOf(call)}`];
}

/**
 * The verb for a running call. What the kernel reports decides, because a program may wait for
 * input without showing a prompt.
 */
function verbFor({terminals}: State, {terminal}: ToolCall): string {
	const isWaiting = terminals.some(({id, waiting}) => id === terminal && waiting === 'input');
	return isWaiting ? 'waits for input:' : 'runs';
}

function answering(
	turn: NonNullable<State['chat']['turn']>,
	{now, reading}: Pick<Status, 'now' | 'reading'>,
): Activity {
	const elapsed = ticking(now - turn.startedAt);
	if (!turn.reply || turn.reply.characters === 0) {
		return {waits: false, what: reading ?? 'thinks', facts: [elapsed, 'Esc stops']};
	}
	const tokens = Math.round(turn.reply.characters / charactersPerToken);
	const seconds = Math.max(1, (now - turn.reply.startedAt) / 1000);
	const rate = `~${count(tokens)} tokens  ${Math.round(tokens / seconds)}/s`;
	return {waits: false, what: 'answers', facts: [elapsed, rate, 'Esc stops']};
}

/**
 * Fits the activity into the room: first `aside` is left out, then `what` is shortened. The facts
 * are cut only if fewer than 8 columns would remain for `what`.
 */
export function fitActivity(
	doing: Activity,
	{room, more}: {readonly room: number; readonly more: string},
): string {
	const {what, facts, aside = ''} = doing;
	const tail = neutralise(facts.join('  '));
	const longer = aside === '' ? tail : `${neutralise(aside)}  ${tail}`;
	const leaves = (text: string) => room - textWidth(text) - 2;
	const shown = leaves(longer) >= Math.min(textWidth(what), 2 * whatColumnsMin) ? longer : tail;
	return leaves(shown) < 8
		? shorten(neutralise(joinedWords(doing, what, shown)), room, more)
		: joinedWords(doing, shorten(neutralise(what), leaves(shown), more), shown);
}

/**
 * Joins activity and facts. For a waiting card they form a sentence with the host; otherwise two
 * blanks separate them.
 */
export function joinedWords({waits}: Activity, what: string, tail: string): string {
	return waits && /^(?:on|from|to|for) /.test(tail) ? `${what} ${tail}` : `${what}  ${tail}`;
}

const charactersPerToken = 4;

function firstLine(text: string): string {
	return text.split('\n')[0] ?? '';
}
