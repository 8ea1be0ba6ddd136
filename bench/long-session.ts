import {mkdirSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {version} from '../source/cli/version.ts';
import type {Event} from '../source/events/event.ts';
import type {MessageId, ReplyId, SessionId, TurnId} from '../source/events/ids.ts';
import {journalPath} from '../source/storage/journal.ts';

export type LongSession = {
	/** The AGENT_TUI_HOME in which the session is written. */
	readonly home: string;
	readonly cwd: string;
	/** The number of questions and answers together. */
	readonly messages: number;
};

/**
 * Writes the journal of a session that looks as if it had taken place. Returns the id to resume.
 */
export function writeSession({home, cwd, messages}: LongSession): SessionId {
	const session = `bench-${messages}` as SessionId;
	const path = journalPath(home, session);
	const events: Event[] = [
		{type: 'session.started', session, cwd, version},
		{type: 'session.opened', pid: process.pid, reason: 'new'},
		{type: 'model.chosen', provider: 'openai', model: 'scripted'},
	];
	for (let index = 1; index <= messages / 2; index++) {
		events.push(...exchange(index));
	}
	events.push({type: 'session.closed', reason: 'quit'});
	const lines = events.map((event, index) =>
		JSON.stringify({v: 1, seq: index + 1, at: firstAt + index * 40, ...event}),
	);
	mkdirSync(dirname(path), {recursive: true, mode: 0o700});
	writeFileSync(path, `${lines.join('\n')}\n`, {mode: 0o600});
	return session;
}

const firstAt = Date.UTC(2026, 0, 1);
const durationMs = 240;

function exchange(index: number): readonly Event[] {
	const turn = `turn_${index}` as TurnId;
	const message = `msg_${index}` as MessageId;
	const reply = `reply_${index}` as ReplyId;
	return [
		{type: 'turn.started', turn},
		{type: 'message.sent', message, turn, text: `Question ${index}: how is it?`, how: 'typed'},
		{type: 'reply.began', turn, reply},
		...pieces(index).map(text => ({type: 'reply.grew', reply, text}) as const),
		{type: 'reply.ended', reply, finish: 'stop', durationMs},
		{type: 'turn.ended', turn, outcome: 'done'},
	];
}

/**
 * The number of the first answer on a screen. Every answer begins with its number, so it tells the
 * position.
 */
export function firstAnswerOn(screen: string): number {
	return Number(/Answer (\d+)\./.exec(screen)?.[1] ?? NaN);
}

/**
 * The pieces in which an answer arrives: a sentence that wraps, a list, and code in every fifth.
 */
function pieces(index: number): readonly string[] {
	return [
		`Answer ${index}. It is **about** what one would expect of it, `,
		'with a little more on the side than had been said before, and a line that is long ',
		'enough to be wrapped on every usual terminal.\n\n',
		'- the first of the points\n- the `second` of them\n',
		index % 5 === 0 ? '\n```ts\nconst answer: number = 42;\nreturn answer;\n```\n' : '',
	].filter(text => text !== '');
}
