import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {SessionId, TerminalId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import {openPlace, type Place} from '../helpers/agent.ts';
import {firstScreen, nextScreen, onlyRecord, recordsOf} from '../helpers/engine-process.ts';
import {installCopy, startInstalled, successorFaults} from '../helpers/installed-copy.ts';
import {often} from '../helpers/often.ts';

const clock = systemClock();
const session = '20261119-000000-aaaaa' as SessionId;
const faults = Object.entries(successorFaults);
/** As each other hand-over is to a version that fails, each fault once. */
const rounds = often('ROUNDS', {usual: 2 * faults.length, long: 100});
/** One of this many successors fails. */
const faultEvery = rounds >= 100 ? 5 : 2;

/** Prints numbered lines without an end, faster than they are read at times. */
const counting = `node -e 'let n = 0; setInterval(() => { let text = ""; for (let i = 0; i < 50; i += 1) { n += 1; text += n + "\\n"; } process.stdout.write(text); }, 10)'`;

async function openIn(screen: RemoteEngine, command: string): Promise<TerminalId> {
	const opened = await screen.engine.query({type: 'run-shell', command});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	return opened.value;
}

const textOf = (screen: RemoteEngine, terminal: TerminalId) =>
	screen.engine.query({type: 'terminal-text', terminal, from: 0, to: 100_000});

/** All that a terminal has printed, as its log on disk holds it. */
function logOf({home}: Place, terminal: TerminalId): string {
	const folder = join(home, 'sessions', session, 'terminals');
	const names = readdirSync(folder).filter(name => name.startsWith(`${terminal}.log`));
	return names
		.toSorted((left, right) => right.localeCompare(left, 'en', {numeric: true}))
		.map(name => readFileSync(join(folder, name), 'utf8'))
		.join('');
}

/** The lines that are missing, come twice, or stand in a wrong place. */
function wrongLines(log: string): readonly string[] {
	const lines = log.split('\r\n').slice(0, -1);
	return lines.filter((line, index) => index > 0 && Number(line) !== Number(lines[index - 1]) + 1);
}

it(`through ${rounds} hand-overs, some to versions that fail, no byte of a program is lost or comes twice, and screens stay`, async () => {
	const place = openPlace();
	const installed = installCopy();
	const socket = startInstalled(installed, {place, session});
	const screen = await firstScreen({socket});
	const other = await nextScreen(await onlyRecord(place));
	const mirror = await createMirror(screen.engine, clock);
	const counter = await openIn(screen, counting);
	const editor = await openIn(screen, 'vim -u NONE -N typed.txt');
	await expect.poll(() => textOf(screen, editor)).toContain('typed.txt');
	screen.engine.dispatch({type: 'type-into', terminal: editor, bytes: 'i'});
	let typed = '';
	let pid = (await onlyRecord(place)).pid;
	let failed = 0;
	const took: number[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const [name, code] = round % faultEvery === 1 ? faults[failed % faults.length]! : ['', ''];
		failed += name === '' ? 0 : 1;
		installed.plant(code);
		const about = `round ${round} ${name}`;
		const burst = await openIn(screen, 'seq 1 200000');
		const begun = clock.elapsed();
		const handing = screen.upgrade();
		const word = `word ${round}`;
		typed += `${word}\n`;
		screen.engine.dispatch({type: 'type-into', terminal: editor, bytes: `${word}\r`});
		const done = await handing;
		took.push(clock.elapsed() - begun);
		const isKilledLate = name.startsWith('is killed') && done.ok;
		expect(done.ok || name !== '', `${about}: ${JSON.stringify(done)}`).toBe(true);
		expect(done.ok && name !== '' && !isKilledLate, about).toBe(false);
		await expect.poll(() => textOf(screen, editor), {message: about}).toContain(word);
		const now = recordsOf(place)[0]?.pid;
		expect(now === pid, about).toBe(!done.ok);
		pid = now ?? pid;
		await expect
			.poll(() => mirror.state().terminals.find(({id}) => id === burst)?.ended ?? null)
			.not.toBe(null);
		expect(wrongLines(logOf(place, burst)), about).toEqual([]);
		expect(logOf(place, burst).split('\r\n').length, about).toBe(200_001);
		expect([screen.isGone(), other.isGone()], about).toEqual([false, false]);
		await expect.poll(() => screen.screens().length, {message: about}).toBe(2);
	}
	screen.engine.dispatch({type: 'type-into', terminal: editor, bytes: '\u001B:wq\r'});
	// Beside many that have ended, the oldest is closed as soon as it ends.
	const isOpen = () => mirror.state().terminals.some(one => one.id === editor && !one.ended);
	await expect.poll(isOpen).toBe(false);
	expect(readFileSync(join(place.cwd, 'typed.txt'), 'utf8')).toBe(`${typed}\n`);
	expect(wrongLines(logOf(place, counter))).toEqual([]);
	const sorted = took.toSorted((left, right) => left - right).map(Math.round);
	console.log(`${rounds} hand-overs, ${failed} to a version that fails; ms: ${sorted.join(' ')}`);
	await screen.end('quit');
}, 1_800_000);
