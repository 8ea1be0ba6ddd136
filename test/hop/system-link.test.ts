import {execFileSync} from 'node:child_process';
import {copyFileSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import type {Failure} from '../../source/events/failure.ts';
import {connectLink} from '../../source/hop/connect.ts';
import type {HopPorts} from '../../source/hop/ports.ts';
import type {HopLink} from '../../source/hop/ssh2-link.ts';
import {runOver, scriptedPorts, succeeded, targetOf, usualOptions} from '../helpers/hop-ports.ts';
import {describeWithSshd, makeKey, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('the system’s ssh', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());
	const ports = (script: Parameters<typeof scriptedPorts>[1] = {}) =>
		scriptedPorts(lab.configFile, script);
	const {signal} = new AbortController();

	const connect = async (alias: string, user: HopPorts, transport: 'auto' | 'ssh' = 'ssh') => {
		const target = targetOf(alias);
		const options = {...usualOptions, transport};
		const result = await connectLink({target, ports: user, signal, options});
		if (result.ok) {
			onTestFinished(() => result.value.close());
		}
		return result;
	};
	const open = async (...parameters: Parameters<typeof connect>): Promise<HopLink> =>
		succeeded(await connect(...parameters));

	it('gives the same link: output, errors, exit code, input', async () => {
		await lab.startServer({alias: 'plain'});
		const link = await open('plain', ports());
		expect(link.facts.transport).toBe('ssh');
		expect(await runOver(link, 'echo out; echo err >&2; exit 3')).toEqual({
			output: 'out\n',
			errors: 'err\n',
			exitCode: 3,
		});
		const channel = succeeded(await link.open({command: 'cat'}, signal));
		channel.write(Buffer.from('hello'));
		channel.endInput();
		expect(String((await channel.stdout.toArray()).join(''))).toBe('hello');
		expect(succeeded(await link.sftp(signal))).toBeNull();
	});

	it('sends nothing of the local environment, even where the ssh config would', async () => {
		await lab.startServer({
			alias: 'no-env',
			serverConfig: ['AcceptEnv *'],
			clientConfig: ['SendEnv LC_*'],
		});
		const {PATH, HOME} = process.env;
		const link = await open('no-env', ports({env: {PATH, HOME, LC_SECRET: 'x'}}));
		expect((await runOver(link, 'env')).output).not.toContain('LC_SECRET');
	});

	it('goes through jump hosts as the ssh config says', async () => {
		await lab.startServer({alias: 'one'});
		await lab.startServer({alias: 'two', jump: 'one'});
		const link = await open('two', ports());
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
	});

	it('gives a terminal that can be resized', async () => {
		await lab.startServer({alias: 'terminal'});
		const link = await open('terminal', ports());
		// The new size and what is typed go different ways to ssh, so either may arrive first.
		const command = 'stty size; read line; until stty size | grep 30; do :; done; echo $TERM';
		const pty = {size: {columns: 70, rows: 20}, term: 'vt220'};
		const channel = succeeded(await link.open({command, pty}, signal));
		let output = '';
		const sized = Promise.withResolvers<void>();
		channel.stdout.on('data', bytes => {
			output += bytes;
			if (output.includes('20 70')) {
				sized.resolve();
			}
		});
		await sized.promise;
		channel.resize({columns: 90, rows: 30});
		channel.write(Buffer.from('go\r'));
		expect(await channel.ended).toEqual({exitCode: 0, signal: null});
		expect(output).toMatch(/20 70[\s\S]*30 90\r\nvt220/);
	});

	it('asks through our own questions: an unknown key, and a passphrase', async () => {
		const {port} = await lab.startServer({
			alias: 'questions',
			known: 'unknown',
			identity: 'encrypted',
		});
		const user = ports({acceptsKeys: true, secrets: ['wrong', lab.passphrase]});
		const link = await open('questions', user);
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
		expect(user.hostKeyQuestions).toMatchObject([
			{name: `[127.0.0.1]:${port}`, keyType: 'ED25519', fingerprint: /^SHA256:/},
		]);
		expect(user.hostKeyQuestions[0]?.picture).toHaveLength(11);
		expect(user.secretQuestions.map(({purpose, title}) => [purpose, title])).toEqual([
			['passphrase', `Passphrase of ${lab.encryptedKeyFile}`],
			['passphrase', `Passphrase of ${lab.encryptedKeyFile}`],
		]);
	});

	it('is turned to by itself for a certificate, which the built-in client can’t show', async () => {
		const authority = makeKey(lab.folder, {name: 'authority'});
		const keyFile = makeKey(lab.folder, {name: 'certified_key'});
		execFileSync('ssh-keygen', [
			'-q',
			'-s',
			authority,
			'-I',
			'me',
			'-n',
			lab.user,
			`${keyFile}.pub`,
		]);
		await lab.startServer({
			alias: 'certified',
			serverConfig: [`TrustedUserCAKeys ${authority}.pub`, 'AuthorizedKeysFile none'],
			clientConfig: [`IdentityFile ${keyFile}`],
		});
		const link = await open('certified', ports(), 'auto');
		expect(link.facts.transport).toBe('ssh');
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
		for (const sshCommand of [null, '/no/such/ssh']) {
			const without = await connect('certified', ports({sshCommand}), 'auto');
			expect(without).toMatchObject({ok: false});
			expect(without.ok ? '' : without.failure.message).toMatch(/certificate .*no ssh program/);
		}
	});

	it.each([
		['rsa-only', ['PubkeyAcceptedAlgorithms rsa-sha2-512'], 'rsa'],
		['quantum', ['KexAlgorithms sntrup761x25519-sha512@openssh.com'], 'ed25519'],
	])('is turned to by itself for %s', async (alias, serverConfig, type) => {
		const keyFile = makeKey(lab.folder, {name: `key-${alias}`, type});
		const keys = join(lab.folder, `keys-${alias}`);
		copyFileSync(`${keyFile}.pub`, keys);
		await lab.startServer({
			alias,
			serverConfig: [...serverConfig, `AuthorizedKeysFile ${keys}`],
			clientConfig: [`IdentityFile ${keyFile}`],
		});
		const link = await open(alias, ports(), 'auto');
		expect(link.facts.transport).toBe('ssh');
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
	});

	it('is turned to by itself for a host that an authority vouches for', async () => {
		const authority = makeKey(lab.folder, {name: 'host_authority'});
		const hostKey = makeKey(lab.folder, {name: 'vouched_key'});
		const sign = ['-q', '-s', authority, '-I', 'host', '-h', '-n', '127.0.0.1'];
		execFileSync('ssh-keygen', [...sign, `${hostKey}.pub`]);
		const known = join(lab.folder, 'authorities');
		writeFileSync(known, `@cert-authority * ${readFileSync(`${authority}.pub`, 'utf8')}`);
		await lab.startServer({
			alias: 'vouched',
			known: 'unknown',
			serverConfig: [`HostKey ${hostKey}`, `HostCertificate ${hostKey}-cert.pub`],
			clientConfig: [`UserKnownHostsFile ${known}`],
		});
		const user = ports();
		const link = await open('vouched', user, 'auto');
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
		expect(user.hostKeyQuestions).toEqual([]);
		const without = await connect('vouched', ports({sshCommand: null}), 'auto');
		expect(without.ok ? '' : without.failure.message).toMatch(/authority .*authorities:1/);
	});

	it('refuses a changed key and says so', async () => {
		await lab.startServer({alias: 'changed', known: 'changed'});
		expect(await connect('changed', ports({acceptsKeys: true}))).toMatchObject({
			ok: false,
			failure: {kind: 'denied'},
		});
	});

	it('starts nothing after the connection is gone, and tells so once', async () => {
		const server = await lab.startServer({alias: 'lost'});
		const link = await open('lost', ports());
		const running = succeeded(await link.open({command: 'sleep 60'}, signal));
		const lost = new Promise<Failure>(resolve => link.onLost(resolve));
		server.kill();
		expect(await lost).toMatchObject({kind: 'unreachable'});
		expect(await running.ended).toBeNull();
		await server.restart();
		expect(await link.open({command: 'true'}, signal)).toMatchObject({
			ok: false,
			failure: {kind: 'unreachable'},
		});
	});

	it('leaves no folder and no process behind', async () => {
		await lab.startServer({alias: 'tidy'});
		const before = readdirSync(tmpdir()).filter(name => name.startsWith('atui-ssh-'));
		const link = await open('tidy', ports());
		const during = readdirSync(tmpdir()).filter(
			name => name.startsWith('atui-ssh-') && !before.includes(name),
		);
		expect(during).not.toEqual([]);
		link.close();
		await expect
			.poll(() => readdirSync(tmpdir()).filter(name => during.includes(name)))
			.toEqual([]);
	});
});
