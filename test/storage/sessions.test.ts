import {existsSync, mkdirSync, statSync, truncateSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Event} from '../../source/events/event.ts';
import type {
	AskId,
	CallId,
	HostId,
	MessageId,
	ReplyId,
	SessionId,
	TerminalId,
	TurnId,
} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {journalPath, openJournal} from '../../source/storage/journal.ts';
import {createJournalLines} from '../../source/storage/journal-lines.ts';
import {openSession} from '../../source/storage/open-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {isSessionId, newSessionId} from '../../source/storage/session-names.ts';
import {
	deleteSession,
	findSession,
	lastSession,
	listSessions,
} from '../../source/storage/sessions.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const redactor = createRedactor();
const clock = systemClock();
const turn = 'turn_1' as TurnId;

function write(folder: string, id: string, events: readonly Event[], startedAt = 1000): string {
	const path = journalPath(folder, id);
	mkdirSync(dirname(path), {recursive: true});
	const lines = events.map((event, index) =>
		createJournalLines(redactor)({v: 1, seq: index + 1, at: startedAt + index, ...event}),
	);
	writeFileSync(path, `${lines.join('\n')}\n`);
	return path;
}

const started = (cwd: string): Event => ({
	type: 'session.started',
	session: 's' as SessionId,
	cwd,
	version: '1',
});
const said = (text: string): Event => ({
	type: 'message.sent',
	message: 'm' as MessageId,
	turn,
	text,
	how: 'typed',
});
const asked: Event = {
	type: 'authorization.asked',
	ask: 'ask_1' as AskId,
	call: 'call_1' as CallId,
	scope: 'shell',
	host: 'local' as HostId,
	expiresAt: 1,
};
const answered: Event = {
	type: 'authorization.answered',
	ask: 'ask_1' as AskId,
	call: 'call_1' as CallId,
	verdict: {type: 'once'},
	by: 'key',
};

