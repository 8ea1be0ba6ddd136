import {execFileSync} from 'node:child_process';
import {copyFileSync, existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it} from 'vitest';
import {localHost, type SessionId, type TerminalId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {openPlace} from '../helpers/agent.ts';
import {firstScreen, onlyRecord} from '../helpers/engine-process.ts';
import {installCopy, startInstalled, successorFaults} from '../helpers/installed-copy.ts';
import {often} from '../helpers/often.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';

const session = '20261119-000000-aaaaa' as SessionId;
/** More of them by hand: `ROUNDS=100`. */
const rounds = often('ROUNDS', {usual: 4, long: 20});
const faults = Object.entries(successorFaults);

describeWithSshd('a connection to another machine', () => {
	const lab = openSshLab();
	afterAll(async () => {
		try {
			const env = {...process.env, TMUX_TMPDIR: lab.folder};
			execFileSync('tmux', ['-L', 'agent-tui', 'kill-server'], {env, stdio: 'ignore'});
		} catch {
			// Its last session took it along.
		}
		await lab.close();
	});

	it.skipIf(!hasTmux)(
		'is made again by a new version, and brings back what runs there in tmux; what runs without it keeps the session where it is',
		async () => {
			await lab.startServer({
				alias: 'web',
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			for (const persist of ['tmux', 'none']) {
				const place = openPlace({settings: {hops: {persist}}});
				mkdirSync(join(place.home, '.ssh'), {mode: 0o700});
				copyFileSync(lab.configFile, join(place.home, '.ssh/config'));
				const installed = installCopy();
				const screen = await firstScreen({socket: startInstalled(installed, {place, session})});
				const mirror = await createMirror(screen.engine, systemClock());
				const {pid} = await onlyRecord(place);
				const host = {type: 'connect-host', target: 'web', isQuiet: true} as const;
				expect(await screen.engine.query(host)).toMatchObject({ok: true});
				const opened = await screen.engine.query({
					type: 'run-shell',
					command: 'echo there; read x; echo "got $x"; exec cat',
				});
				const terminal = opened.ok ? opened.value : expect.fail(opened.failure.message);
				const text = {type: 'terminal-text', terminal, from: 0, to: 50} as const;
				await expect.poll(() => screen.engine.query(text)).toContain('there');
				const done = await screen.upgrade();
				if (persist === 'none') {
					expect(done).toMatchObject({
						ok: false,
						failure: {message: expect.stringContaining('without tmux')},
					});
					expect((await onlyRecord(place)).pid).toBe(pid);
				} else {
					expect(done).toMatchObject({ok: true});
					await expect
						.poll(() => mirror.state().hops.list.map(({state}) => state.status))
						.toEqual(['ready']);
					await expect
						.poll(() =>
							mirror
								.state()
								.notices.map(notice => notice.text)
								.join('\n'),
						)
						.toContain('it is the same terminal on web');
				}
				screen.engine.dispatch({type: 'type-into', terminal, bytes: 'it\r'});
				await expect.poll(() => screen.engine.query(text)).toContain('got it');
				await screen.end('quit');
			}
		},
	);

	it.skipIf(!hasTmux)(
		'that is lost at that moment is tried again by the new version until the machine is back',
		async () => {
			const server = await lab.startServer({
				alias: 'away',
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			const place = openPlace({settings: {hops: {persist: 'tmux'}}});
			mkdirSync(join(place.home, '.ssh'), {mode: 0o700});
			copyFileSync(lab.configFile, join(place.home, '.ssh/config'));
			const screen = await firstScreen({socket: startInstalled(installCopy(), {place, session})});
			const mirror = await createMirror(screen.engine, systemClock());
			await onlyRecord(place);
			const host = {type: 'connect-host', target: 'away', isQuiet: true} as const;
			expect(await screen.engine.query(host)).toMatchObject({ok: true});
			const command = 'echo there; read x; echo "got $x"; exec cat';
			const opened = await screen.engine.query({type: 'run-shell', command});
			const terminal = opened.ok ? opened.value : expect.fail(opened.failure.message);
			const text = {type: 'terminal-text', terminal, from: 0, to: 50} as const;
			await expect.poll(() => screen.engine.query(text)).toContain('there');
			const status = () => mirror.state().hops.list[0]?.state.status;
			server.kill();
			await expect.poll(status).toBe('reconnecting');
			expect(await screen.upgrade()).toMatchObject({ok: true});
			const lost = () => mirror.state().notices.map(notice => notice.text);
			await expect.poll(lost).toContainEqual(expect.stringContaining('nobody answers'));
			await expect.poll(status).toBe('reconnecting');
			await server.restart();
			await expect.poll(status).toBe('ready');
			await expect.poll(() => screen.engine.query(text)).toContain('there');
			screen.engine.dispatch({type: 'type-into', terminal, bytes: 'it\r'});
			await expect.poll(() => screen.engine.query(text)).toContain('got it');
			await screen.end('quit');
		},
	);

	it.skipIf(!hasTmux)(
		`with an editor and a build beside it comes through ${rounds} hand-overs, some to versions that fail: the same programs run on, each once`,
		{timeout: 30_000 + rounds * 40_000},
		async () => {
			await lab.startServer({
				alias: 'far',
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			const place = openPlace({settings: {hops: {persist: 'tmux'}}});
			mkdirSync(join(place.home, '.ssh'), {mode: 0o700});
			copyFileSync(lab.configFile, join(place.home, '.ssh/config'));
			const installed = installCopy();
			const screen = await firstScreen({socket: startInstalled(installed, {place, session})});
			const mirror = await createMirror(screen.engine, systemClock());
			const run = async (command: string) => {
				const opened = await screen.engine.query({type: 'run-shell', command});
				return opened.ok ? opened.value : expect.fail(opened.failure.message);
			};
			const textOf = (terminal: TerminalId) =>
				screen.engine.query({type: 'terminal-text', terminal, from: 0, to: 100_000});
			const type = (terminal: TerminalId, bytes: string) =>
				screen.engine.dispatch({type: 'type-into', terminal, bytes});
			const editor = await run('vim -u NONE -N typed.txt');
			await expect.poll(() => textOf(editor)).toContain('typed.txt');
			type(editor, 'i');
			const builds = join(place.cwd, 'builds');
			const host = {type: 'connect-host', target: 'far', isQuiet: true} as const;
			expect(await screen.engine.query(host)).toMatchObject({ok: true});
			const far = await run('while read line; do echo "$$ has $line"; done');
			const stateOfHop = () => mirror.state().hops.list.map(({state}) => state.status);
			await onlyRecord(place);
			let typed = '';
			let failed = 0;
			let late = 0;
			const heard: string[] = [];
			for (let round = 0; round < rounds; round += 1) {
				const [name, code] = round % 5 === 1 ? faults[failed % faults.length]! : ['', ''];
				failed += name === '' ? 0 : 1;
				installed.plant(code);
				const about = `round ${round} ${name}`;
				await expect.poll(stateOfHop, {message: about}).toEqual(['ready']);
				screen.engine.dispatch({type: 'hop', target: localHost});
				await expect.poll(() => mirror.state().hops.current).toBe(localHost);
				const build = await run(`seq 1 50000; echo ${round} >> ${builds}`);
				const handing = screen.upgrade();
				typed += `word ${round}\n`;
				type(editor, `word ${round}\r`);
				const done = await handing;
				const isKilledLate = name.startsWith('is killed') && done.ok;
				// On a machine that is busier than the limit allows, all stays as it was.
				const isLate = !done.ok && done.failure.message.includes('did not answer');
				late += isLate ? 1 : 0;
				expect(done.ok || name !== '' || isLate, `${about}: ${JSON.stringify(done)}`).toBe(true);
				expect(done.ok && name !== '' && !isKilledLate, about).toBe(false);
				await expect.poll(() => textOf(editor), {message: about}).toContain(`word ${round}`);
				await expect
					.poll(() => mirror.state().terminals.find(({id}) => id === build)?.ended ?? null)
					.not.toBe(null);
				await expect.poll(stateOfHop, {message: about}).toEqual(['ready']);
				const isBack = () => mirror.state().terminals.find(({id}) => id === far)?.ended === null;
				await expect.poll(isBack, {message: about}).toBe(true);
				await expect
					.poll(
						async () => {
							type(far, `line ${round}\r`);
							return textOf(far);
						},
						{interval: 1000, message: about},
					)
					.toMatch(new RegExp(`\\d+ has line ${round}\\b`));
				heard.push(/(\d+) has line/.exec(String(await textOf(far)))![1]!);
			}
			expect(new Set(heard).size, 'one program there').toBe(1);
			const built = readFileSync(builds, 'utf8').trim().split('\n').map(Number);
			expect(built).toEqual(Array.from({length: rounds}, (_, round) => round));
			type(editor, '\u001B:wq\r');
			await expect.poll(() => existsSync(join(place.cwd, 'typed.txt'))).toBe(true);
			expect(readFileSync(join(place.cwd, 'typed.txt'), 'utf8')).toBe(`${typed}\n`);
			console.info(
				`${rounds} hand-overs with a hop, ${failed} to a version that fails, ${late} late`,
			);
			await screen.end('quit');
		},
	);
});
