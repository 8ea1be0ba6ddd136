import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createStore} from '../../source/state/store.ts';
import {journalPath, openJournal} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {expectNoOrphans} from '../cli/processes.ts';
import type {Place} from '../helpers/agent.ts';
import {often} from '../helpers/often.ts';
import {runProgram, startProgram} from '../helpers/run-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const kills = often('KILLS', {usual: 16, long: 200});
const atOnce = 4;
/** Of the sessions that were killed, so many are gone on with by a program. */
const resumedEvery = 8;

const clock = systemClock();

/** Text piece by piece, a command, text again: an event about every millisecond. */
async function tell(asked: Asked): Promise<void> {
	const isTold = asked.body.messages.at(-1).role === 'tool';
	for (let piece = 0; piece < 60; piece += 1) {
		asked.say(`piece ${piece} of what is said here, `);
		await clock.sleep(2);
	}
	if (isTold) {
		asked.finish();
	} else {
		const input = {command: 'seq 200', explanation: 'count'};
		asked.call({id: 'c1', name: 'run_in_terminal', arguments: JSON.stringify(input)});
		asked.finish({reason: 'tool_calls'});
	}
}

/** Reproducible: the same seed kills at the same moments. */
function randomFrom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
		return state / 2 ** 32;
	};
}

type Killed = {readonly shown: readonly string[]; readonly session: SessionId | null};

/** Starts a session, kills it after so many lines, and returns the whole ones that it had printed. */
async function killOne(place: Place, afterLines: number): Promise<Killed> {
	const running = startProgram(['exec', '--json', '--allow', 'shell', 'go'], {place});
	await Promise.race([running.lines(afterLines), running.done]);
	running.signal('SIGKILL');
	const {out} = await running.done;
	// The result is no event: it comes when the session is over, and no journal holds it.
	const shown = out
		.split('\n')
		.slice(0, -1)
		.filter(line => JSON.parse(line).type !== 'result');
	return {shown, session: shown[0] === undefined ? null : JSON.parse(shown[0]).session};
}

/** What a next start finds: everything that was shown, readable, and to be gone on with. */
function examine({home}: Place, {shown, session}: Killed, about: string): readonly Stamped[] {
	if (session === null) {
		return [];
	}
	const path = journalPath(home, session);
	const lines = readFileSync(path, 'utf8').split('\n');
	expect(lines.slice(0, shown.length), about).toEqual(shown);
	const journal = openJournal({
		folder: home,
		session,
		clock,
		redactor: createRedactor([]),
		onProblem: ({kind}) => expect(kind, about).toBe('incomplete'),
	});
	expect(journal.ok, about).toBe(true);
	if (journal.ok) {
		journal.value.close();
	}
	const {events, problems} = readJournal(path);
	expect(problems, about).toEqual([]);
	expect(events.length, about).toBeGreaterThanOrEqual(shown.length);
	const store = createStore(clock);
	store.replay(events);
	return events;
}

async function goOn(place: Place, session: SessionId, about: string): Promise<void> {
	const {code, err} = await runProgram(
		['exec', '--allow', 'shell', '--session', session, 'go on'],
		{place},
	);
	expect(code, `${about}: ${err}`).toBe(0);
	const {events} = readJournal(journalPath(place.home, session));
	const of = (type: Stamped['type']) =>
		events.flatMap(event => (event.type === type && 'call' in event ? [event.call] : []));
	expect(of('tool.ended').toSorted(), about).toEqual([...new Set(of('tool.ended'))].toSorted());
	expect(of('tool.ended'), about).toEqual(expect.arrayContaining([...of('tool.started')]));
}

it(`killed at ${kills} random moments, a session loses nothing that it had shown`, async () => {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(asked => void tell(asked));
	const whole = startProgram(['exec', '--json', '--allow', 'shell', 'go'], {place});
	const {code, out} = await whole.done;
	expect(code).toBe(0);
	const lines = out.split('\n').length;
	const seed = Math.floor(clock.now() % 2 ** 31);
	const random = randomFrom(seed);
	const seen: number[] = [];
	for (let first = 0; first < kills; first += atOnce) {
		await Promise.all(
			Array.from({length: atOnce}, async (_, offset) => {
				const number = first + offset;
				const afterLines = Math.floor(random() * lines);
				const about = `kill ${number} after ${afterLines} lines (seed ${seed})`;
				const killed = await killOne(place, afterLines);
				const events = examine(place, killed, about);
				seen.push(events.length);
				if (number % resumedEvery === 0 && killed.session !== null) {
					await goOn(place, killed.session, about);
				}
			}),
		);
	}
	// The moments were spread over the whole session, or nothing was shown by this.
	expect(new Set(seen).size).toBeGreaterThan(kills / 10);
	await expectNoOrphans(place.home);
});
