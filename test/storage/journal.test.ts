import {execFileSync, spawnSync} from 'node:child_process';
import {
	appendFileSync,
	closeSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {MessageId, SessionId, TurnId} from '../../source/events/ids.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {startOfProcess, systemId} from '../../source/platform/process-identity.ts';
import {
	type Journal,
	type JournalOptions,
	journalPath,
	lockPath,
	openJournal,
	readOnlyJournal,
} from '../../source/storage/journal.ts';
import {createJournalWriter} from '../../source/storage/journal-writer.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const session = '20261118-100000-abcde' as SessionId;
const turn = 'turn_1' as TurnId;
const clock = systemClock();

function said(seq: number, text: string): Stamped {
	const message = `msg_${seq}` as MessageId;
	return {v: 1, seq, at: 1000 + seq, type: 'message.sent', message, turn, text, how: 'typed'};
}

function turnEnded(seq: number): Stamped {
	return {v: 1, seq, at: 1000 + seq, type: 'turn.ended', turn, outcome: 'done'};
}

function open(
	folder: string,
	change: Partial<JournalOptions> = {},
): {journal: Journal; problems: string[]} {
	const problems: string[] = [];
	const opened = openJournal({
		folder,
		session,
		clock,
		redactor: createRedactor(),
		onProblem: problem => problems.push(problem.message),
		...change,
	});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	onTestFinished(() => opened.value.close());
	return {journal: opened.value, problems};
}

/** How often this process has the file open; 0 where the system can't tell. */
function openDescriptors(path: string): number {
	const all = '/proc/self/fd';
	const names = existsSync(all) ? readdirSync(all) : [];
	const links = names.map(name => {
		try {
			return readlinkSync(join(all, name));
		} catch {
			return '';
		}
	});
	return links.filter(link => link === join(realpathSync(dirname(path)), basename(path))).length;
}

describe('a journal', () => {
	it('goes on after an event that can not be written, and says so in its place', () => {
		const folder = temporaryFolder();
		const {journal, problems} = open(folder);
		let deep: object = {};
		for (let level = 0; level < 50_000; level += 1) {
			deep = {a: deep};
		}
		journal.append(said(1, 'before'));
		const bottomless: object = {...said(2, 'deep'), deep};
		journal.append(bottomless as Stamped);
		journal.append(said(3, 'after'));
		const lines = readFileSync(journalPath(folder, session), 'utf8').trim().split('\n');
		expect(lines.map(line => JSON.parse(line).text)).toEqual([
			'before',
			expect.stringMatching(
				/^An event \(message.sent\) could not be written down: Maximum call stack/,
			),
			'after',
		]);
		expect(journal.isWriting()).toBe(true);
		expect(problems).toEqual([]);
	});

	it('keeps durable events, one line of strict JSON each, for the user alone', () => {
		const folder = join(temporaryFolder(), 'new');
		const {journal, problems} = open(folder);
		journal.append(said(1, 'one\ntwo'));
		journal.append({v: 1, seq: 2, at: 1002, type: 'notice.shown', level: 'info', text: 'not kept'});
		journal.append({type: 'turn.ended', turn, outcome: 'done', at: 1003, seq: 3, v: 1});
		const lines = readFileSync(journal.path, 'utf8').split('\n');
		expect(lines).toHaveLength(3);
		expect(lines[0]).toMatch(/^\{"v":1,"seq":1,"at":1001,"type":"message.sent",/);
		expect(lines[1]).toBe(
			'{"v":1,"seq":3,"at":1003,"type":"turn.ended","turn":"turn_1","outcome":"done"}',
		);
		expect(readJournal(journal.path).events).toMatchObject([{text: 'one\ntwo'}, {seq: 3}]);
		expect(statSync(journal.path).mode & 0o777).toBe(0o600);
		expect(statSync(dirname(journal.path)).mode & 0o777).toBe(0o700);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(problems).toEqual([]);
	});

	it('goes on where an earlier one ended', () => {
		const folder = temporaryFolder();
		const first = open(folder).journal;
		first.append(said(1, 'one'));
		first.close();
		const second = open(folder).journal;
		second.append(said(2, 'two'));
		expect(readJournal(second.path).events).toMatchObject([{text: 'one'}, {text: 'two'}]);
	});

	it('holds no secret that came through it', () => {
		const {journal} = open(temporaryFolder(), {redactor: createRedactor(['correct horse'])});
		journal.append(said(1, `the key is sk-${'a1'.repeat(20)} and correct horse`));
		expect(readFileSync(journal.path, 'utf8')).toMatch(
			/the key is ‹redacted:openai·\w{4}› and ‹redacted:known·\w{4}›"/,
		);
	});

	it('writes nothing after it was closed, and closes twice without harm', () => {
		const {journal, problems} = open(temporaryFolder());
		journal.append(said(1, 'one'));
		expect(openDescriptors(journal.path)).toBe(process.platform === 'linux' ? 1 : 0);
		journal.close();
		expect(openDescriptors(journal.path)).toBe(0);
		journal.append(said(2, 'two'));
		journal.close();
		expect(problems).toEqual([]);
		expect(journal.isWriting()).toBe(false);
		expect(readJournal(journal.path).events).toHaveLength(1);
		expect(readdirSync(dirname(journal.path))).toEqual(['journal.jsonl']);
	});
});

describe('a journal on hold', () => {
	it('keeps its lines in memory, and writes them all when it goes on', () => {
		const {journal} = open(temporaryFolder());
		journal.append(said(1, 'one'));
		const goOn = journal.hold();
		journal.append(said(2, 'two'));
		journal.append(turnEnded(3));
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1]);
		expect(journal.isWriting()).toBe(true);
		goOn();
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
		journal.append(said(4, 'four'));
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1, 2, 3, 4]);
	});

	it.each([
		[0, 0],
		[1, 1],
	])('with %i lines that wait shows %i signs of life when it goes on', (lines, signs) => {
		let touched = 0;
		const path = join(temporaryFolder(), 'journal.jsonl');
		const writer = createJournalWriter({
			path,
			clock,
			open: () => ({
				descriptor: openSync(path, 'a+'),
				length: 0,
				touch() {
					touched += 1;
				},
				release() {},
			}),
			onProblem() {},
		});
		onTestFinished(writer.close);
		const goOn = writer.hold();
		for (let line = 0; line < lines; line += 1) {
			writer.write(Buffer.from('one\n'), {isKey: false});
		}
		goOn();
		expect([touched, readFileSync(path, 'utf8')]).toEqual([signs, 'one\n'.repeat(lines)]);
	});

	it('is written whole when it is closed', () => {
		const {journal} = open(temporaryFolder());
		journal.hold();
		journal.append(said(1, 'one'));
		journal.close();
		expect(readJournal(journal.path).events).toHaveLength(1);
	});
});

