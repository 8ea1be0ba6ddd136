import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import type {Link} from '../../source/hop/link.ts';
import {hopTransport} from '../../source/hop/transport.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {runOver} from '../helpers/hop-ports.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {leastOf, turnLine} from '../helpers/turn-line.ts';
import {isRunning, screenShows} from '../terminal/terminal-harness.ts';
import {labLink} from './lab-link.ts';
import {remoteTerminals, runInTerminal, terminalsOver, text} from './remote-terminals.ts';

const clock = systemClock();

describeWithSshd('a terminal on another machine', () => {
	const lab = openSshLab();
	let plain: LabServer;
	beforeAll(async () => {
		plain = await lab.startServer({
			alias: 'plain',
			relay: {},
			bashrc: 'echo noise; echo noise >&2\n',
			banner: 'private\n',
		});
	});
	afterAll(() => lab.close());

	const there = async () => {
		const link = await labLink(lab, plain);
		return {link, ...terminalsOver(() => link)};
	};

	it('prints what the program prints and nothing else, and tells its end exactly', async () => {
		const {shell, finish, terminals} = await there();
		const first = await shell('echo hello; exit 3');
		expect(await finish(first.id)).toBe('hello\n');
		expect(terminals.get(first.id)?.ended).toMatchObject({exitCode: 3, signal: null});
		const killed = await shell('kill -9 $$');
		await finish(killed.id);
		expect(terminals.get(killed.id)?.ended).toMatchObject({exitCode: 137, signal: 'SIGKILL'});
		const argv = await shell(null, {program: {type: 'argv', argv: ['printf', '%s|', 'a b', "'"]}});
		expect(await finish(argv.id)).toBe("a b|'|");
	});

	it('has the size, the folder and the environment that it is to have', async () => {
		const {shell, finish} = await there();
		const {id} = await shell('stty size; pwd; env', {size: {columns: 91, rows: 17}, cwd: '/usr'});
		const lines = (await finish(id)).split('\n');
		expect(lines.slice(0, 2)).toEqual(['17 91', '/usr']);
		expect(lines).toContain('TERM=xterm-256color');
		expect(lines).toContain('GIT_PAGER=cat');
		expect(lines.filter(line => /VITEST|NODE_|npm_/.test(line))).toEqual([]);
	});

	it('is settled when its program waits for input without a prompt', async () => {
		const {shell, wait} = await there();
		const {id} = await shell('cat');
		expect(await wait(id, {settled: true})).toMatchObject({type: 'settled', waiting: 'input'});
	});

	it('is not begun in a folder or with a shell that is not there', async () => {
		const {open} = await there();
		expect(await open('true', {cwd: '/no/such'})).toMatchObject({ok: false, code: 'workdir'});
		const shell = {type: 'shell', command: 'true', shell: 'no-such-shell', login: false} as const;
		expect(await open(null, {program: shell})).toMatchObject({ok: false, code: 'shell'});
		const argv = {type: 'argv', argv: ['no-such-program']} as const;
		expect(await open(null, {program: argv})).toMatchObject({ok: false, code: 'spawn'});
	});

	it('does not run anywhere else while there is no connection', async () => {
		const {open} = terminalsOver(() => null);
		expect(await open('true')).toMatchObject({ok: false, code: 'host'});
	});

	it('of a host that was given up is said at once not to be confirmed, and nothing is asked', async () => {
		const link = await labLink(lab, plain);
		let isGivenUp = false;
		const counted = {count: 0};
		const counting: Link = {
			...link,
			open(request, signal) {
				counted.count += 1;
				return link.open(request, signal);
			},
		};
		const host = 'there' as HostId;
		const {shell, terminals} = remoteTerminals(
			hopTransport({host, link: () => counting, clock, isGivenUp: () => isGivenUp}),
		);
		const {id} = await shell('sleep 60');
		isGivenUp = true;
		const before = counted.count;
		expect(await terminals.end(id)).toMatchObject({ok: false, code: 'unconfirmed'});
		expect(counted.count).toBe(before);
		isGivenUp = false;
	});

	it('follows a resize, and gets keys', async () => {
		const {shell, finish, terminals, wait} = await there();
		const {id} = await shell(
			// A read that times out in the middle of what is typed has taken the first part of it.
			'trap "stty size" WINCH; echo ready; while ! read -rt 0.1 y; do x=$x$y; done; echo got $x$y',
		);
		await wait(id, text('ready'));
		terminals.resize(id, {columns: 66, rows: 22});
		await wait(id, text('22 66'));
		terminals.write(id, 'it\n', {by: 'model'});
		expect(await finish(id)).toContain('got it');
	});

	it('gets Ctrl-C, and signals for what runs in the foreground', async () => {
		const {shell, finish, terminals, wait} = await there();
		const first = await shell('echo ready; sleep 60');
		await wait(first.id, text('ready'));
		terminals.write(first.id, '\u0003', {by: 'model'});
		await finish(first.id);
		expect(terminals.get(first.id)?.ended).toMatchObject({exitCode: 130, signal: 'SIGINT'});
		const second = await shell(
			'trap "echo heard; exit 4" USR1; echo ready; while :; do sleep 0.05; done',
		);
		await wait(second.id, text('ready'));
		expect(terminals.signal(second.id, 'SIGUSR1')).toEqual({ok: true});
		expect(await finish(second.id)).toContain('heard');
	});

	it('shows a full-screen program and a shell to type in', async () => {
		const {shell, terminals, finish} = await there();
		const {id} = await shell(null, {owner: 'user'});
		const screen = terminals.view(id)!;
		terminals.write(
			id,
			'PS1="prompt"\\>; printf "\\033[?1049h\\033[5;9Hfull"; read x; printf "\\033[?1049l"\n',
			{by: 'user'},
		);
		await screenShows(screen, '        full');
		expect(screen.plainRows()[4]).toContain('        full');
		terminals.write(id, '\n', {by: 'user'});
		await screenShows(screen, 'prompt>');
		terminals.write(id, 'exit 6\n', {by: 'user'});
		await finish(id);
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 6});
	});

	it('is known to wait for input, for a password, or for nothing', async () => {
		const {shell, terminals, wait} = await there();
		const reads = await shell('echo ready; read x');
		await wait(reads.id, text('ready'));
		await expect.poll(() => terminals.waiting(reads.id)).toBe('input');
		const hidden = await shell('read -rsp "Password: " x; echo got $x | wc -c');
		await wait(hidden.id, text('Password'));
		await expect.poll(() => terminals.waiting(hidden.id)).toBe('password');
		terminals.write(hidden.id, 'four\n', {by: 'user', isHidden: true});
		await wait(hidden.id, text('9'));
		const busy = await shell('echo ready; sleep 60');
		await wait(busy.id, text('ready'));
		expect(await terminals.waiting(busy.id)).toBe(null);
	});

	it('is ended with all that it started', async () => {
		const {shell, terminals, wait, finish} = await there();
		const {id, pid} = await shell(
			'trap "" HUP TERM; setsid sleep 88 & echo $! ready; while :; do sleep 1; done',
		);
		await wait(id, text('ready'));
		await screenShows(terminals.view(id)!, 'ready');
		const child = Number(/^(\d+) ready/m.exec(terminals.view(id)!.plainRows().join('\n'))?.[1]);
		expect(isRunning(child)).toBe(true);
		expect(await terminals.end(id)).toEqual({ok: true});
		expect([pid!, child].filter(isRunning)).toEqual([]);
		await finish(id);
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 137, signal: 'SIGKILL'});
	});

	it('tells what it left behind', async () => {
		const {shell, terminals, wait} = await there();
		const {id} = await shell('setsid sleep 89 </dev/null >/dev/null 2>&1 & echo $!; sleep 0.3');
		await wait(id, {exit: true});
		const reading = await terminals.read(id);
		expect(reading?.leftovers).toEqual([Number(reading?.output.head.toString())]);
		expect(await terminals.close(id, {force: true})).toEqual({ok: true});
		expect(isRunning(reading!.leftovers[0]!)).toBe(false);
	});

	it('tells what it left behind also when its words do not speak of it, after its end', async () => {
		const {shell, terminals, wait} = await there();
		const file = join(plain.home, 'starts-more.sh');
		writeFileSync(file, 'setsid sleep 87 </dev/null >/dev/null 2>&1 &\necho $!; sleep 0.3\n');
		const {id} = await shell(`sh ${file}`);
		await wait(id, {exit: true});
		const first = await terminals.read(id);
		expect(terminals.get(id)?.isReported).toBe(true);
		await expect.poll(() => terminals.get(id)?.isReported).toBe(false);
		const {leftovers} = (await terminals.read(id))!;
		expect(leftovers).toEqual([Number(first?.output.head.toString())]);
		expect(await terminals.close(id, {force: true})).toEqual({ok: true});
		expect(isRunning(leftovers[0]!)).toBe(false);
	});

	it('takes two round trips: one for its channel, one for all else', async () => {
		const line = turnLine(clock);
		const far = await lab.startServer({alias: 'far', relay: {line}});
		const link = await labLink(lab, far);
		const roundTrips = async () => {
			const before = line.asked();
			await runInTerminal(link, 'true');
			return line.asked() - before;
		};
		expect(await leastOf(2, roundTrips)).toBe(2);
	});

	it('does not begin where terminals are not allowed, and that is said', async () => {
		const server = await lab.startServer({alias: 'no-tty', serverConfig: ['PermitTTY no']});
		const link = await labLink(lab, server);
		const file = join(server.home, 'must-not-be');
		const opened = await terminalsOver(() => link).open(`touch ${file}`);
		expect(opened).toMatchObject({
			ok: false,
			failure: {message: expect.stringContaining('terminals are not allowed there')},
		});
		expect((await runOver(link, 'echo still here')).output).toBe('still here\n');
		expect(existsSync(file)).toBe(false);
	});

	it('loses none of a large output', {timeout: 120_000}, async () => {
		const {shell, terminals, wait} = await there();
		const {id} = await shell('stty -onlcr; yes | head -c 20000000');
		await wait(id, {exit: true});
		expect((await terminals.read(id))?.bytes).toBe(20_000_000);
	});

	it('ends as lost when the line is cut, without a code that nobody knows', async () => {
		const {shell, terminals, wait} = await there();
		const {id} = await shell('echo ready; sleep 60');
		await wait(id, text('ready'));
		plain.relay?.cut();
		await wait(id, {exit: true});
		plain.relay?.restore();
		expect(terminals.get(id)?.ended).toMatchObject({
			exitCode: null,
			signal: null,
			lost: expect.stringContaining('lost'),
		});
		expect(terminals.write(id, 'x', {by: 'model'})).toMatchObject({code: 'exited'});
	});
});
