import {existsSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {sessionOpener} from '../../source/front-ends/attach/open-session.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {foldersOf} from '../../source/platform/folders.ts';
import {isProcessAlive} from '../../source/platform/process-identity.ts';
import {connectEngine} from '../../source/wire/remote-engine.ts';
import {cleanEnvironment, openPlace} from '../helpers/agent.ts';
import {
	dialRecord,
	firstScreen,
	joinEngine,
	journalOf,
	nextScreen,
	onlyRecord,
	recordsOf,
	startTestEngine,
} from '../helpers/engine-process.ts';
import {skippingClock} from '../helpers/skipping-clock.ts';

it('the engine of a session goes on when its screen is gone, and a later screen finds everything', async () => {
	const started = startTestEngine();
	const first = await firstScreen(started);
	const opened = await first.engine.query({
		type: 'run-shell',
		command: 'echo still here; exec cat',
	});
	expect(opened.ok).toBe(true);
	const record = await onlyRecord(started.place);
	first.detach();
	await first.gone;
	await expect.poll(() => recordsOf(started.place)[0]?.screens).toBe(0);
	const again = await nextScreen(record);
	const {state} = await again.engine.snapshot();
	expect(state.terminals).toMatchObject([{title: 'echo still here; exec cat', ended: null}]);
	const [terminal] = state.terminals;
	const text = {type: 'terminal-text', terminal: terminal!.id, from: 0, to: 10} as const;
	await expect.poll(() => again.engine.query(text)).toContain('still here');
	expect(await again.end('quit')).toEqual({why: 'quit', isWritten: true, goesOn: false});
	await expect.poll(() => isProcessAlive({pid: record.pid, start: record.startTime})).toBe(false);
	expect(recordsOf(started.place)).toEqual([]);
	expect(existsSync(record.socket)).toBe(false);
});

it('its record and its socket are for this user alone', async () => {
	const started = startTestEngine();
	await firstScreen(started);
	const record = await onlyRecord(started.place);
	const modeOf = (path: string) => statSync(path).mode & 0o777;
	expect(modeOf(record.socket)).toBe(0o600);
	expect(modeOf(join(started.place.home, 'run/engines', `${started.session}.json`))).toBe(0o600);
	expect(modeOf(join(started.place.home, 'run/engines'))).toBe(0o700);
});

it.each([20, 50])(
	'its record holds no part of a secret with which a message begins, %i characters in',
	async before => {
		// Built from pieces, so that no search for secrets finds one in this file.
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const started = startTestEngine();
		const screen = await firstScreen(started);
		await onlyRecord(started.place);
		screen.engine.dispatch({
			type: 'send',
			text: `${'x'.repeat(before - 1)} ${secret} is the token`,
		});
		await expect.poll(() => recordsOf(started.place)[0]?.title).toContain('xxx');
		const [record] = recordsOf(started.place);
		expect(`${record?.title} ${record?.name}`).not.toContain('ghp_');
		expect(`${record?.title} ${record?.name}`).not.toContain('a1B2');
		screen.engine.dispatch({type: 'rename-session', title: `about ${secret}`});
		await expect.poll(() => recordsOf(started.place)[0]?.title).toContain('about');
		expect(recordsOf(started.place)[0]?.name).not.toContain('ghp_');
	},
);

it('SIGTERM ends it in order, programs included; SIGHUP does nothing to it', async () => {
	const started = startTestEngine();
	const screen = await firstScreen(started);
	await screen.engine.query({type: 'run-shell', command: 'exec sleep 1000'});
	const {pid} = await onlyRecord(started.place);
	process.kill(pid, 'SIGHUP');
	expect(await screen.engine.query({type: 'branch'})).toEqual({branch: null});
	process.kill(pid, 'SIGTERM');
	expect(await screen.gone).toEqual({why: 'signal', isWritten: true, goesOn: false});
	await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
	const journal = readFileSync(journalOf(started.place, started.session), 'utf8');
	expect(journal).toContain('"type":"session.closed","reason":"signal"');
});

it('an engine that crashes says no last words, so that its screen offers to go on', async () => {
	const crash = 'process.on("SIGUSR2", () => { throw new Error("planted"); });';
	const env = {NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`};
	const started = startTestEngine({env});
	const screen = await firstScreen(started);
	const {pid} = await onlyRecord(started.place);
	process.kill(pid, 'SIGUSR2');
	expect(await screen.gone).toMatchObject({why: null});
});

it('an empty conversation that nobody looks at any more ends, and leaves nothing behind', async () => {
	const started = startTestEngine();
	const screen = await firstScreen(started);
	const {pid} = await onlyRecord(started.place);
	screen.detach();
	await expect.poll(() => isProcessAlive({pid, start: null})).toBe(false);
	expect(existsSync(journalOf(started.place, started.session))).toBe(false);
});

it('two starters of one session: one engine, and the loser is told that there is one', async () => {
	const place = openPlace();
	const one = startTestEngine({place});
	const first = await firstScreen(one);
	first.engine.dispatch({type: 'rename-session', title: 'shared'});
	await onlyRecord(place);
	const other = startTestEngine({place, isNew: false});
	const joined = await joinEngine(other.socket, '');
	expect(joined).toMatchObject({ok: false, failure: {kind: 'conflict'}});
	expect(recordsOf(place)).toHaveLength(1);
});

it('a wrong token, garbage, a frame of a gigabyte and silence end that connection only', async () => {
	const started = startTestEngine();
	const screen = await firstScreen(started);
	const record = await onlyRecord(started.place);
	expect(await joinEngine(dialRecord(record), 'wrong')).toMatchObject({
		ok: false,
		failure: {message: 'The token is wrong.'},
	});
	for (const bytes of [
		Buffer.from('GET / HTTP/1.1\r\n\r\n'),
		Buffer.from([0x40, 0, 0, 0, 0x7b]),
		Buffer.from([0, 0, 0, 2, 0x7b, 0x7b]),
		Buffer.from([0, 0, 0, 0]),
	]) {
		const socket = dialRecord(record);
		socket.on('error', () => {});
		const closed = new Promise(resolve => socket.on('close', resolve));
		socket.resume();
		socket.write(bytes);
		await closed;
	}
	expect(await screen.engine.query({type: 'branch'})).toEqual({branch: null});
});

it.each([
	{id: 's', kind: 'screen', from: 'here', columns: '80', rows: 24},
	{id: 's', kind: 'screen', from: {}, columns: 80, rows: 24},
	{id: 's', kind: 'screen', from: 'here', columns: 80, rows: -1},
])(
	'a hello whose screen is none is refused, before other screens are told of it: %j',
	async screen => {
		const started = startTestEngine();
		await firstScreen(started);
		const record = await onlyRecord(started.place);
		const joined = await connectEngine({
			socket: dialRecord(record),
			clock: systemClock(),
			version: 'test',
			token: record.token,
			screen: screen as never,
			env: {},
		});
		expect(joined).toMatchObject({ok: false, failure: {message: 'The hello names no screen.'}});
	},
);

it('attaching to an engine that is stopped says so with what helps, and does not wait for ever', async () => {
	const started = startTestEngine();
	await firstScreen(started);
	const {place, session} = started;
	const record = await onlyRecord(place);
	const env = cleanEnvironment(place);
	const clock = skippingClock();
	const open = sessionOpener({
		...{flags: new Map(), env, cwd: place.cwd, clock, size: null},
		...{folders: foldersOf(env, process.platform), begun: null, isInside: false, isWatching: false},
	});
	process.kill(record.pid, 'SIGSTOP');
	try {
		const opened = open({wanted: session, onProblem() {}});
		clock.skip(10_000);
		expect(await opened).toMatchObject({
			ok: false,
			failure: {message: expect.stringContaining(`agent-tui stop ${session} --now`)},
		});
	} finally {
		process.kill(record.pid, 'SIGCONT');
	}
});
