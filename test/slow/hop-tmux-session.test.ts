import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import type {Link} from '../../source/hop/link.ts';
import {often} from '../helpers/often.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';
import {labLink} from '../hop/lab-link.ts';
import {terminalsOver, text} from '../hop/remote-terminals.ts';
import {isRunning, screenShows} from '../terminal/terminal-harness.ts';

const rounds = often('ROUNDS', {usual: 6, long: 20});

describeWithSshd('a terminal that lives in tmux on another machine', () => {
	const lab = openSshLab();
	let server: LabServer;
	beforeAll(async () => {
		// Its sockets and logs lie in the lab's own folder.
		const temporary = lab.folder;
		server = await lab.startServer({
			alias: 'persistent',
			relay: {},
			bashrc: `export TMUX_TMPDIR=${temporary} TMPDIR=${temporary}; echo noise\n`,
		});
	});
	afterAll(async () => {
		try {
			execFileSync('tmux', ['-L', 'agent-tui', 'kill-server'], {
				env: {...process.env, TMUX_TMPDIR: lab.folder},
				stdio: 'ignore',
			});
		} catch {
			// Its last session took it along.
		}
		await lab.close();
	});

	const there = async (onServer = server) => {
		let link: Link | null = await labLink(lab, onServer);
		const again = Promise.withResolvers<void>();
		const terminals = terminalsOver(() => link, {
			isWanted: () => true,
			async nextLink() {
				link = null;
				await again.promise;
				link = await labLink(lab, onServer);
				return link;
			},
		});
		return {...terminals, comeBack: again.resolve};
	};
	const folders = () => readdirSync(lab.folder).filter(name => name.startsWith('agent-tui.'));

	it.skipIf(!hasTmux)('prints the same bytes and tells the same end', async () => {
		const {shell, finish, terminals} = await there();
		const {id} = await shell(
			'printf "a\\033[1mb\\n"; env | grep -c "^TMUX="; echo $TERM; stty size; exit 3',
			{
				size: {columns: 91, rows: 17},
			},
		);
		expect(await finish(id)).toBe('a\u001B[1mb\n0\nxterm-256color\n17 91\n');
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 3, signal: null});
		const killed = await shell('kill -9 $$');
		await finish(killed.id);
		expect(terminals.get(killed.id)?.ended).toMatchObject({exitCode: 137, signal: 'SIGKILL'});
		await expect.poll(folders).toEqual([]);
	});

	it.skipIf(!hasTmux)('ends with its program, and with all it printed', async () => {
		const {shell, wait, terminals} = await there();
		let longestMs = 0;
		for (let round = 0; round < rounds; round += 1) {
			const {id} = await shell('stty -onlcr; yes | head -c 1000000');
			await wait(id, {exit: true});
			expect((await terminals.read(id))?.bytes).toBe(1_000_000);
			expect(terminals.get(id)?.ended).toMatchObject({exitCode: 0, signal: null});
			longestMs = Math.max(longestMs, terminals.get(id)?.ended?.durationMs ?? 0);
		}
		console.info(`1 MB and the end were here after ${Math.round(longestMs)} ms at most`);
		await expect.poll(folders).toEqual([]);
	});

	it.skipIf(!hasTmux)(
		'leaves nothing where tmux is slow to end and swallows what is said to it meanwhile',
		async () => {
			const programs = join(lab.folder, 'programs');
			mkdirSync(programs);
			const real = execFileSync('sh', ['-c', 'command -v tmux'], {encoding: 'utf8'}).trim();
			writeFileSync(
				join(programs, 'tmux'),
				`#!/bin/sh\n${real} "$@"\nstatus=$?\ncase "$*" in *attach-session*) read -r swallowed;; esac\nexit $status\n`,
				{mode: 0o755},
			);
			const bashrc = `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder} PATH=${programs}:$PATH\n`;
			const {shell, finish} = await there(await lab.startServer({alias: 'swallows', bashrc}));
			const {id} = await shell('echo all');
			expect(await finish(id)).toBe('all\n');
			await expect.poll(folders).toEqual([]);
		},
	);

	it.skipIf(!hasTmux)('gets keys, whatever they are, and a resize', async () => {
		const {shell, terminals, wait, finish} = await there();
		const {id} = await shell(
			'trap "stty size" WINCH; echo ready; while ! read -rt 0.1 x; do :; done; echo "<$x>"',
		);
		await wait(id, text('ready'));
		terminals.resize(id, {columns: 66, rows: 22});
		await wait(id, text('22 66'));
		terminals.write(id, '  é;"$#{x}\n', {by: 'model'});
		expect(await finish(id)).toContain('<é;"$#{x}>');
	});

	it.skipIf(!hasTmux)('comes back after a lost link at the exact byte', async () => {
		const {shell, terminals, wait, comeBack} = await there();
		const {id} = await shell(
			'for i in $(seq 1 400); do echo "line $i"; sleep 0.005; done; read x; echo "end $x"',
		);
		await wait(id, text('line 50\n'));
		server.relay?.cut();
		await expect.poll(() => terminals.write(id, 'x', {by: 'model'})).toMatchObject({ok: false});
		expect(terminals.get(id)?.ended).toBe(null);
		server.relay?.restore();
		comeBack();
		await wait(id, text('line 400'));
		await expect.poll(() => terminals.write(id, 'again\n', {by: 'model'})).toEqual({ok: true});
		await wait(id, {exit: true});
		const reading = await terminals.read(id);
		const lines = reading!.output.head.toString().split(/\r?\n/);
		expect(lines.slice(0, 400)).toEqual(
			Array.from({length: 400}, (_, index) => `line ${index + 1}`),
		);
		expect(lines).toContain('end again');
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 0});
	});

	it.skipIf(!hasTmux)('goes on where tmux can not answer for a moment', async () => {
		const programs = join(lab.folder, 'slow');
		mkdirSync(programs);
		const asked = join(lab.folder, 'asked');
		const real = execFileSync('sh', ['-c', 'command -v tmux'], {encoding: 'utf8'}).trim();
		// As when it can't reach its server, and then as when it is told to hang up while it asks: a
		// tmux ends well then, and prints nothing.
		const silent = `{ [ -s ${asked} ]; status=$?; echo >>${asked}; exit $status; }`;
		writeFileSync(
			join(programs, 'tmux'),
			`#!/bin/sh\ncase "$*" in *display-message*pane_dead*) ${silent};; esac\nexec ${real} "$@"\n`,
			{mode: 0o755},
		);
		const bashrc = `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder} PATH=${programs}:$PATH\n`;
		const {shell, terminals, wait} = await there(await lab.startServer({alias: 'slow', bashrc}));
		const {id} = await shell('echo ready; read x; echo "got $x"');
		await wait(id, text('ready'));
		await expect
			.poll(() => existsSync(asked) && readFileSync(asked).length > 2, {timeout: 60_000})
			.toBe(true);
		expect(terminals.get(id)?.ended).toBe(null);
		expect(terminals.write(id, 'it\n', {by: 'model'})).toEqual({ok: true});
		await wait(id, {exit: true});
		const reading = await terminals.read(id);
		expect(reading!.output.head.toString()).toContain('got it');
	});

	it.skipIf(!hasTmux)(
		'is gone only where the host says so, not where it can not look',
		async () => {
			const programs = join(lab.folder, 'busy');
			mkdirSync(programs);
			const busy = join(lab.folder, 'is-busy');
			const real = execFileSync('sh', ['-c', 'command -v wc'], {encoding: 'utf8'}).trim();
			writeFileSync(
				join(programs, 'wc'),
				`#!/bin/sh\n[ ! -e ${busy} ] || exit 1\nexec ${real} "$@"\n`,
				{mode: 0o755},
			);
			const bashrc = `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder} PATH=${programs}:$PATH\n`;
			const host = await lab.startServer({alias: 'busy', bashrc});
			const {shell, terminals, wait} = await there(host);
			const {id} = await shell('echo ready; exec cat');
			await wait(id, text('ready'));
			const kept = terminals.get(id)!.kept!;
			const later = await there(host);
			const again = {id, kept, readBytes: 0, isShared: true, mayTypeHidden: false};
			writeFileSync(busy, '');
			expect(await later.open(null, {again})).toMatchObject({ok: false, code: 'host'});
			rmSync(busy);
			const nowhere = {...again, kept: {...kept, folder: join(lab.folder, 'nowhere')}};
			expect(await later.open(null, {again: nowhere})).toMatchObject({ok: false, code: 'spawn'});
			expect(await later.open(null, {again})).toMatchObject({ok: true});
			await later.wait(id, text('ready'));
		},
	);

	it.skipIf(!hasTmux)('is followed again when somebody there detaches our client', async () => {
		const {shell, terminals, wait} = await there();
		const {id} = await shell('echo ready; read x; echo "got $x"');
		await wait(id, text('ready'));
		const env = {...process.env, TMUX_TMPDIR: lab.folder};
		const clients = () =>
			execFileSync('tmux', ['-L', 'agent-tui', 'list-clients', '-F', '#{client_name}'], {env})
				.toString()
				.trim()
				.split('\n');
		await expect.poll(() => clients()[0]).toMatch(/client/);
		const before = clients();
		for (const client of before) {
			execFileSync('tmux', ['-L', 'agent-tui', 'detach-client', '-t', client], {env});
		}
		const others = () => clients().filter(name => name !== '' && !before.includes(name));
		await expect.poll(() => others().length).toBe(before.length);
		await expect.poll(() => terminals.write(id, 'it\n', {by: 'model'})).toEqual({ok: true});
		await wait(id, {exit: true});
		const reading = await terminals.read(id);
		expect(reading!.output.head.toString()).toContain('got it');
	});

	it.skipIf(!hasTmux)('is ended with all that it started, and is known to wait', async () => {
		const {shell, terminals, wait} = await there();
		const {id, pid} = await shell('trap "" HUP TERM; sleep 91 & read -rsp "Password: " x');
		await screenShows(terminals.view(id)!, 'Password');
		await expect.poll(() => terminals.waiting(id)).toBe('password');
		// On a busy machine it may take longer than one asking waits.
		await expect.poll(() => terminals.end(id), {timeout: 60_000}).toEqual({ok: true});
		expect(isRunning(pid!)).toBe(false);
		await wait(id, {exit: true});
		await expect.poll(folders).toEqual([]);
	});

	it.skipIf(!hasTmux)(
		'leaves nothing where a file is made while its folder is removed',
		async () => {
			const busy = await lab.startServer({
				alias: 'making',
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder} PATH=$HOME/bin:$PATH\n`,
			});
			// As it is told of a folder in which a file has just been made.
			const tried = join(busy.home, 'tried');
			const rm = `[ -e ${tried} ] || { : >${tried}; exit 1; }; exec /bin/rm "$@"\n`;
			mkdirSync(join(busy.home, 'bin'));
			writeFileSync(join(busy.home, 'bin/rm'), `#!/bin/sh\n${rm}`, {mode: 0o700});
			const {open} = await there(busy);
			expect(await open('true', {cwd: '/no/such'})).toMatchObject({ok: false, code: 'workdir'});
			await expect.poll(folders).toEqual([]);
			expect(existsSync(tried)).toBe(true);
		},
	);

	it.skipIf(!hasTmux)('is not begun in a folder that is not there', async () => {
		const {open} = await there();
		expect(await open('true', {cwd: '/no/such'})).toMatchObject({ok: false, code: 'workdir'});
		await expect.poll(folders).toEqual([]);
	});
});
