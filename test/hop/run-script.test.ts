import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import type {Link} from '../../source/hop/link.ts';
import {runScript, type ScriptRequest} from '../../source/hop/run-script.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {linkTo, scriptedPorts, succeeded} from '../helpers/hop-ports.ts';
import {describeWithSshd, type LabServer, openSshLab} from '../helpers/ssh-lab.ts';
import {labLink} from './lab-link.ts';

const clock = systemClock();

const ask = (link: Link, script: string, also: Partial<ScriptRequest> = {}) =>
	runScript(link, {script, timeoutMs: 60_000, clock, ...also});

const run = async (link: Link, script: string, also: Partial<ScriptRequest> = {}) => {
	const {output, ...ran} = succeeded(await ask(link, script, also));
	return {...ran, output: output.toString()};
};

describeWithSshd('a script on another machine', () => {
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
		expect(await run(link, 'echo out; echo err >&2; exit 3')).toEqual({
			exitCode: 3,
			output: 'out\n',
			errors: 'err',
		});
		expect(await run(link, 'no-such-program-here')).toMatchObject({exitCode: 127});
	});

	it('gets its parameters as they are, whatever they hold', async () => {
		const link = await labLink(lab, plain);
		const text = `a!b \\ "q" 'p' $HOME \`x\` é\t\u0001 %s %b \\0101`;
		expect((await run(link, `printf '%s' "$1"`, {parameters: [text]})).output).toBe(text);
	});

	it('reads what it is given, and an end without it', async () => {
		const link = await labLink(lab, plain);
		expect((await run(link, 'cat')).output).toBe('');
		expect((await run(link, 'cat', {input: Buffer.from('given')})).output).toBe('given');
		const input = Buffer.alloc(5_000_000, 'x');
		expect((await run(link, 'wc -c', {input})).output.trim()).toBe('5000000');
	});

	it('has the same output behind a banner and a noisy rc file', async () => {
		const link = await labLink(lab, noisy);
		const ran = await run(link, 'echo out; echo err >&2; exit 4');
		expect(ran).toEqual({exitCode: 4, output: 'out\n', errors: 'err'});
	});

	it('has not begun when the login shell ends before it', async () => {
		const server = await lab.startServer({alias: 'refusing', bashrc: 'echo go away; exit 9\n'});
		const link = await labLink(lab, server);
		expect(await ask(link, 'echo out')).toMatchObject({
			failure: {message: expect.stringMatching(/exit 9.*nothing was run.*go away/)},
		});
	});

	it('has ended when it ends, though a child in the background holds its output', async () => {
		const link = await labLink(lab, plain);
		// The child lives longer than this test may take.
		const ran = await run(link, 'sleep 300 & echo $!; exit 5');
		expect(ran).toMatchObject({exitCode: 5});
		process.kill(Number(ran.output), 'SIGKILL');
	});

	it('fails when the line is cut, and is not run again', async () => {
		const link = await labLink(lab, plain);
		const file = join(plain.home, 'ran');
		const asked = await ask(link, `echo x >> ${file}; echo begun; sleep 5`, {
			onMoved: () => plain.relay?.cut(),
		});
		expect(asked).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
		plain.relay?.restore();
		expect(readFileSync(file, 'utf8')).toBe('x\n');
	});

	it('may print a hundred megabytes, where so much is wanted', async () => {
		const link = await labLink(lab, plain);
		const script = 'head -c 100000000 /dev/zero';
		const all = succeeded(await ask(link, script, {outputBytesMax: 100_000_000}));
		expect(all.output.length).toBe(100_000_000);
		expect(await ask(link, script)).toMatchObject({failure: {kind: 'limit'}});
	});

	it('waits for another on a host that allows one session at a time', async () => {
		const server = await lab.startServer({alias: 'single', maxSessions: 1});
		const link = await labLink(lab, server);
		const both = await Promise.all([run(link, 'sleep 0.2; echo 1'), run(link, 'echo 2')]);
		expect(both.map(({output}) => output)).toEqual(['1\n', '2\n']);
	});

	it('is the same over the system’s ssh', async () => {
		const link = await linkTo('noisy', scriptedPorts(lab.configFile), {transport: 'ssh'});
		onTestFinished(() => link.close());
		expect(
			await run(link, 'echo out; echo err >&2; cat; exit 3', {input: Buffer.from('in')}),
		).toEqual({exitCode: 3, output: 'out\nin', errors: 'err'});
		expect(await ask(link, 'sleep 60', {timeoutMs: 800})).toMatchObject({
			failure: {kind: 'timeout'},
		});
	});
});
