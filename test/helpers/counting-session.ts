/**
 * A session that counts: answers that stream, cards side by side and two live programs. Whoever
 * shows it and answers its cards, and however often that changes, it comes to the same end.
 */
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {systemClock} from '../../source/platform/clock.ts';
import {itemLines} from '../../source/state/items/item-kinds.ts';
import type {State} from '../../source/state/state.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import type {Place} from './agent.ts';
import {wishFor} from './remote-workspace.ts';
import type {Asked} from './scripted-upstream.ts';

const clock = systemClock();

export const cardsAtOnce = 3;
const piecesOfAnswer = 12;
const pieceMs = 12;

/** Each answer comes in pieces; all but the last wish for some commands at once. */
export function countingModel(waves: number): (asked: Asked) => void {
	return asked => {
		if (asked.body.messages) {
			void answer(asked, waves);
		} else {
			// On a busy machine the proxy asks how far it is.
			asked.answer({status: 404});
		}
	};
}

async function answer(asked: Asked, waves: number): Promise<void> {
	const results = asked.body.messages.filter(({role}: {role: string}) => role === 'tool').length;
	const wave = results / cardsAtOnce;
	for (let piece = 0; piece < piecesOfAnswer; piece += 1) {
		asked.say(`piece ${piece} of answer ${wave}. `);
		await clock.sleep(pieceMs);
	}
	if (wave >= waves) {
		asked.say('All is counted.');
		asked.finish();
		return;
	}
	const wishes = Array.from({length: cardsAtOnce}, (_, index) => ({
		name: 'unified_exec',
		input: {cmd: `echo ${wave}-${index} >> count`},
	}));
	wishFor(asked, wishes, results);
}

/** A program that says something all the time, and one that waits for input. */
export const livePrograms = [
	'i=0; while [ $i -lt 300 ]; do i=$((i+1)); echo tick $i; sleep 0.02; done; exec cat',
	'for i in $(seq 1 500); do echo line $i; done; exec cat',
] as const;

/** How often each command ran, in the order of their names. */
export function timesRun({cwd}: Place): Readonly<Record<string, number>> {
	const path = join(cwd, 'count');
	const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
	const byName = Map.groupBy(lines.toSorted(), line => line);
	return Object.fromEntries([...byName].map(([name, all]) => [name, all.length]));
}

/**
 * All that a person finds: what was said, how each card ended, what stands in the terminals. Calls
 * that run side by side open their terminals in any order, so of the oldest wave that is left it
 * differs which terminals are closed by now: that wave's are left out. So is how long the turn took,
 * which is told only where it was long, as on a busy machine.
 */
export async function findingsOf({engine}: RemoteEngine, {chat, calls, terminals}: State) {
	const said = chat.items.filter(item => item.type !== 'ending' || item.outcome !== 'done');
	const waveOf = (title: string) => Number(/^echo (\d+)-/.exec(title)?.[1] ?? Number.NaN);
	const waves = terminals.map(({title}) => waveOf(title)).filter(Number.isFinite);
	const oldest = Math.min(...waves);
	const kept = terminals.filter(({title}) => waveOf(title) !== oldest);
	const shown = kept.map(async ({id: terminal, title, owner, ended}) => {
		const text = await engine.query({type: 'terminal-text', terminal, from: 0, to: 100_000});
		// How many blank rows follow depends on the height of the screen that showed it last.
		return {title, owner, exitCode: ended?.exitCode, text: text.trimEnd()};
	});
	return {
		transcript: itemLines(said, calls).map(line => line.replace(/\d[\d.]* m?s\b/g, 'a while')),
		cards: [...calls.values()].map(({raw, host, answer: given, status}) => ({
			raw,
			host,
			verdict: given?.verdict,
			outcome: status.type === 'ended' ? status.outcome.status : status.type,
		})),
		terminals: (await Promise.all(shown)).toSorted((one, other) =>
			one.title < other.title ? -1 : 1,
		),
	};
}
