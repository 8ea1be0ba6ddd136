import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {expect, test} from 'vitest';
import type {SessionId} from '../../source/events/ids.ts';
import {forkSession} from '../../source/storage/fork-session.ts';
import {journalPath} from '../../source/storage/journal.ts';
import {readJournal} from '../../source/storage/read-journal.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

test('a fork has the same past under an id of its own, and leaves the original as it was', () => {
	const folder = temporaryFolder();
	const session = '20260101-000000-aaaa' as SessionId;
	const started = {v: 1, seq: 1, at: 5, type: 'session.started', session, cwd: '/', version: '1'};
	const renamed = {v: 1, seq: 2, at: 6, type: 'session.renamed', title: 'about "session.started"'};
	const text = `${JSON.stringify(started)}\n${JSON.stringify(renamed)}\n`;
	mkdirSync(dirname(journalPath(folder, session)), {recursive: true});
	writeFileSync(journalPath(folder, session), text);
	const fork = forkSession({folder, session, clock: fakeClock()});
	const copy = fork.ok ? fork.value : session;
	expect(copy).not.toBe(session);
	expect(
		readFileSync(journalPath(folder, copy), 'utf8')
			.trim()
			.split('\n')
			.map(line => JSON.parse(line)),
	).toEqual([{...started, session: copy}, renamed]);
	expect(readFileSync(journalPath(folder, session), 'utf8')).toBe(text);
});

test('a session that is not there can not be forked, and that is said', () => {
	const fork = forkSession({
		folder: temporaryFolder(),
		session: 'none' as SessionId,
		clock: fakeClock(),
	});
	expect(fork).toMatchObject({ok: false, failure: {kind: 'storage'}});
});

test('a call that has not ended stays with the original; in the copy it has ended, and that is said', () => {
	const folder = temporaryFolder();
	const session = '20260101-000000-aaaa' as SessionId;
	const proposed = (call: string) => ({
		...{type: 'tool.proposed', call, turn: 't', reply: 'r', tool: 'count', raw: '{}', input: {}},
		...{scope: 'shell', host: 'local', cwd: '/', summary: 'count'},
	});
	const asked = {type: 'authorization.asked', scope: 'shell', host: 'local', expiresAt: 0};
	const lines = [
		{type: 'session.started', session, cwd: '/', version: '1'},
		proposed('waits'),
		proposed('done'),
		{...asked, call: 'waits', ask: 'a'},
		proposed('answered'),
		{
			...{type: 'authorization.answered', call: 'answered', ask: 'b'},
			...{verdict: {type: 'once'}, by: 'key'},
		},
		{type: 'tool.ended', call: 'done', outcome: {status: 'ok', result: {}}, durationMs: 1},
	].map((event, index) => JSON.stringify({v: 1, seq: index + 1, at: 5, ...event}));
	const path = journalPath(folder, session);
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, `${lines.join('\n')}\n{"v":1,"seq":8,"at":6,"ty`);
	const fork = forkSession({folder, session, clock: fakeClock()});
	const {events, problems} = readJournal(journalPath(folder, fork.ok ? fork.value : session));
	expect(problems).toEqual([]);
	expect(events.slice(lines.length)).toMatchObject(
		['waits', 'answered'].map((call, index) => ({
			seq: lines.length + 1 + index,
			type: 'tool.ended',
			call,
			outcome: {
				status: 'failed',
				failure: {message: expect.stringContaining('not carried along')},
			},
		})),
	);
});
