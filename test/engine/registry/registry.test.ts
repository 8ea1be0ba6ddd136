import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {EngineRecord} from '../../../source/engine/registry/engine-record.ts';
import {
	identity,
	inspectRecords,
	isSurelyRunning,
	readRecords,
	removeRecord,
	updateRecord,
	writeRecord,
} from '../../../source/engine/registry/registry.ts';
import {prepareRunFolder, socketPath} from '../../../source/engine/registry/run-folder.ts';
import {makeToken, sameToken} from '../../../source/engine/registry/token.ts';
import type {SessionId} from '../../../source/events/ids.ts';
import {engineRecord, enginesIn} from '../../helpers/engine-records.ts';
import {growthOf, proportionMax} from '../../helpers/growth.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const preparedFolder = () => enginesIn(temporaryFolder());
const sessionsIn = (folder: string) => {
	const read = readRecords(folder);
	return read.ok ? read.value.map(({session}) => session) : read.failure.message;
};
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const fileOf = (folder: string, {session}: EngineRecord) => join(folder, `${session}.json`);

it('a running session is in the list as it was written, in a file for this user only', () => {
	const folder = preparedFolder();
	const record = engineRecord();
	writeRecord(folder, record);
	expect(readRecords(folder)).toEqual({ok: true, value: [record]});
	expect(statSync(fileOf(folder, record)).mode & 0o777).toBe(0o600);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(readdirSync(folder)).toEqual([`${record.session}.json`]);
});

it('a change replaces the record, and comes back after somebody deleted the file', () => {
	const folder = preparedFolder();
	writeRecord(folder, engineRecord());
	const changed = updateRecord(folder, engineRecord(), {state: 'idle', screens: 2});
	expect(readRecords(folder)).toMatchObject({value: [{state: 'idle', screens: 2}]});
	removeRecord(folder, changed);
	expect(sessionsIn(folder)).toEqual([]);
	updateRecord(folder, changed, {});
	expect(sessionsIn(folder)).toEqual([changed.session]);
});

it('an engine removes its own record only, not that of its successor', () => {
	const folder = preparedFolder();
	const [first, second] = [engineRecord(), engineRecord()];
	writeRecord(folder, second);
	removeRecord(folder, first);
	expect(readRecords(folder)).toEqual({ok: true, value: [second]});
});

it('a record whose process is gone is cleared by whoever reads, with its socket', async () => {
	const folder = preparedFolder();
	const socket = join(folder, 'dead.sock');
	const server = createServer().listen(socket);
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	const record = engineRecord({pid: deadPid(), socket});
	writeRecord(folder, record);
	expect(inspectRecords(folder)).toMatchObject({value: [{status: 'gone', record}]});
	expect(readdirSync(folder)).toHaveLength(2);
	expect(sessionsIn(folder)).toEqual([]);
	expect(readdirSync(folder)).toEqual([]);
});

it('a process that has got the id of a dead engine is not taken for it, and not ended for it', () => {
	const folder = preparedFolder();
	const record = engineRecord({startTime: 'another start'});
	writeRecord(folder, record);
	expect(isSurelyRunning(record)).toBe(false);
	expect(isSurelyRunning(engineRecord())).toBe(process.platform === 'linux');
	expect(isSurelyRunning(engineRecord({startTime: null}))).toBe(false);
	expect(sessionsIn(folder)).toEqual([]);
});

it('a record of another boot is cleared; one of another machine or container stays, unlisted', () => {
	const folder = preparedFolder();
	const [boot = '', space = ''] = (identity().bootId ?? 'boot pid:[1]').split(' ');
	const named = (session: string, changes: Partial<EngineRecord>) =>
		writeRecord(folder, engineRecord({...changes, session: session as SessionId}));
	named('before', {bootId: `another-boot ${space}`});
	named('container', {bootId: `${boot} pid:[1]`});
	named('machine', {bootId: 'another-boot pid:[1]', machine: 'elsewhere'});
	expect(sessionsIn(folder)).toEqual([]);
	expect(readdirSync(folder)).toEqual(['container.json', 'machine.json']);
});

