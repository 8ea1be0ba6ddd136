import {readFileSync} from 'node:fs';
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest';
import type {Failure} from '../../source/events/failure.ts';
import {fingerprintOf} from '../../source/hop/fingerprint.ts';
import type {Link} from '../../source/hop/link.ts';
import {runScript} from '../../source/hop/run-script.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {linkTo, scriptedPorts} from '../helpers/hop-ports.ts';
import {describeWithSshd, type LabServer, openSshLab, type SshLab} from '../helpers/ssh-lab.ts';
import {runInTerminal, terminalsOver, text} from './remote-terminals.ts';

const clock = systemClock();
const transports = ['built-in', 'ssh'] as const;

function lineOf({knownHostsFile}: SshLab, name: string): number {
	return (
		1 +
		readFileSync(knownHostsFile, 'utf8')
			.split('\n')
			.findIndex(line => line.startsWith(name))
	);
}

describeWithSshd('over the built-in ssh and over the system’s alike', () => {
	const lab = openSshLab();
	let plain: LabServer;
	beforeAll(async () => {
		plain = await lab.startServer({alias: 'plain', relay: {}});
	});
	afterAll(() => lab.close());

	const linkOf = async (transport: (typeof transports)[number], alias: string): Promise<Link> => {
		const link = await linkTo(alias, scriptedPorts(lab.configFile), {transport});
		onTestFinished(() => link.close());
		return link;
	};
	const ask = (link: Link, script: string, timeoutMs = 60_000) =>
		runScript(link, {script, timeoutMs, clock});

	it.each(transports)('%s: a signal that ends a program is told by its name', async transport => {
		const link = await linkOf(transport, 'plain');
		const endOf = async (command: string) => (await runInTerminal(link, command)).exit;
		expect(await endOf('kill -9 $$')).toEqual({exitCode: 137, signal: 'SIGKILL'});
		expect(await endOf('kill -TERM $$')).toEqual({exitCode: 143, signal: 'SIGTERM'});
		expect(await endOf('exit 255')).toEqual({exitCode: 255, signal: null});
		expect(await endOf('exit 7')).toEqual({exitCode: 7, signal: null});
	});

	it.each(transports)('%s: Ctrl-C ends what runs in a terminal', async transport => {
		const link = await linkOf(transport, 'plain');
		const {shell, wait, terminals, finish} = terminalsOver(() => link);
		const {id} = await shell('echo ready; sleep 60');
		await wait(id, text('ready'));
		terminals.write(id, '\u0003', {by: 'model'});
		await finish(id);
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 130, signal: 'SIGINT'});
	});

	it.each(transports)(
		'%s: a child in the background that holds the output holds up nothing',
		async transport => {
			const link = await linkOf(transport, 'plain');
			// The child lives longer than this test may take.
			const asked = await ask(link, 'sleep 300 & echo $!; echo err >&2; exit 5');
			expect(asked).toMatchObject({value: {exitCode: 5, errors: 'err'}});
			process.kill(Number(asked.ok ? asked.value.output : null), 'SIGKILL');
		},
	);

	it.each(transports)('%s: where one session is allowed, others wait for it', async transport => {
		const alias = `single-${transport}`;
		await lab.startServer({alias, maxSessions: 1});
		const link = await linkOf(transport, alias);
		const asked = await Promise.all(
			[1, 2, 3].map(number => ask(link, `sleep 0.2; echo ${number}`)),
		);
		expect(asked).toMatchObject(
			[1, 2, 3].map(number => ({value: {exitCode: 0, output: Buffer.from(`${number}\n`)}})),
		);
	});

	it.each(transports)('%s: where terminals are not allowed, that is said', async transport => {
		const alias = `no-tty-${transport}`;
		await lab.startServer({alias, serverConfig: ['PermitTTY no']});
		const link = await linkOf(transport, alias);
		const opened = await terminalsOver(() => link).open('echo no');
		expect(opened.ok ? null : opened.failure).toMatchObject({
			kind: 'refused',
			message: `${alias}: terminals are not allowed there. Nothing was run.`,
		});
		expect(await ask(link, 'echo still here')).toMatchObject({value: {exitCode: 0}});
	});

	it.each(transports)(
		'%s: a key that has changed is shown with the one on record',
		async transport => {
			const alias = `changed-${transport}`;
			const server = await lab.startServer({alias, known: 'changed'});
			const ports = scriptedPorts(lab.configFile, {acceptsKeys: true});
			await expect(linkTo(alias, ports, {transport})).rejects.toThrow('denied');
			const name = `[127.0.0.1]:${server.port}`;
			expect(ports.keyRefusals).toMatchObject([
				{
					name,
					why: 'changed',
					shown: {fingerprint: fingerprintOf(Buffer.from(server.hostKey.split(' ')[1]!, 'base64'))},
					known: [
						{
							fingerprint: expect.stringMatching(/^SHA256:/),
							place: `${lab.knownHostsFile}:${lineOf(lab, name)}`,
						},
					],
					remedies: [`ssh-keygen -R '${name}' -f ${lab.knownHostsFile}`],
				},
			]);
			expect(ports.hostKeyQuestions).toEqual([]);
		},
	);

	it.each(transports)('%s: SetEnv of the ssh config is set there', async transport => {
		const alias = `set-env-${transport}`;
		await lab.startServer({
			alias,
			serverConfig: ['AcceptEnv FROM_*'],
			clientConfig: ['SetEnv FROM_HERE=1 FROM_WORDS="two words"'],
		});
		const link = await linkOf(transport, alias);
		const {shell, finish} = terminalsOver(() => link);
		const {id} = await shell('echo "$FROM_HERE, $FROM_WORDS"');
		expect(await finish(id)).toBe('1, two words\n');
		const asked = await ask(link, 'echo "$FROM_HERE"');
		expect(asked.ok ? asked.value.output.toString() : asked.failure).toBe('1\n');
	});

	it.each(transports)('%s: a black hole is noticed and named', async transport => {
		const alias = `hole-${transport}`;
		const server = await lab.startServer({
			alias,
			relay: {},
			clientConfig: ['ServerAliveInterval 1', 'ServerAliveCountMax 2'],
		});
		const link = await linkOf(transport, alias);
		const lost = new Promise<Failure>(resolve => link.onLost(resolve));
		const {shell, wait, terminals} = terminalsOver(() => link);
		const {id} = await shell('echo begun; sleep 60');
		await wait(id, text('begun'));
		server.relay?.hold();
		onTestFinished(() => server.relay?.restore());
		const message = '127.0.0.1 has not answered for 2 s';
		expect(await lost).toEqual({kind: 'timeout', message});
		await wait(id, {exit: true});
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: null, lost: message});
	});

	it.each(transports)('%s: a connection that is cut is lost, and nothing else', async transport => {
		const link = await linkOf(transport, 'plain');
		const asked = ask(link, 'echo begun; sleep 60');
		await clock.sleep(0);
		plain.relay?.cut();
		expect(await asked).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
		plain.relay?.restore();
	});
});