describe('the list of sessions', () => {
	it('has one in which the person only ran programs: they may run on, and resume finds them', () => {
		const folder = temporaryFolder();
		const ran = (owner: 'model' | 'user', title: string): Event => ({
			type: 'terminal.opened',
			terminal: '1' as TerminalId,
			title,
			host: 'far' as HostId,
			cwd: '/a',
			owner,
		});
		write(folder, 'empty', [started('/a')]);
		write(folder, 'ran', [started('/a'), ran('user', 'make\n all'), ran('user', 'ls')]);
		write(folder, 'both', [started('/b'), ran('user', 'make'), said('hello')]);
		expect(listSessions(folder)).toMatchObject([
			{id: 'ran', title: 'make all', messages: 0},
			{id: 'both', title: 'hello'},
		]);
		expect(lastSession(folder, '/a')).toBe('ran');
	});

	it('tells what each is about, the latest first', () => {
		const folder = temporaryFolder();
		write(folder, 'one', [started('/a'), said('  fix\nthe tests '), said('more')], 1000);
		write(
			folder,
			'two',
			[started('/b'), said('hello'), {type: 'session.renamed', title: 'Two'}],
			5000,
		);
		expect(listSessions(folder)).toEqual([
			{
				id: 'two',
				title: 'Two',
				cwd: '/b',
				startedAt: 5000,
				updatedAt: 5002,
				messages: 1,
				isPartial: false,
				waiting: 0,
				state: 'closed',
			},
			expect.objectContaining({id: 'one', title: 'fix the tests', messages: 2, updatedAt: 1002}),
		]);
	});

	it('leaves out sessions in which nothing was said, and files that are none', () => {
		const folder = temporaryFolder();
		write(folder, 'empty', [started('/a')]);
		mkdirSync(join(folder, 'sessions', 'without-journal'));
		writeFileSync(join(folder, 'sessions', 'a file'), '');
		expect(listSessions(folder)).toEqual([]);
		expect(listSessions(join(folder, 'nowhere'))).toEqual([]);
	});

	it('leaves out one whose journal cannot be read, and shows the others', () => {
		const folder = temporaryFolder();
		write(folder, 'good', [started('/work'), said('hello')]);
		mkdirSync(journalPath(folder, 'folder-instead'), {recursive: true});
		expect(listSessions(folder).map(({id}) => id)).toEqual(['good']);
	});

	it('shows a card that waits, until it is answered', () => {
		const folder = temporaryFolder();
		write(folder, 'one', [started('/a'), said('x'), asked]);
		expect(listSessions(folder)[0]).toMatchObject({state: 'waiting', waiting: 1});
		write(folder, 'one', [started('/a'), said('x'), asked, answered]);
		expect(listSessions(folder)[0]).toMatchObject({state: 'closed', waiting: 0});
	});

	it('shows a session that is open somewhere', () => {
		const folder = temporaryFolder();
		write(folder, 'one', [started('/a'), said('x')]);
		const onProblem = () => {};
		const opened = openJournal({folder, session: 'one' as SessionId, clock, redactor, onProblem});
		expect(listSessions(folder)[0]).toMatchObject({state: 'open'});
		if (opened.ok) {
			opened.value.close();
		}
		expect(listSessions(folder)[0]).toMatchObject({state: 'closed'});
	});

	it('is not fooled by text that looks like an event, nor by a torn line', () => {
		const folder = temporaryFolder();
		const trap = `\n{"v":1,"seq":9,"at":9,"type":"message.sent","text":"trap"}\n`;
		const path = write(folder, 'one', [started('/a'), said(trap), said('last')]);
		truncateSync(path, statSync(path).size - 20);
		expect(listSessions(folder)).toMatchObject([{messages: 1}]);
	});

	it('reads only the two ends of a long journal, and says so', () => {
		const folder = temporaryFolder();
		const middle = Array.from({length: 9000}, (_, index) =>
			said(`message ${index} ${'x'.repeat(100)}`),
		);
		write(folder, 'long', [started('/a'), said('first words'), ...middle, asked]);
		expect(listSessions(folder)[0]).toMatchObject({
			title: 'first words',
			isPartial: true,
			state: 'waiting',
			updatedAt: 1000 + middle.length + 2,
		});
	});

	const grew: Event = {type: 'reply.grew', reply: 'r' as ReplyId, text: 'x'.repeat(60)};
	const sessionsOf = (pieces: number, {sessions}: {sessions: number}) => {
		const folder = temporaryFolder();
		const events = [said('hello'), ...Array.from({length: pieces}, () => grew)];
		for (let index = 0; index < sessions; index += 1) {
			write(folder, `session-${index}`, [started('/a'), ...events]);
		}
		return folder;
	};

	it('takes time in proportion to how many sessions there are', async () => {
		const folders = new Map([20, 200].map(count => [count, sessionsOf(300, {sessions: count})]));
		const growth = await growthOf(200, sessions => {
			expect(listSessions(folders.get(sessions)!)).toHaveLength(sessions);
		});
		expect(growth).toBeLessThan(proportionMax);
	});

	const littleMore = 0.3;

	it('takes no more time for sessions that are ten times as long: it reads their two ends', async () => {
		const lengths = [5000, 50_000];
		const folders = new Map(lengths.map(pieces => [pieces, sessionsOf(pieces, {sessions: 4})]));
		const growth = await growthOf(
			50_000,
			pieces => {
				expect(listSessions(folders.get(pieces)!)).toHaveLength(4);
			},
			littleMore,
		);
		expect(growth).toBeLessThan(littleMore);
	});
});

