import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {SessionId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {openPlace} from '../helpers/agent.ts';
import {firstScreen, nextScreen, onlyRecord} from '../helpers/engine-process.ts';
import {installCopy, startInstalled} from '../helpers/installed-copy.ts';

const root = join(import.meta.dirname, '../..');
const session = '20261119-000000-aaaaa' as SessionId;
const clock = systemClock();

/** Builds the program as it was one commit ago; null if this is no clone with a history. */
function buildBefore(): string | null {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-before-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const tar = join(folder, 'before.tar');
	try {
		execFileSync('git', ['archive', '-o', tar, 'HEAD~1'], {cwd: root, stdio: 'ignore'});
	} catch {
		return null;
	}
	const before = join(folder, 'program');
	mkdirSync(before);
	execFileSync('tar', ['-xf', tar, '-C', before]);
	symlinkSync(join(root, 'node_modules'), join(before, 'node_modules'));
	execFileSync(process.execPath, ['scripts/build.ts'], {cwd: before, stdio: 'ignore'});
	return join(before, 'dist/main.js');
}

/** The port of a server that ends each connection without a word. */
async function closedServer(): Promise<number> {
	// What has been said to it is read first: else the system says that the connection was reset.
	const server = createServer(socket =>
		socket
			.on('error', () => {})
			.resume()
			.end(),
	);
	onTestFinished(() => void server.close());
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

it.skipIf(!existsSync(join(root, '.git')))(
	'a screen of this commit shows the engine of the commit before, and works in it',
	async ({skip}) => {
		const program = buildBefore();
		if (program === null) {
			skip();
			return;
		}
		const place = openPlace();
		const socket = startInstalled({program}, {place, session});
		await firstScreen({socket});
		const screen = await nextScreen(await onlyRecord(place));
		const mirror = await createMirror(screen.engine, clock);
		const opened = await screen.engine.query({type: 'run-shell', command: 'echo old; exec cat'});
		const terminal = opened.ok ? opened.value : expect.fail(opened.failure.message);
		await expect.poll(() => mirror.state().terminals).toMatchObject([{id: terminal, ended: null}]);
		const text = {type: 'terminal-text', terminal, from: 0, to: 9} as const;
		await expect.poll(() => screen.engine.query(text)).toContain('old');
		screen.engine.dispatch({type: 'type-into', terminal, bytes: 'and new\r'});
		await expect.poll(() => screen.engine.query(text)).toContain('old\nand new\nand new');
		screen.engine.dispatch({type: 'rename-session', title: 'both'});
		await expect.poll(() => mirror.state().session.title).toBe('both');
		expect(await screen.end('quit')).toMatchObject({why: 'quit'});
	},
);

it('an engine goes on while its program and its packages are replaced, and hands over to what is there then', async () => {
	const place = openPlace();
	const installed = installCopy();
	const socket = startInstalled(installed, {place, session});
	const screen = await firstScreen({socket});
	const mirror = await createMirror(screen.engine, clock);
	await onlyRecord(place);
	const ready = () => mirror.state().proxy.status;
	await expect.poll(ready).toBe('ready');
	const run = async (command: string) => {
		const opened = await screen.engine.query({type: 'run-shell', command});
		return opened.ok ? opened.value : expect.fail(opened.failure.message);
	};
	// What its terminals need it has loaded soon after its start, with the first one at the latest.
	await run('exec cat');
	const dist = join(installed.folder, 'dist');
	const packages = join(installed.folder, 'node_modules');
	renameSync(dist, `${dist}.gone`);
	renameSync(packages, `${packages}.gone`);
	const terminal = await run('echo without packages; exec cat');
	const text = {type: 'terminal-text', terminal, from: 0, to: 9} as const;
	await expect.poll(() => screen.engine.query(text)).toContain('without packages');
	expect(await screen.engine.query({type: 'diff'})).toEqual({patch: null});
	expect(await screen.upgrade()).toMatchObject({ok: false});
	expect(await screen.engine.query(text)).toContain('without packages');
	const target = `nobody@127.0.0.1:${await closedServer()}`;
	const host = {type: 'connect-host', target, isQuiet: true} as const;
	expect(JSON.stringify(await screen.engine.query(host))).toContain('SSH could not be loaded');
	renameSync(`${dist}.gone`, dist);
	renameSync(`${packages}.gone`, packages);
	expect(JSON.stringify(await screen.engine.query(host))).toContain('closed before it began');
	installed.install('9.9.9');
	expect(await screen.upgrade()).toMatchObject({ok: true});
	await expect.poll(() => screen.version()).toBe('9.9.9');
	expect(await screen.engine.query(text)).toContain('without packages');
	installed.install('0.0.1');
	expect(await screen.upgrade()).toMatchObject({
		ok: false,
		failure: {message: expect.stringContaining('is older than this one (9.9.9)')},
	});
	await screen.end('quit');
});