it('garbage is cleared, a record of a newer version is left to the program that knows it', () => {
	const folder = preparedFolder();
	const {session: _, ...nameless} = engineRecord();
	writeFileSync(join(folder, 'torn.json'), '{"v":1,"sess');
	writeFileSync(join(folder, 'empty.json'), '');
	writeFileSync(join(folder, 'nameless.json'), JSON.stringify(nameless));
	writeFileSync(join(folder, 'group.json'), JSON.stringify(engineRecord({pid: 0})));
	writeFileSync(join(folder, 'misnamed.json'), JSON.stringify(engineRecord()));
	writeFileSync(join(folder, 'newer.json'), JSON.stringify({v: 9, engine: {process: 4711}}));
	const more = {...engineRecord({v: 2, session: 'more' as SessionId}), mood: 'calm'};
	writeFileSync(join(folder, 'more.json'), JSON.stringify(more));
	expect(sessionsIn(folder)).toEqual(['more']);
	expect(readdirSync(folder)).toEqual(['more.json', 'newer.json']);
});

it('a link in place of a record is not followed', () => {
	const folder = preparedFolder();
	const elsewhere = join(temporaryFolder(), 'planted.json');
	writeFileSync(elsewhere, JSON.stringify(engineRecord()));
	symlinkSync(elsewhere, fileOf(folder, engineRecord()));
	expect(sessionsIn(folder)).toEqual([]);
	writeRecord(folder, engineRecord({title: 'own'}));
	expect(readFileSync(elsewhere, 'utf8')).not.toContain('own');
	expect(sessionsIn(folder)).toEqual([engineRecord().session]);
});

it('what a killed writer left is swept, and what a living one writes is not', () => {
	const folder = preparedFolder();
	const left = `a.json.${deadPid()}-0123abcd.tmp`;
	const fresh = `a.json.${process.pid}-0123abcd.tmp`;
	writeFileSync(join(folder, left), '');
	writeFileSync(join(folder, fresh), '');
	readRecords(folder);
	expect(readdirSync(folder)).toEqual([fresh]);
});

it('without a folder nothing runs; a link, a file or an open folder in its place is refused', () => {
	const state = temporaryFolder();
	const folder = join(state, 'run', 'engines');
	expect(readRecords(folder)).toEqual({ok: true, value: []});
	const planted = temporaryFolder();
	mkdirSync(join(state, 'run'), 0o700);
	symlinkSync(planted, folder);
	const words = (at: string) => {
		const prepared = prepareRunFolder(at);
		return prepared.ok ? null : prepared.failure.message;
	};
	expect(words(state)).toContain(`${folder} is a link`);
	expect(sessionsIn(folder)).toContain('is a link');

	const [linked, filed, open] = [temporaryFolder(), temporaryFolder(), temporaryFolder()];
	symlinkSync(planted, join(linked, 'run'));
	expect(words(linked)).toContain('is a link');
	writeFileSync(join(filed, 'run'), '');
	expect(words(filed)).toContain('is no folder');
	mkdirSync(join(open, 'run', 'engines'), {recursive: true, mode: 0o700});
	chmodSync(join(open, 'run', 'engines'), 0o750);
	expect(words(open)).toContain(`chmod 700 ${join(open, 'run', 'engines')}`);
	expect(readdirSync(planted)).toEqual([]);
});

it('a folder of another user is refused, whoever that is', () => {
	const stranger = {uid: (process.getuid?.() ?? 0) + 1};
	const prepared = prepareRunFolder(temporaryFolder(), stranger);
	expect(prepared).toMatchObject({ok: false, failure: {kind: 'denied'}});
	expect(prepared.ok ? '' : prepared.failure.message).toContain(`this is user ${stranger.uid}`);
});