describe('finding a session', () => {
	it('takes the whole id, or a beginning that fits one only', () => {
		const folder = temporaryFolder();
		for (const id of ['2026-a', '2026-ab', '2027-c']) {
			write(folder, id, [said('x')]);
		}
		expect(findSession(folder, '2027')).toEqual({ok: true, value: '2027-c'});
		expect(findSession(folder, '2026-a')).toEqual({ok: true, value: '2026-a'});
		expect(findSession(folder, '2026')).toMatchObject({
			failure: {message: expect.stringContaining('2 sessions begin with "2026": 2026-a, 2026-ab')},
		});
		expect(findSession(folder, '')).toMatchObject({ok: false, failure: {kind: 'not-found'}});
		// It is said on the command line and in a session, each of which has a list of its own.
		const message = expect.stringMatching(/"..\/x".*agent-tui sessions.*\/sessions/);
		expect(findSession(folder, '../x')).toMatchObject({failure: {kind: 'not-found', message}});
	});

	it('gives the last one of a folder, or of all', () => {
		const folder = temporaryFolder();
		write(folder, 'one', [started('/a'), said('x')], 1000);
		write(folder, 'two', [started('/b'), said('x')], 2000);
		expect(lastSession(folder, '/a')).toBe('one');
		expect(lastSession(folder, null)).toBe('two');
		expect(lastSession(folder, '/c')).toBe(null);
	});
});

describe('ids of sessions', () => {
	it('sort by time, differ, and are safe as file names', () => {
		const time = fakeClock(Date.UTC(2026, 10, 18, 9, 5, 7));
		const first = newSessionId(time);
		expect(first).toMatch(/^20261118-090507-[a-z2-9]{5}$/);
		const ids = new Set(Array.from({length: 200}, () => newSessionId(time)));
		expect(ids.size).toBe(200);
		time.advance(1000);
		expect(newSessionId(time) > first).toBe(true);
		expect([...ids].every(isSessionId)).toBe(true);
	});

	it.each(['', '..', '.', 'a/b', 'a\\b', '-a', 'a b', 'a\n', 'x'.repeat(100)])(
		'are never %j',
		text => {
			expect(isSessionId(text)).toBe(false);
		},
	);
});

describe('opening a session', () => {
	const open = (folder: string, wanted: string | null, problems: string[] = []) =>
		openSession({
			folder,
			wanted,
			clock,
			redactor,
			onProblem: ({message}) => problems.push(message),
		});

	it('starts a new one, and gives an earlier one back with what was said', () => {
		const folder = temporaryFolder();
		const first = open(folder, null);
		if (!first.ok) {
			throw new Error(first.failure.message);
		}
		expect(first.value.past.events).toEqual([]);
		first.value.journal.append({v: 1, seq: 1, at: 1, ...said('hello')});
		expect(open(folder, first.value.session)).toMatchObject({failure: {kind: 'conflict'}});
		first.value.journal.close();
		const second = open(folder, first.value.session.slice(0, 6));
		expect(second).toMatchObject({ok: true, value: {past: {events: [{text: 'hello'}]}}});
		if (second.ok) {
			second.value.journal.close();
		}
	});

	it('reports lines that were skipped, and an id that is not there', () => {
		const folder = temporaryFolder();
		const path = write(folder, 'one', [said('x')]);
		writeFileSync(path, 'rubbish\n', {flag: 'a'});
		const problems: string[] = [];
		const opened = open(folder, 'one', problems);
		expect(problems).toEqual([expect.stringContaining('Line 2')]);
		if (opened.ok) {
			opened.value.journal.close();
		}
		expect(open(folder, 'two')).toMatchObject({failure: {kind: 'not-found'}});
	});
});

describe('deleting a session', () => {
	it('takes its folder away, unless it is open', () => {
		const folder = temporaryFolder();
		write(folder, 'one', [said('x')]);
		const id = 'one' as SessionId;
		const opened = openJournal({folder, session: id, clock, redactor, onProblem() {}});
		expect(deleteSession(folder, id)).toMatchObject({failure: {kind: 'conflict'}});
		if (opened.ok) {
			opened.value.close();
		}
		expect(deleteSession(folder, id)).toMatchObject({ok: true});
		expect(existsSync(join(folder, 'sessions', 'one'))).toBe(false);
	});
});