it('the journal of a session that is only shown is never written', () => {
	const path = join(temporaryFolder(), 'journal.jsonl');
	const journal = readOnlyJournal(path);
	const goOn = journal.hold();
	journal.append(said(1, 'one'));
	goOn();
	journal.close();
	expect([journal.path, journal.isWriting(), existsSync(path)]).toEqual([path, false, false]);
});

describe('a torn last line', () => {
	const tear = (folder: string, tail: string) => {
		const {journal} = open(folder);
		journal.append(said(1, 'one'));
		journal.close();
		appendFileSync(journal.path, tail);
		return journal.path;
	};

	it('is cut off before the first append, and reported once', () => {
		const folder = temporaryFolder();
		const path = tear(folder, '{"v":1,"seq":2,"at":3,"type":"message.se');
		expect(readJournal(path).problems).toEqual([
			expect.stringMatching(/^Line 2 of .* was skipped: it is not whole JSON\.$/),
		]);
		const {journal, problems} = open(folder);
		journal.append(said(2, 'two'));
		expect(problems).toEqual([expect.stringContaining('in the middle of a line (40 bytes)')]);
		expect(readJournal(path)).toMatchObject({events: [{text: 'one'}, {text: 'two'}], problems: []});
	});

	it('is kept when only its line end is missing', () => {
		const folder = temporaryFolder();
		const path = tear(folder, JSON.stringify(said(2, 'two')));
		const {journal, problems} = open(folder);
		journal.append(said(3, 'three'));
		expect(problems).toEqual([]);
		expect(readJournal(path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
	});

	// With the last of these lengths the line end stands where what is read at once begins.
	it.each([200_000, 65_536, 65_535])(
		'of %i bytes, of which 65,536 are read at once, is cut off whole and nothing else',
		bytes => {
			const folder = temporaryFolder();
			const path = tear(folder, 'x'.repeat(bytes));
			open(folder).journal.append(said(2, 'two'));
			expect(readJournal(path)).toMatchObject({
				events: [{text: 'one'}, {text: 'two'}],
				problems: [],
			});
		},
	);
});

describe('reading a journal', () => {
	it('skips what can not be used and says which lines', () => {
		const path = join(temporaryFolder(), 'journal.jsonl');
		const lines = [
			JSON.stringify(said(1, 'one')),
			'{"v":1,"seq":2,',
			'[]',
			'{"v":2,"seq":3,"at":1,"type":"message.sent"}',
			'{"v":1,"at":1,"type":"message.sent"}',
			'',
			JSON.stringify(said(9, 'ü last')),
		];
		writeFileSync(path, `${lines.join('\n')}\n`);
		const {events, problems} = readJournal(path);
		expect(events).toMatchObject([{seq: 1}, {seq: 9, text: 'ü last'}]);
		expect(problems.map(problem => problem.replace(path, 'it'))).toEqual([
			'Line 2 of it was skipped: it is not whole JSON.',
			'Line 3 of it was skipped: it is not an event.',
			'Line 4 of it was skipped: a newer version of agent-tui wrote it.',
			'Line 5 of it was skipped: it has no place in the order of events.',
		]);
	});

	it('of a session that has none gives nothing', () => {
		expect(readJournal(join(temporaryFolder(), 'none'))).toMatchObject({events: [], problems: []});
	});

	it('that is all rubbish reports a bounded number of lines', () => {
		const path = join(temporaryFolder(), 'journal.jsonl');
		writeFileSync(path, 'rubbish\n'.repeat(5000));
		expect(readJournal(path).problems).toHaveLength(21);
	});
});

describe('a disk that refuses', () => {
	it('is told once when it is full, and the session goes on', () => {
		const folder = temporaryFolder();
		mkdirSync(dirname(journalPath(folder, session)), {recursive: true});
		symlinkSync('/dev/full', journalPath(folder, session));
		const {journal, problems} = open(folder);
		expect(journal.isWriting()).toBe(true);
		journal.append(said(1, 'one'));
		journal.append(said(2, 'two'));
		expect(journal.isWriting()).toBe(false);
		expect(problems).toEqual([
			expect.stringMatching(/^The journal can't be written: the disk is full\. .* in memory/),
		]);
	});

	it('is told once when the folder can not be made, and the session goes on', () => {
		const folder = join(temporaryFolder(), 'file');
		writeFileSync(folder, '');
		const {journal, problems} = open(join(folder, 'home'));
		journal.append(said(1, 'one'));
		expect(journal.isWriting()).toBe(false);
		expect(problems).toEqual([expect.stringMatching(/^The journal can't be written: ENOTDIR/)]);
	});
});

describe('a journal that can not be written for a while', () => {
	const lateClock = () => {
		let late = 0;
		return {clock: {...clock, elapsed: () => clock.elapsed() + late}, wait: () => (late += 3000)};
	};

	it('is written again, with everything since, when its folder can be made', () => {
		const home = join(temporaryFolder(), 'home');
		writeFileSync(home, 'in the way');
		const {clock: later, wait} = lateClock();
		const {journal, problems} = open(home, {clock: later});
		journal.append(said(1, 'one'));
		expect(journal.isWriting()).toBe(false);
		rmSync(home);
		journal.append(said(2, 'two'));
		expect(journal.isWriting()).toBe(false);
		wait();
		journal.append(said(3, 'three'));
		expect(journal.isWriting()).toBe(true);
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
		expect(problems).toEqual([
			expect.stringContaining("can't be written: ENOTDIR"),
			expect.stringContaining('is written again, and nothing is missing'),
		]);
	});

	it('is written again when the disk was full once, and has whole lines only', () => {
		const folder = temporaryFolder();
		const path = join(folder, 'journal.jsonl');
		const [full, real] = [openSync('/dev/full', 'a'), openSync(path, 'a+')];
		let isFull = false;
		const {clock: later, wait} = lateClock();
		const problems: string[] = [];
		const file = {
			get descriptor() {
				return isFull ? full : real;
			},
			length: 0,
			touch() {},
			release() {},
		};
		const writer = createJournalWriter({
			path,
			clock: later,
			open: () => file,
			onProblem: ({message}) => problems.push(message),
		});
		const write = (text: string) => writer.write(Buffer.from(`${text}\n`), {isKey: false});
		write('one');
		isFull = true;
		write('two');
		write('three');
		isFull = false;
		write('four');
		expect(readFileSync(path, 'utf8')).toBe('one\n');
		wait();
		write('five');
		expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\nfour\nfive\n');
		expect(problems).toEqual([
			expect.stringContaining('the disk is full'),
			expect.stringContaining('is written again'),
		]);
		writer.close();
		closeSync(full);
	});

	it.each([
		['ENOSPC', 'the disk is full'],
		['EDQUOT', 'the disk is full'],
		['EROFS', 'the folder may not be written'],
		['EACCES', 'the folder may not be written'],
		['EPERM', 'the folder may not be written'],
		['EIO', 'EIO'],
		[undefined, 'no'],
	])('because of %s says why: %s', (code, why) => {
		const problems: string[] = [];
		createJournalWriter({
			path: '/j',
			clock,
			open() {
				throw Object.assign(new Error('no'), code && {code});
			},
			onProblem: ({message}) => problems.push(message),
		});
		expect(problems).toEqual([expect.stringContaining(`can't be written: ${why}.`)]);
	});

	/** A writer on a disk that can be made full. */
	function openFull(given?: Clock) {
		const full = openSync('/dev/full', 'a');
		const real = openSync(join(temporaryFolder(), 'journal.jsonl'), 'a+');
		const late = lateClock();
		const {wait} = late;
		const disk = {isFull: true};
		const problems: string[] = [];
		const file = {
			get descriptor() {
				return disk.isFull ? full : real;
			},
			length: 0,
			touch() {},
			release() {},
		};
		const writer = createJournalWriter({
			path: '/j',
			clock: given ?? late.clock,
			open: () => file,
			onProblem: ({message}) => problems.push(message),
		});
		onTestFinished(() => {
			disk.isFull = false;
			writer.close();
			closeSync(full);
		});
		const write = (bytes: number) => writer.write(Buffer.alloc(bytes, 'x'), {isKey: false});
		const isGivenUp = () => problems.some(text => text.includes('too much waits'));
		return {disk, wait, write, writer, problems, isGivenUp};
	}

	const mostBytes = 32 * 1024 * 1024;

	it('keeps 32 MiB, and gives up with one byte more', () => {
		const {write, isGivenUp} = openFull();
		write(1);
		write(mostBytes - 1);
		expect(isGivenUp()).toBe(false);
		write(1);
		expect(isGivenUp()).toBe(true);
	});

	it('is not tried again with every line, but after two seconds', () => {
		const later = fakeClock();
		const {disk, write, writer} = openFull(later);
		later.advance(3000);
		write(1);
		disk.isFull = false;
		later.advance(1999);
		write(1);
		expect(writer.isWriting()).toBe(false);
		later.advance(1);
		write(1);
		expect(writer.isWriting()).toBe(true);
	});

	it.each([
		[0, 1],
		[1, 2],
	])('with %i lines that wait is tried %i times to open, by its end', (lines, tries) => {
		let tried = 0;
		const writer = createJournalWriter({
			path: '/j',
			clock,
			open() {
				tried += 1;
				throw new Error('no');
			},
			onProblem() {},
		});
		for (let line = 0; line < lines; line += 1) {
			writer.write(Buffer.from('x'), {isKey: false});
		}
		expect(tried).toBe(1);
		writer.close();
		expect(tried).toBe(tries);
	});

	it('that is given up stays so, also where the disk takes more by its end', () => {
		const {disk, write, writer, problems} = openFull();
		write(1);
		write(mostBytes);
		const told = [...problems];
		disk.isFull = false;
		expect(writer.isWriting()).toBe(false);
		writer.close();
		expect(problems).toEqual(told);
	});

	it('has all its room again once it was written', () => {
		const {disk, wait, write, writer, isGivenUp} = openFull();
		write(1);
		write(mostBytes - 1);
		disk.isFull = false;
		wait();
		write(1);
		expect(writer.isWriting()).toBe(true);
		disk.isFull = true;
		write(1);
		write(mostBytes - 1);
		expect(isGivenUp()).toBe(false);
	});

	it('is given up when too much waits, and says so once', () => {
		const folder = join(temporaryFolder(), 'file');
		writeFileSync(folder, '');
		const {journal, problems} = open(folder);
		for (let seq = 1; seq <= 40; seq += 1) {
			journal.append(said(seq, 'x'.repeat(1_000_000)));
		}
		expect(problems).toEqual([
			expect.stringContaining('ENOTDIR'),
			expect.stringContaining('too much waits'),
		]);
	});

	it('is made again whole also where the line end of its last line had been missing', () => {
		const home = temporaryFolder();
		const {journal: first} = open(home);
		first.append(said(1, 'one'));
		first.close();
		const {path} = first;
		writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
		const {journal, problems} = open(home);
		rmSync(path);
		journal.append(said(2, 'two'));
		journal.append(turnEnded(3));
		expect(readJournal(path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
		expect(problems).toEqual([expect.stringContaining('was deleted while this session ran')]);
	});

	it('is made again without what another program has added to the deleted file', () => {
		const {journal} = open(temporaryFolder());
		journal.append(said(1, 'one'));
		const other = openSync(journal.path, 'a');
		onTestFinished(() => closeSync(other));
		writeSync(other, 'what somebody else has written');
		rmSync(journal.path);
		journal.append(turnEnded(2));
		expect(readJournal(journal.path)).toMatchObject({
			events: [{seq: 1}, {seq: 2}],
			problems: [],
		});
	});

	it('is made again whole when it is larger than what is copied at once', () => {
		const {journal} = open(temporaryFolder());
		const text = 'x'.repeat(700_000);
		for (let seq = 1; seq <= 4; seq += 1) {
			journal.append(said(seq, `${seq} ${text}`));
		}
		rmSync(journal.path);
		journal.append(turnEnded(5));
		const texts = readJournal(journal.path).events.map(event => 'text' in event && event.text);
		expect(texts).toEqual([...[1, 2, 3, 4].map(seq => `${seq} ${text}`), false]);
	});

	it('and that another program made anew is left to that one, and written whole when it is gone', () => {
		const {clock: later, wait} = lateClock();
		const home = temporaryFolder();
		const {journal, problems} = open(home, {clock: later});
		journal.append(said(1, 'one'));
		rmSync(journal.path);
		writeFileSync(journal.path, '\n');
		journal.append(turnEnded(2));
		expect(problems).toEqual([
			expect.stringContaining("can't be written: another program made it anew."),
		]);
		expect(readFileSync(journal.path, 'utf8')).toBe('\n');
		expect([openDescriptors(journal.path), existsSync(lockPath(home, session))]).toEqual([
			0,
			false,
		]);
		rmSync(journal.path);
		wait();
		journal.append(said(3, 'three'));
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
		expect(problems.slice(1)).toEqual([
			expect.stringContaining('was deleted while this session ran'),
			expect.stringContaining('is written again, and nothing is missing'),
		]);
	});

	it('and that was cut short before it was deleted is not made again as if it were whole', () => {
		const {journal, problems} = open(temporaryFolder());
		journal.append(said(1, 'one'));
		truncateSync(journal.path, 5);
		rmSync(journal.path);
		journal.append(turnEnded(2));
		expect(problems).toEqual([
			expect.stringContaining('the deleted file is shorter than what was written'),
		]);
		expect(readFileSync(journal.path, 'utf8')).toBe('');
	});

	it.each([
		['its home', (path: string) => rmSync(join(path, '../../..'), {recursive: true})],
		['the file alone', (path: string) => rmSync(path)],
	])('because somebody deleted %s is made again with everything, and that is said', (_, remove) => {
		const home = join(temporaryFolder(), 'home');
		const {journal, problems} = open(home);
		journal.append(said(1, 'one'));
		remove(journal.path);
		journal.append(said(2, 'two'));
		journal.append(turnEnded(3));
		expect(readJournal(journal.path).events.map(({seq}) => seq)).toEqual([1, 2, 3]);
		expect(statSync(journal.path).mode & 0o777).toBe(0o600);
		expect(problems).toEqual([expect.stringContaining('was deleted while this session ran')]);
		expect(() => open(home)).toThrow(`process ${process.pid} on `);
		journal.append(said(4, 'four'));
		journal.close();
		expect(readJournal(journal.path).events).toHaveLength(4);
		expect(existsSync(lockPath(home, session))).toBe(false);
	});
});

describe('a second instance', () => {
	it('is free again for others when the journal could not be opened', () => {
		const folder = temporaryFolder();
		mkdirSync(journalPath(folder, session), {recursive: true});
		const {journal, problems} = open(folder);
		expect(problems).toEqual([expect.stringContaining("can't be written")]);
		expect(existsSync(lockPath(folder, session))).toBe(false);
		journal.close();
	});

	it('is refused, and told who has the session', () => {
		const folder = temporaryFolder();
		open(folder);
		expect(() => open(folder)).toThrow(
			`Session ${session} is open in another agent-tui: process ${process.pid} on `,
		);
	});

	it.each([
		[3.4 * 60_000, 3],
		[90_000, 2],
		[0, 0],
		[-60_000, 0],
	])('is told for how long it has been open: %i ms are %i min', (openMs, minutes) => {
		const folder = temporaryFolder();
		const {journal} = open(folder);
		const {since} = JSON.parse(readFileSync(lockPath(folder, session), 'utf8'));
		const later = {...clock, now: () => since + openMs};
		expect(() => open(folder, {clock: later})).toThrow(`, for ${minutes} min. Quit it`);
		journal.close();
	});

	it('gets the session when the first one has closed it', () => {
		const folder = temporaryFolder();
		open(folder).journal.close();
		expect(open(folder).journal.isWriting()).toBe(true);
	});

	it.each([
		{what: 'a process that is gone', holder: {pid: 2 ** 22 + 1, start: '1'}},
		{
			what: 'an earlier process with the id of a running one',
			holder: {pid: process.pid, start: '1'},
		},
	])('takes over the lock of $what', async ({holder}) => {
		const {hostname} = await import('node:os');
		const folder = temporaryFolder();
		open(folder).journal.close();
		const lock = {...holder, machine: hostname(), since: 0};
		writeFileSync(lockPath(folder, session), JSON.stringify(lock));
		expect(open(folder).journal.isWriting()).toBe(true);
		expect(JSON.parse(readFileSync(lockPath(folder, session), 'utf8'))).toMatchObject({
			pid: process.pid,
			start: startOfProcess(process.pid),
		});
	});

	it('does not take over from another machine, which it can not look at, before it was silent for a week', () => {
		const folder = temporaryFolder();
		open(folder).journal.close();
		const holder = {pid: 1, start: '1', machine: 'elsewhere', system: 'another', since: 0};
		writeFileSync(lockPath(folder, session), JSON.stringify(holder));
		expect(() => open(folder)).toThrow(/process 1 on elsewhere.* delete .*lock$/);
		const later = (days: number) => ({...clock, now: () => clock.now() + days * 86_400_000});
		expect(() => open(folder, {clock: later(6)})).toThrow('process 1 on elsewhere');
		expect(open(folder, {clock: later(8)}).journal.isWriting()).toBe(true);
	});

	it('shows a sign of life with each turn that ends', () => {
		const folder = temporaryFolder();
		const {journal} = open(folder);
		const lock = lockPath(folder, session);
		utimesSync(lock, 1000, 1000);
		journal.append(said(1, 'one'));
		expect(statSync(lock).mtimeMs).toBe(1_000_000);
		journal.append(turnEnded(2));
		expect(statSync(lock).mtimeMs).toBeGreaterThan(1_000_000);
	});

	it.runIf(process.platform === 'linux')(
		'looks at the process of a lock that this machine made under another name',
		() => {
			const folder = temporaryFolder();
			open(folder).journal.close();
			const path = lockPath(folder, session);
			const lock = (pid: number) =>
				JSON.stringify({pid, start: null, machine: 'old-name', system: systemId(), since: 0});
			writeFileSync(path, lock(process.pid));
			expect(() => open(folder)).toThrow(`process ${process.pid} on old-name`);
			writeFileSync(path, lock(2 ** 22 + 1));
			expect(open(folder).journal.isWriting()).toBe(true);
		},
	);

	it('waits for a lock that was made a moment ago, and takes over one that stayed empty', () => {
		const folder = temporaryFolder();
		open(folder).journal.close();
		writeFileSync(lockPath(folder, session), '');
		expect(() => open(folder)).toThrow('is being opened by another agent-tui');
		const later = {...clock, now: () => clock.now() + 60_000};
		expect(open(folder, {clock: later}).journal.isWriting()).toBe(true);
	});
});

describe('a call', () => {
	it('is on the disk itself before it starts, and so is a turn that ended; a word only at the end', () => {
		const script = join(import.meta.dirname, 'fixtures/counts-fsyncs.ts');
		const events = [
			{type: 'reply.grew', reply: 'r', text: 'word'},
			{type: 'tool.started', call: 'c'},
			{type: 'turn.ended', turn: 't', outcome: 'done'},
		].map((event, index) => JSON.stringify({v: 1, seq: index + 1, at: 1, ...event}));
		const told = execFileSync(process.execPath, [script, temporaryFolder(), ...events]);
		expect(JSON.parse(told.toString())).toEqual({
			'reply.grew': 0,
			'tool.started': 1,
			'turn.ended': 1,
			closed: 1,
		});
	});
});

/** The kernel takes what still fits and refuses the rest, as a full disk does. */
it('a disk that is full in the middle of a line leaves no part of that line behind', () => {
	const folder = temporaryFolder();
	const script = join(import.meta.dirname, 'fixtures/append-forever.ts');
	const limited = `ulimit -f 40; exec "$0" "$@"`;
	const child = spawnSync('sh', ['-c', limited, process.execPath, script, folder, session], {
		timeout: 120_000,
		killSignal: 'SIGKILL',
		maxBuffer: 1_000_000,
	});
	expect(child.stderr.toString()).toContain("The journal can't be written");
	const written = readFileSync(journalPath(folder, session), 'utf8');
	expect(written.length).toBeGreaterThan(10_000);
	expect(written.endsWith('\n')).toBe(true);
	expect(readJournal(journalPath(folder, session)).problems).toEqual([]);
});
