import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import {type RemoteRunRequest, runOnLink} from '../../source/hop/exec.ts';
import type {Link} from '../../source/hop/link.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {linkTo, scriptedPorts} from '../helpers/hop-ports.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {isRunning} from '../terminal/terminal-harness.ts';
import {labLink} from './lab-link.ts';

const clock = systemClock();
let count = 0;

const run = async (link: Link, command: string, also: Partial<RemoteRunRequest> = {}) => {
	const chunks = {stdout: [] as Uint8Array[], stderr: [] as Uint8Array[]};
	count += 1;
	const ran = await runOnLink(link, {
		command,
		cwd: null,
		timeoutMs: 25_000,
		signal: new AbortController().signal,
		marker: `test-${process.pid}-${count}`,
		clock,
		onOutput: (bytes, from) => chunks[from].push(bytes),
		...also,
	});
	if (!ran.ok) {
		throw new Error(ran.failure.message);
	}
	return {
		...ran.value,
		stdout: Buffer.concat(chunks.stdout).toString(),
		stderr: Buffer.concat(chunks.stderr).toString(),
	};
};

describeWithSshd('a command on another machine', () => {
	const lab = openSshLab();
	let plain: LabServer;
	let noisy: LabServer;
	beforeAll(async () => {
		plain = await lab.startServer({alias: 'plain', relay: {}});
		noisy = await lab.startServer({
			alias: 'noisy',
			banner: '*** all your typing is recorded ***\n',
			bashrc: 'echo noise; echo noise >&2; set -x; printf "no line end"\n',
		});
	});
	afterAll(() => lab.close());

	it('tells its exit code and its two outputs', async () => {
		const link = await labLink(lab, plain);
		expect(await run(link, 'echo out; echo err >&2; exit 3')).toMatchObject({
			type: 'exited',
			exitCode: 3,
			stdout: 'out\n',
			stderr: 'err\n',
			started: 'yes',
			outputBytes: 8,
		});
		expect(await run(link, 'kill -9 $$')).toMatchObject({type: 'signalled', signal: 'SIGKILL'});
		expect(await run(link, 'kill -TERM $$')).toMatchObject({type: 'signalled', signal: 'SIGTERM'});
		expect(await run(link, 'exit 137')).toMatchObject({type: 'exited', exitCode: 137});
		expect(await run(link, 'no-such-program-here')).toMatchObject({type: 'exited', exitCode: 127});
	});

	it('is what was written, whatever it holds', async () => {
		const link = await labLink(lab, plain);
		const text = `a!b \\ "q" 'p' $HOME \`x\` é\t\u0001 %s %b \\0101`;
		const quoted = `'${text.replaceAll("'", `'\\''`)}'`;
		expect((await run(link, `printf '%s' ${quoted}\n\nprintf '\\n'`)).stdout).toBe(`${text}\n`);
	});

	it('runs in the folder that was asked for, or not at all', async () => {
		const link = await labLink(lab, plain);
		expect((await run(link, 'pwd', {cwd: '/usr/bin'})).stdout).toBe('/usr/bin\n');
		const marker = join(plain.home, 'must-not-be');
		await expect(run(link, `touch ${marker}`, {cwd: '/no/such'})).rejects.toThrow('/no/such');
		expect(existsSync(marker)).toBe(false);
	});

	it('reads what it is given, and an end without it', async () => {
		const link = await labLink(lab, plain);
		expect((await run(link, 'cat')).stdout).toBe('');
		expect((await run(link, 'cat', {input: Buffer.from('given')})).stdout).toBe('given');
		const large = Buffer.alloc(5_000_000, 'x');
		expect((await run(link, 'wc -c', {input: large})).stdout.trim()).toBe('5000000');
		const stream = Readable.from([Buffer.from('in '), Buffer.from('parts')]);
		expect((await run(link, 'cat', {input: stream})).stdout).toBe('in parts');
	});

	it('has the same output behind a banner and a noisy rc file', async () => {
		const link = await labLink(lab, noisy);
		const ran = await run(link, 'echo out; echo err >&2; exit 4');
		expect(ran).toMatchObject({type: 'exited', exitCode: 4, stdout: 'out\n', stderr: 'err\n'});
	});

	it('has not begun when the login shell ends before it', async () => {
		const server = await lab.startServer({alias: 'refusing', bashrc: 'echo go away; exit 9\n'});
		const link = await labLink(lab, server);
		await expect(run(link, 'echo out')).rejects.toThrow(/exit 9.*nothing was run.*go away/);
	});

	it('has ended when it ends, though a child in the background holds its output', async () => {
		const link = await labLink(lab, plain);
		// The child lives longer than this test may take.
		const ran = await run(link, 'sleep 300 & echo $!; exit 5');
		expect(ran).toMatchObject({type: 'exited', exitCode: 5, stdout: expect.any(String)});
		process.kill(Number('stdout' in ran ? ran.stdout : null), 'SIGKILL');
	});

	it('is ended with its whole group at its time-out', async () => {
		const link = await labLink(lab, plain);
		const command = `trap '' TERM HUP; setsid sleep 77 & sleep 78 & echo $! $$; wait`;
		const ran = await run(link, command, {timeoutMs: 700});
		expect(ran).toMatchObject({type: 'timeout', left: []});
		const pids = ran.stdout.trim().split(' ').map(Number);
		expect(pids.length).toBe(2);
		expect(pids.filter(isRunning)).toEqual([]);
		const {stdout} = await run(link, 'ps -A -o args= | grep -c "^sleep 7[78]"');
		expect(stdout.trim()).toBe('0');
	});

	it('is ended when it is cancelled', async () => {
		const link = await labLink(lab, plain);
		const stop = new AbortController();
		const ran = await run(link, 'echo $$; sleep 60', {
			signal: stop.signal,
			onOutput: () => stop.abort(),
		});
		expect(ran).toMatchObject({type: 'cancelled', left: []});
		expect(isRunning(ran.leader?.pid ?? 0)).toBe(false);
	});

	it('is lost when the line is cut, and what is known of it is told', async () => {
		const link = await labLink(lab, plain);
		const file = join(plain.home, 'ran');
		const running = run(link, `echo x >> ${file}; echo begun; sleep 5`, {
			onOutput: () => plain.relay?.cut(),
		});
		expect(await running).toMatchObject({type: 'lost', started: 'yes', outputBytes: 6});
		plain.relay?.restore();
		expect(readFileSync(file, 'utf8')).toBe('x\n');
	});

	it('may print a hundred megabytes', async () => {
		const link = await labLink(lab, plain);
		let bytes = 0;
		const ran = await run(link, 'head -c 100000000 /dev/zero', {
			timeoutMs: 30_000,
			onOutput: chunk => {
				bytes += chunk.length;
			},
		});
		expect(ran).toMatchObject({type: 'exited', exitCode: 0, outputBytes: 100_000_000});
		expect(bytes).toBe(100_000_000);
	});

	it('is ended on a host that allows one session at a time, too', async () => {
		const server = await lab.startServer({alias: 'single', maxSessions: 1});
		const link = await labLink(lab, server);
		const ran = await run(link, 'echo $$; sleep 60', {timeoutMs: 500});
		expect(ran).toMatchObject({type: 'timeout', left: []});
		expect(isRunning(ran.leader?.pid ?? 0)).toBe(false);
		const both = await Promise.all([run(link, 'sleep 0.2; echo 1'), run(link, 'echo 2')]);
		expect(both.map(({stdout}) => stdout)).toEqual(['1\n', '2\n']);
	});

	it('is the same over the system’s ssh', async () => {
		const ports = scriptedPorts(lab.configFile);
		const link = await linkTo('noisy', ports, {transport: 'ssh'});
		onTestFinished(() => link.close());
		expect(
			await run(link, 'echo out; echo err >&2; cat; exit 3', {input: Buffer.from('in')}),
		).toMatchObject({
			type: 'exited',
			exitCode: 3,
			stdout: 'out\nin',
			stderr: 'err\n',
		});
		expect(await run(link, 'sleep 60', {timeoutMs: 800})).toMatchObject({
			type: 'timeout',
			left: [],
		});
	});
});