it('a socket lies beside its record; one whose path were too long lies in a private folder', () => {
	const folder = preparedFolder();
	const [first, second] = [socketPath(folder), socketPath(folder)];
	expect(first).toMatchObject({ok: true});
	expect(first.ok && first.value.startsWith(`${folder}/${process.pid}-`)).toBe(true);
	expect(first).not.toEqual(second);

	const temporary = temporaryFolder();
	// Letters of two bytes: the system counts bytes.
	const deep = join(folder, 'ü'.repeat(30));
	const short = socketPath(deep, {temporary, platform: 'darwin'});
	const sockets = join(temporary, `agent-tui-sockets-${process.getuid?.()}`);
	expect(short.ok && short.value.startsWith(`${sockets}/`)).toBe(true);
	expect(statSync(sockets).mode & 0o777).toBe(0o700);
	expect(existsSync(deep)).toBe(false);

	chmodSync(sockets, 0o777);
	expect(socketPath(deep, {temporary, platform: 'darwin'})).toMatchObject({
		failure: {kind: 'denied'},
	});
	expect(socketPath(deep, {temporary: deep})).toMatchObject({failure: {kind: 'storage'}});
});

it('a socket can be listened on at the longest path that is taken', async () => {
	const folder = preparedFolder();
	const padding = 'x'.repeat(200);
	const paths = Array.from({length: 120}, (_, length) => join(folder, padding.slice(0, length)));
	const longest = paths.map(path => socketPath(path, {temporary: folder})).findLast(({ok}) => ok);
	const beside = paths.findLast(path => {
		const found = socketPath(path, {temporary: folder});
		return found.ok && found.value.startsWith(`${path}/`);
	});
	expect(longest?.ok).toBe(true);
	mkdirSync(beside ?? '', {recursive: true});
	const path = socketPath(beside ?? '', {temporary: folder});
	const server = createServer().listen(path.ok ? path.value : '');
	await once(server, 'listening');
	expect(existsSync(path.ok ? path.value : '')).toBe(true);
	server.close();
});

it('a token is long, never the same, and compared whole', () => {
	const token = makeToken();
	expect(Buffer.from(token, 'base64url')).toHaveLength(32);
	expect(token).not.toBe(makeToken());
	expect(sameToken(token, token)).toBe(true);
	expect(sameToken(token, token.slice(0, -1))).toBe(false);
	expect(sameToken('', '')).toBe(false);
});

it('a clearing reader never removes the record of an engine that came meanwhile', async () => {
	const folder = preparedFolder();
	const readers = Array.from({length: 3}, () =>
		spawn(process.execPath, ['--eval', readingProgram, folder], {stdio: 'ignore'}),
	);
	onTestFinished(() => {
		for (const reader of readers) {
			reader.kill('SIGKILL');
		}
	});
	const dead = engineRecord({pid: deadPid()});
	for (let round = 0; round < 300; round += 1) {
		writeRecord(folder, dead);
		let living = updateRecord(folder, engineRecord(), {since: round});
		await new Promise(resolve => setImmediate(resolve));
		living = updateRecord(folder, living, {});
		await expect.poll(() => sessionsIn(folder)).toEqual([living.session]);
	}
});

const readingProgram = `
const {readRecords} = await import(${JSON.stringify(
	new URL('../../../source/engine/registry/registry.ts', import.meta.url).href,
)});
for (;;) readRecords(process.argv[1]);
`;

it('a socket that a killed engine left without a record is swept, a living one is not', async () => {
	const folder = preparedFolder();
	const sockets = [deadPid(), process.pid].map(pid => `${pid}-0123abcd.sock`);
	for (const name of sockets) {
		const server = createServer().listen(join(folder, name));
		await once(server, 'listening');
		onTestFinished(() => void server.close());
	}
	writeFileSync(join(folder, 'newer.json'), '{"v": 9}');
	readRecords(folder);
	expect(readdirSync(folder)).toHaveLength(3);
	rmSync(join(folder, 'newer.json'));
	readRecords(folder);
	expect(readdirSync(folder)).toEqual([sockets[1]]);
});

it('the list takes a time in proportion to the sessions that run', async () => {
	const running = (count: number) => {
		const folder = preparedFolder();
		for (let index = 0; index < count; index += 1) {
			const session = `20261119-101${String(index).padStart(3, '0')}-abcde` as SessionId;
			writeRecord(folder, engineRecord({session}));
		}
		return folder;
	};
	const folders = new Map([50, 500].map(count => [count, running(count)]));
	const list = (count: number) =>
		expect(readRecords(folders.get(count)!)).toMatchObject({value: {length: count}});
	expect(await growthOf(500, list)).toBeLessThan(proportionMax);
});
