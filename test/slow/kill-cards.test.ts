import {copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import * as pty from 'node-pty';
import {afterAll, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {journalPath, openJournal} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {expectNoOrphans} from '../cli/processes.ts';
import {cleanEnvironment, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {often} from '../helpers/often.ts';
import {randomFrom} from '../helpers/random-journal.ts';
import {openHopPlace, type Wish, wishFor} from '../helpers/remote-workspace.ts';
import {runProgram} from '../helpers/run-program.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

const kills = often('KILLS', {usual: 9, long: 100});
const atOnce = 3;
/** Of the sessions that were killed, so many are gone on with by another program. */
const resumedEvery = 3;
/** A question stands, or an answer came too soon after it. */
const asksNow = /Answer yes|came just now/;
const yesAfterMs = 400;
const limitMs = 60_000;

const clock = systemClock();

/** One command for the other machine, one for this one, and one that takes its time. */
const waves: readonly (readonly Wish[])[] = [
	[run('c0'), run('c1', {host: 'local'}), run('c2', {takes: '; sleep 0.4'})],
	[run('c3', {host: 'local', takes: '; sleep 0.2'}), run('c4')],
];

/** Both machines have the same disk, and each session a file in it. */
function run(name: string, {host, takes = ''}: {host?: string; takes?: string} = {}): Wish {
	const cmd = `echo ${name} >> "COUNT"${takes}`;
	return {name: 'unified_exec', input: {cmd, ...(host !== undefined && {host})}};
}

/** The prompt names the file in which this session counts. */
function tell(asked: Asked): void {
	const {messages} = asked.body;
	const [, count = ''] = /count in (\S+)/.exec(JSON.stringify(messages)) ?? [];
	const results = messages.filter(({role}: {role: string}) => role === 'tool').length;
	const wave = results === 0 ? 0 : results === 3 ? 1 : null;
	if (wave === null || messages.at(-1).content === 'go on') {
		asked.say('Done.');
		asked.finish();
		return;
	}
	asked.say('I count. ');
	const text = JSON.stringify(waves[wave]).replaceAll('COUNT', count.replace(/["\\].*/, ''));
	wishFor(asked, JSON.parse(text), results);
}

type Killed = {readonly place: Place; readonly count: string; readonly isWhole: boolean};

/** A person at a terminal who says yes to each card, until the program is killed or has said all. */
async function killOne(place: Place, number: number, afterMs: number | null): Promise<Killed> {
	const home = join(place.home, `home-${number}`);
	const count = join(place.cwd, `count-${number}`);
	mkdirSync(home);
	copyFileSync(join(place.home, 'config.json'), join(home, 'config.json'));
	const own = {home, cwd: place.cwd};
	const parameters = ['--inside', '--screen-reader', '--hop', 'box', `count in ${count}`];
	const child = pty.spawn(process.execPath, [builtProgram, ...parameters], {
		cols: 200,
		rows: 50,
		cwd: place.cwd,
		env: {...cleanEnvironment(own, {HOME: place.home}), TERM: 'xterm-256color'},
	});
	let shown = '';
	let isKilled = false;
	child.onData(text => {
		shown += text;
		if (asksNow.test(text)) {
			clock.after(yesAfterMs, () => isKilled || child.write('yes\r'));
		}
	});
	const ended = new Promise<void>(resolve => child.onExit(() => resolve()));
	const startedAt = clock.elapsed();
	const isOver = () =>
		shown.includes('Done.') || clock.elapsed() - startedAt > (afterMs ?? limitMs);
	while (!isOver()) {
		await clock.sleep(5);
	}
	isKilled = true;
	child.kill('SIGKILL');
	await ended;
	return {place: own, count, isWhole: shown.includes('Done.')};
}

function sessionOf({home}: Place): SessionId | null {
	const folder = join(home, 'sessions');
	const [session] = existsSync(folder) ? readdirSync(folder) : [];
	return session !== undefined && existsSync(journalPath(home, session))
		? (session as SessionId)
		: null;
}

function eventsOf({home}: Place, session: SessionId, about: string): readonly Stamped[] {
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
	const {events, problems} = readJournal(journalPath(home, session));
	expect(problems, about).toEqual([]);
	return events;
}

/** Without a kill, each command runs once behind a card of its own, on both machines. */
function expectAll({place, count, isWhole}: Killed): void {
	expect(isWhole).toBe(true);
	expect(Object.fromEntries(timesRun(count))).toEqual({c0: 1, c1: 1, c2: 1, c3: 1, c4: 1});
	const events = eventsOf(place, sessionOf(place)!, 'without a kill');
	expect(events.filter(({type}) => type === 'authorization.asked')).toHaveLength(5);
	const hosts = events.flatMap(event => (event.type === 'tool.proposed' ? [event.host] : []));
	expect(hosts).toEqual(['box', 'local', 'box', 'local', 'box']);
}

function countOf(seen: readonly Stamped['type'][]): Readonly<Record<string, number>> {
	const groups = [...Map.groupBy(seen, type => type)];
	return Object.fromEntries(groups.map(([type, all]) => [type, all.length]));
}

/** How often each command ran, by what it wrote. */
function timesRun(count: string): ReadonlyMap<string, number> {
	const lines = existsSync(count) ? readFileSync(count, 'utf8').split('\n').filter(Boolean) : [];
	return new Map([...Map.groupBy(lines, line => line)].map(([line, all]) => [line, all.length]));
}

/** No call ran twice, and none that the journal does not know as started. */
function checkCalls(events: readonly Stamped[], count: string, about: string): void {
	const started = new Set(
		events.flatMap(event => (event.type === 'tool.started' ? [event.call] : [])),
	);
	const names = new Set(
		events.flatMap(event =>
			event.type === 'tool.proposed' && started.has(event.call)
				? [/echo (c\d)/.exec(event.raw)?.[1]]
				: [],
		),
	);
	for (const [name, times] of timesRun(count)) {
		expect(times, `${about}: ${name}`).toBe(1);
		expect(names.has(name), `${about}: ${name} ran, and was not started`).toBe(true);
	}
}

async function goOn({place, count}: Killed, session: SessionId, about: string): Promise<void> {
	const {code, err} = await runProgram(['exec', '--session', session, 'go on'], {place});
	expect([0, 3], `${about}: ${err}`).toContain(code);
	const events = eventsOf(place, session, about);
	const of = (type: Stamped['type']) =>
		events.flatMap(event => (event.type === type && 'call' in event ? [event.call] : []));
	expect(of('tool.ended').toSorted(), about).toEqual([...new Set(of('tool.ended'))].toSorted());
	expect(of('tool.ended'), about).toEqual(expect.arrayContaining(of('tool.started')));
	checkCalls(events, count, about);
}

describeWithSshd('killed at any moment', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it(`a session with a hop and parallel cards runs no call twice and loses none (${kills} kills)`, async () => {
		await lab.startServer({alias: 'box'});
		const {place, upstream} = await openHopPlace(lab);
		upstream.always(tell);
		const began = clock.elapsed();
		const whole = await killOne(place, -1, null);
		const wholeMs = clock.elapsed() - began;
		expectAll(whole);
		const seed = Math.floor(clock.now() % 2 ** 31);
		const random = randomFrom(seed);
		const seen: Stamped['type'][] = [];
		for (let first = 0; first < kills; first += atOnce) {
			await Promise.all(
				Array.from({length: Math.min(atOnce, kills - first)}, async (_, offset) => {
					const number = first + offset;
					// One moment in each part of the session: few of them by chance alone may miss most of it.
					const afterMs = Math.floor(((number + random()) / kills) * wholeMs * slowdown);
					const about = `kill ${number} after ${afterMs} ms (seed ${seed})`;
					const killed = await killOne(place, number, afterMs);
					const session = sessionOf(killed.place);
					const events = session === null ? [] : eventsOf(killed.place, session, about);
					seen.push(events.at(-1)?.type ?? 'session.started');
					checkCalls(events, killed.count, about);
					if (number % resumedEvery === 0 && session !== null && events.length > 0) {
						await goOn(killed, session, about);
					}
				}),
			);
		}
		console.info(`${kills} kills, by the last event before them:`, countOf(seen));
		// The moments were spread over the whole session, or nothing was shown by this.
		expect(new Set(seen).size).toBeGreaterThan(Math.min(6, kills / 5));
		await expectNoOrphans(place.home);
	});
});

/** Several at once take longer than one alone. */
const slowdown = 1.3;
