import {mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import * as pty from 'node-pty';
import {expect, it, onTestFinished} from 'vitest';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {writeRecord} from '../../source/engine/registry/registry.ts';
import {encodeMessage} from '../../source/wire/frame.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import {cleanEnvironment, openPlace, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {firstScreen, onlyRecord, recordsOf, startTestEngine} from '../helpers/engine-process.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

/** What a person at a terminal is told who wants to come back. */
async function attach(place: Place, ...words: readonly string[]) {
	const child = pty.spawn(process.execPath, [builtProgram, 'attach', ...words], {
		...{cols: 300, rows: 24, cwd: place.cwd},
		env: {...cleanEnvironment(place), TERM: 'xterm-256color'},
	});
	let said = '';
	child.onData(text => {
		said += text;
	});
	const {exitCode} = await new Promise<{exitCode: number}>(resolve => child.onExit(resolve));
	expect(said).not.toMatch(/^\s+at /m);
	return {exitCode, said};
}

/** An engine that has something to lose, and a screen that shows it. */
async function runningEngine() {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(asked => {
		asked.say('Hello.');
		asked.finish();
	});
	const screen = await firstScreen(startTestEngine({place}));
	screen.engine.dispatch({type: 'send', text: 'hello'});
	await screen.engine.query({type: 'idle'});
	// From then on nothing changes it but the test.
	await expect.poll(() => recordsOf(place)[0]?.state).toBe('idle');
	const record = await onlyRecord(place);
	return {place, screen, record, folder: join(place.home, 'run/engines')};
}

async function expectUnhurt({engine}: RemoteEngine): Promise<void> {
	expect(await engine.query({type: 'branch'})).toEqual({branch: null});
}

it('attach after the engine has died says that no session runs, and how to go on', async () => {
	const place = openPlace();
	writeRecord(enginesIn(place.home), engineRecord({pid: 4_194_303}));
	expect(await attach(place)).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining(
			'No session runs now. Go on with an earlier one: agent-tui resume',
		),
	});
	expect(recordsOf(place)).toEqual([]);
});

it('attach where another process has the id of the dead engine says that no session runs, and leaves that process alone', async () => {
	const place = openPlace();
	writeRecord(enginesIn(place.home), engineRecord({startTime: '1'}));
	expect(await attach(place, '2026')).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining('No session "2026" runs now.'),
	});
});

it('attach to a socket behind which nobody is says that its engine does not answer', async () => {
	const {place, screen, record, folder} = await runningEngine();
	const stale: EngineRecord = {...record, socket: join(folder, '1-stale.sock')};
	writeRecord(folder, stale);
	const {exitCode, said} = await attach(place, record.session);
	expect(exitCode).toBe(1);
	expect(said).toContain('does not answer');
	expect(said).toContain(`agent-tui stop ${record.session}`);
	await expectUnhurt(screen);
	writeRecord(folder, record);
});

it('attach where a link stands in place of the folder says so, and follows it nowhere', async () => {
	const {place, screen, folder} = await runningEngine();
	const elsewhere = join(place.home, 'elsewhere');
	renameSync(folder, elsewhere);
	symlinkSync(elsewhere, folder);
	const {exitCode, said} = await attach(place);
	expect({exitCode, said}).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining('is a link.'),
	});
	await expectUnhurt(screen);
	rmSync(folder);
	renameSync(elsewhere, folder);
});

it('attach to an engine of a later version says that the versions differ too much', async () => {
	const place = openPlace();
	const folder = enginesIn(place.home);
	const socket = join(folder, `${process.pid}-later.sock`);
	const record = engineRecord({socket});
	const why = 'Versions differ too much: this screen speaks protocol 1, the session’s engine 9.';
	const server = createServer(connection =>
		connection.end(encodeMessage({type: 'refused', kind: 'protocol', why})),
	);
	server.listen(socket);
	onTestFinished(() => void server.close());
	mkdirSync(join(place.home, 'sessions', record.session), {recursive: true});
	writeFileSync(join(place.home, 'sessions', record.session, 'journal.jsonl'), '');
	writeRecord(folder, record);
	expect(await attach(place)).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining('Versions differ too much'),
	});
});

it('attach leaves a record of a later version alone, and says what runs as far as it knows', async () => {
	const {place, screen, record, folder} = await runningEngine();
	const path = join(folder, '20991119-000000-later.json');
	writeFileSync(path, JSON.stringify({v: 99, session: {id: 'x'}}), {mode: 0o600});
	expect(await attach(place, '2099')).toMatchObject({
		exitCode: 1,
		said: expect.stringContaining('No session "2099" runs now.'),
	});
	expect(readFileSync(path, 'utf8')).toContain('99');
	expect(recordsOf(place)).toEqual([record]);
	await expectUnhurt(screen);
});
