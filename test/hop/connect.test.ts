import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import type {Result} from '../../source/events/failure.ts';
import {connectLink} from '../../source/hop/connect.ts';
import type {Link} from '../../source/hop/link.ts';
import type {HopOptions, HopPorts} from '../../source/hop/ports.ts';
import {
	linkTo,
	runOver,
	scriptedPorts,
	succeeded,
	targetOf,
	usualOptions,
} from '../helpers/hop-ports.ts';
import {describeWithSshd, makeKey, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('a link', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());
	const ports = (script: Parameters<typeof scriptedPorts>[1] = {}) =>
		scriptedPorts(lab.configFile, script);

	const attempt = (alias: string, with_: HopPorts, options: Partial<HopOptions> = {}) =>
		connectLink({
			target: targetOf(alias),
			ports: with_,
			signal: new AbortController().signal,
			options: {...usualOptions, ...options},
		});
	const failureFrom = async (alias: string, with_: HopPorts) => {
		const result: Result<Link> = await attempt(alias, with_);
		if (result.ok) {
			result.value.close();
		}
		return result.ok ? null : result.failure;
	};
	const open = async (alias: string, with_: HopPorts = ports()) => {
		const link = await linkTo(alias, with_);
		onTestFinished(() => link.close());
		return link;
	};

	it('runs a command on a known host and asks nobody anything', async () => {
		const {home} = await lab.startServer({alias: 'plain', known: 'hashed'});
		const user = ports();
		const link = await open('plain', user);
		expect(await runOver(link, 'echo $HOME; echo no >&2; exit 3')).toEqual({
			output: `${home}\n`,
			errors: 'no\n',
			exitCode: 3,
		});
		expect(user.hostKeyQuestions).toEqual([]);
		expect(user.secretQuestions).toEqual([]);
	});

	it('says of each secret to whom it goes, and at which step of the way', async () => {
		const near = await lab.startServer({alias: 'gate-host', identity: 'encrypted'});
		const far = await lab.startServer({alias: 'inner', identity: 'encrypted', jump: 'gate-host'});
		const user = ports({secrets: [lab.passphrase, lab.passphrase, lab.passphrase]});
		await open('inner', user);
		const account = ({port}: {port: number}) => `${lab.user}@127.0.0.1, port ${port}`;
		const steps = [
			`inner, step 1 of 2: gate-host (${account(near)})`,
			`inner, step 2 of 2: inner (${account(far)})`,
		];
		expect(user.secretQuestions.map(({where}) => where)).toEqual(steps);
		const alone = ports({secrets: [lab.passphrase]});
		await open('gate-host', alone);
		expect(alone.secretQuestions).toMatchObject([{where: `gate-host: ${account(near)}`}]);
	});

	it('sends nothing of the local environment', async () => {
		await lab.startServer({alias: 'no-env', serverConfig: ['AcceptEnv *']});
		const link = await open('no-env', ports({env: {...process.env, LC_SECRET: 'x'}}));
		expect((await runOver(link, 'env')).output).not.toContain('LC_SECRET');
	});

	it('asks once about an unknown host, shows its fingerprint, and writes the yes down', async () => {
		const {port, hostKey} = await lab.startServer({alias: 'fresh', known: 'unknown'});
		const user = ports({acceptsKeys: true});
		(await linkTo('fresh', user)).close();
		(await linkTo('fresh', user)).close();
		expect(user.hostKeyQuestions).toHaveLength(1);
		expect(user.hostKeyQuestions[0]).toMatchObject({
			name: `[127.0.0.1]:${port}`,
			keyType: 'ssh-ed25519',
			file: lab.knownHostsFile,
		});
		const [, blob] = hostKey.split(' ');
		expect(readFileSync(lab.knownHostsFile, 'utf8')).toContain(
			`[127.0.0.1]:${port} ssh-ed25519 ${blob}\n`,
		);
	});

	it('is not made where the user does not accept the key', async () => {
		await lab.startServer({alias: 'refused', known: 'unknown'});
		expect(await failureFrom('refused', ports())).toMatchObject({kind: 'denied'});
	});

	it('takes a new key in silence or refuses it, as StrictHostKeyChecking says', async () => {
		await lab.startServer({
			alias: 'accept-new',
			known: 'unknown',
			clientConfig: ['StrictHostKeyChecking accept-new'],
		});
		await lab.startServer({
			alias: 'strict',
			known: 'unknown',
			clientConfig: ['StrictHostKeyChecking yes'],
		});
		const user = ports({acceptsKeys: true});
		(await linkTo('accept-new', user)).close();
		expect((await failureFrom('strict', user))?.message).toContain('StrictHostKeyChecking');
		expect(user.hostKeyQuestions).toEqual([]);
	});

	it('refuses a changed key, with file, line and the way to mend it, and asks nothing', async () => {
		const {port} = await lab.startServer({alias: 'changed', known: 'changed'});
		const user = ports({acceptsKeys: true});
		const failure = await failureFrom('changed', user);
		expect(failure?.kind).toBe('denied');
		expect(failure?.message).toContain(`ssh-keygen -R '[127.0.0.1]:${port}' -f`);
		expect(failure?.detail).toMatch(
			/known_hosts:\d+ ssh-ed25519 SHA256:.*\nshown now: ssh-ed25519/,
		);
		expect(user.hostKeyQuestions).toEqual([]);
	});

	it('refuses a key that was revoked, also where it stands as known', async () => {
		const {hostKey} = await lab.startServer({alias: 'revoked'});
		const [type, blob] = hostKey.split(' ');
		const file = join(lab.folder, 'revoked_keys');
		writeFileSync(file, `@revoked * ${type} ${blob}\n`);
		await lab.startServer({
			alias: 'revoked-too',
			serverConfig: [`HostKey ${join(lab.folder, 'revoked', 'host_key')}`],
			clientConfig: [`UserKnownHostsFile ${lab.knownHostsFile} ${file}`],
		});
		const user = ports({acceptsKeys: true});
		const failure = await failureFrom('revoked-too', user);
		expect(failure).toMatchObject({kind: 'denied'});
		expect(failure?.message).toContain(`${file}:1`);
		expect(user.hostKeyQuestions).toEqual([]);
	});

	it('asks the host for the type of key that is on record', async () => {
		const rsaKey = makeKey(lab.folder, {name: 'rsa_host_key', type: 'rsa'});
		const known = join(lab.folder, 'rsa_known');
		const {port} = await lab.startServer({
			alias: 'two-keys',
			known: 'unknown',
			serverConfig: [`HostKey ${rsaKey}`],
			clientConfig: [`UserKnownHostsFile ${known}`],
		});
		const [type, blob] = readFileSync(`${rsaKey}.pub`, 'utf8').split(' ');
		writeFileSync(known, `[127.0.0.1]:${port} ${type} ${blob}\n`);
		const link = await open('two-keys');
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
	});

	it('says what to do where a host breaks off after too many keys', async () => {
		const wrong = makeKey(lab.folder, {name: 'wrong_key'});
		await lab.startServer({
			alias: 'impatient',
			serverConfig: ['MaxAuthTries 1'],
			clientConfig: [`IdentityFile ${wrong}`],
		});
		const failure = await failureFrom('impatient', ports());
		expect(failure?.kind).toBe('unauthorized');
		expect(failure?.message).toContain('IdentitiesOnly');
	});

	it('goes through two jump hosts', async () => {
		await lab.startServer({alias: 'one'});
		await lab.startServer({alias: 'two', jump: 'one'});
		await lab.startServer({alias: 'three', jump: 'two'});
		const link = await open('three');
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
	});

	it('goes through a list of jump hosts, and asks about each key on the way', async () => {
		await lab.startServer({alias: 'first', known: 'unknown'});
		await lab.startServer({alias: 'second', known: 'unknown'});
		await lab.startServer({alias: 'behind', known: 'unknown', jump: 'first,second'});
		const user = ports({acceptsKeys: true});
		const link = await open('behind', user);
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
		expect(user.hostKeyQuestions).toHaveLength(3);
	});

	it('goes through the user’s own ProxyCommand, and ends it', async () => {
		const {port} = await lab.startServer({alias: 'real'});
		const relay = `${process.execPath} -e "const s=require('net').connect(${port},'127.0.0.1');process.stdin.pipe(s).pipe(process.stdout)"`;
		await lab.startServer({
			alias: 'proxied',
			clientConfig: [
				`ProxyCommand ${relay}`,
				'HostKeyAlias real-key',
				'StrictHostKeyChecking accept-new',
			],
		});
		const link = await linkTo('proxied', ports());
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
		link.close();
	});

	it('logs in by what only an agent holds', async () => {
		const agent = await lab.startAgent();
		await lab.startServer({
			alias: 'by-agent',
			identity: 'agent',
			clientConfig: [`IdentityAgent ${agent}`],
		});
		const link = await open('by-agent');
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
	});

	it('asks for a passphrase until it fits, and only when the host would take the key', async () => {
		await lab.startServer({alias: 'locked', identity: 'encrypted'});
		const user = ports({secrets: ['wrong', lab.passphrase]});
		const link = await open('locked', user);
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
		expect(user.secretQuestions.map(({purpose, attempt}) => [purpose, attempt])).toEqual([
			['passphrase', 1],
			['passphrase', 2],
		]);
		await lab.startServer({
			alias: 'not-mine',
			identity: 'encrypted',
			serverConfig: ['AuthorizedKeysFile none'],
		});
		const stranger = ports({secrets: [lab.passphrase]});
		expect(await failureFrom('not-mine', stranger)).toMatchObject({kind: 'unauthorized'});
		expect(stranger.secretQuestions).toEqual([]);
	});

	it('carries files where there is sftp, and says null where there is none', async () => {
		await lab.startServer({alias: 'files'});
		await lab.startServer({alias: 'no-files', hasSftp: false});
		const {signal} = new AbortController();
		const sftp = succeeded(await (await open('files')).sftp(signal));
		const text = await new Promise<string>((resolve, reject) =>
			sftp?.readFile(lab.configFile, (error, bytes) =>
				error ? reject(error) : resolve(bytes.toString()),
			),
		);
		expect(text).toContain('Host files');
		expect(succeeded(await (await open('no-files')).sftp(signal))).toBeNull();
	});

	it('uses another connection where a host takes one session each', async () => {
		const server = await lab.startServer({alias: 'narrow', maxSessions: 1});
		const link = await open('narrow');
		const {signal} = new AbortController();
		const first = succeeded(await link.open({command: 'cat'}, signal));
		expect((await runOver(link, 'echo beside')).output).toBe('beside\n');
		first.endInput();
		expect(await first.ended).toEqual({exitCode: 0, signal: null});
		expect(server.log().match(/Accepted publickey/g)).toHaveLength(2);
	});

	it('waits for room where a second connection would have to ask for a passphrase', async () => {
		await lab.startServer({alias: 'narrow-locked', identity: 'encrypted', maxSessions: 1});
		const user = ports({secrets: [lab.passphrase]});
		const link = await open('narrow-locked', user);
		const {signal} = new AbortController();
		const first = succeeded(await link.open({command: 'cat'}, signal));
		const second = runOver(link, 'echo after');
		const stopped = new AbortController();
		const third = link.open({command: 'echo never'}, stopped.signal);
		stopped.abort();
		expect(await third).toMatchObject({ok: false, failure: {kind: 'cancelled'}});
		first.endInput();
		first.stdout.resume();
		first.stderr.resume();
		expect((await second).output).toBe('after\n');
		expect(user.secretQuestions).toHaveLength(1);
	});

	it('lends the agent only where the settings and the ssh config both want it', async () => {
		const agent = await lab.startAgent();
		await lab.startServer({
			alias: 'lent',
			identity: 'agent',
			clientConfig: [`IdentityAgent ${agent}`, 'ForwardAgent yes'],
		});
		const seen = async (allowsAgentForwarding: boolean) => {
			const link = await linkTo('lent', ports(), {allowsAgentForwarding});
			onTestFinished(() => link.close());
			return (await runOver(link, 'printenv SSH_AUTH_SOCK || echo none')).output.trim();
		};
		expect(await seen(false)).toBe('none');
		expect(await seen(true)).toMatch(/^\/.*agent/);
	});

	it('says what a ProxyCommand complained of', async () => {
		await lab.startServer({
			alias: 'complaint',
			clientConfig: ['ProxyCommand echo the tunnel is shut >&2; exit 1'],
		});
		expect((await failureFrom('complaint', ports()))?.message).toContain('the tunnel is shut');
	});

	it('is not disturbed by a banner and a noisy rc file', async () => {
		const banners: string[] = [];
		await lab.startServer({
			alias: 'noisy',
			banner: 'KEEP OUT \u001b[31m\n',
			bashrc: 'echo "*** welcome ***"\n',
		});
		const link = await open('noisy', ports({onBanner: (_, text) => banners.push(text)}));
		expect((await runOver(link, 'echo there')).output).toBe('*** welcome ***\nthere\n');
		expect(banners.join('')).toContain('KEEP OUT');
		expect(banners.join('')).not.toContain('\u001b');
	});

	it('is not made to a port where nobody answers, nor where something else does', async () => {
		const server = await lab.startServer({alias: 'dead'});
		server.kill();
		expect(await failureFrom('dead', ports())).toMatchObject({kind: 'unreachable'});
		const other = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
		await new Promise<void>(resolve => other.listen(server.port, '127.0.0.1', resolve));
		onTestFinished(() => void other.close());
		expect(await failureFrom('dead', ports())).toMatchObject({
			message: expect.stringContaining(`127.0.0.1:${server.port}`),
		});
	});

	it('goes over a slow line', async () => {
		await lab.startServer({alias: 'slow', relay: {delayMs: 30}});
		const link = await open('slow');
		expect((await runOver(link, 'echo there')).output).toBe('there\n');
	});

	it('says of a command that got no answer that it may have begun', async () => {
		const {relay} = await lab.startServer({
			alias: 'held',
			relay: {},
			clientConfig: ['ServerAliveInterval 1', 'ServerAliveCountMax 1'],
		});
		const link = await open('held');
		relay?.hold();
		const {signal} = new AbortController();
		expect(await link.open({command: 'true'}, signal)).toMatchObject({
			ok: false,
			failure: {kind: 'incomplete'},
		});
		expect(await link.open({command: 'true'}, signal)).toMatchObject({
			ok: false,
			failure: {kind: 'timeout', message: expect.stringContaining('has not answered for')},
		});
	});

	it('that fails behind a jump host leaves no connection to the jump host', async () => {
		const jump = await lab.startServer({alias: 'way', relay: {}});
		await lab.startServer({alias: 'closed', jump: 'way', known: 'changed'});
		expect(await failureFrom('closed', ports())).toMatchObject({kind: 'denied'});
		await expect.poll(() => jump.relay?.connections()).toBe(0);
		const link = await open('way');
		expect(jump.relay?.connections()).toBe(1);
		link.close();
		await expect.poll(() => jump.relay?.connections()).toBe(0);
	});

	it('is given up at its deadline where a port takes connections and says nothing', async () => {
		const silent = createServer(() => {});
		await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void silent.close());
		const address = silent.address();
		const port = typeof address === 'object' && address ? address.port : 0;
		const result = await attempt(`root@127.0.0.1:${port}`, ports(), {connectTimeoutMs: 200});
		expect(result).toMatchObject({ok: false, failure: {kind: 'timeout'}});
	});
});
