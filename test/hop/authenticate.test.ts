import {appendFileSync} from 'node:fs';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {connectLink} from '../../source/hop/connect.ts';
import {linkTo, runOver, scriptedPorts, targetOf, usualOptions} from '../helpers/hop-ports.ts';
import {type LoginScript, startScriptedSshd} from '../helpers/scripted-sshd.ts';
import {describeWithSshd, makeKey, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('a login', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());
	const hostKeyFile = makeKey(lab.folder, {name: 'scripted_host_key'});

	const host = async (
		alias: string,
		script: LoginScript,
		{keyFile, agent = 'none'}: {keyFile?: string; agent?: string} = {},
	) => {
		const server = await startScriptedSshd(hostKeyFile, script);
		onTestFinished(() => server.close());
		appendFileSync(
			lab.configFile,
			`Host ${alias}
	HostName 127.0.0.1
	Port ${server.port}
	User you
	IdentityFile ${keyFile ?? 'none'}
	IdentityAgent ${agent}
	StrictHostKeyChecking accept-new
	UserKnownHostsFile ${lab.folder}/scripted
`,
		);
		return server;
	};
	const user = (...secrets: readonly (string | null)[]) => scriptedPorts(lab.configFile, {secrets});
	const works = async (alias: string, ports: ReturnType<typeof user>) => {
		const link = await linkTo(alias, ports);
		onTestFinished(() => link.close());
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
	};
	const failure = async (alias: string, ports: ReturnType<typeof user>) => {
		const {signal} = new AbortController();
		const target = targetOf(alias);
		const result = await connectLink({target, ports, signal, options: usualOptions});
		return result.ok ? null : result.failure;
	};

	it('asks for a password, masked, three times at most', async () => {
		const server = await host('password', {
			stages: [[{method: 'password', expected: 'open sesame'}]],
		});
		const right = user('a', 'open sesame');
		await works('password', right);
		expect(right.secretQuestions).toMatchObject([
			{purpose: 'password', title: 'Password of you@127.0.0.1', isEchoed: false, attempt: 1},
			{purpose: 'password', attempt: 2, attemptsMax: 3},
		]);
		const wrong = user('a', 'b', 'c', 'd');
		const said = await failure('password', wrong);
		expect(said?.kind).toBe('unauthorized');
		expect(wrong.secretQuestions).toHaveLength(3);
		expect(JSON.stringify(said)).not.toContain('sesame');
		expect(server.attempts).toHaveLength(5);
	});

	it('answers what the host asks, with the host’s text made harmless', async () => {
		await host('asked', {
			stages: [
				[
					{
						method: 'keyboard-interactive',
						title: 'Two steps',
						instruction: '\u001b[2Jcome in',
						rounds: [
							{prompt: 'Name: \u202e', echo: true, expected: 'me'},
							{prompt: 'Code: ', echo: false, expected: '42'},
						],
					},
				],
			],
		});
		const ports = user('me', '42');
		await works('asked', ports);
		expect(ports.secretQuestions).toMatchObject([
			{purpose: 'interactive', prompt: 'Name: \\u202e', isEchoed: true},
			{instruction: 'Two steps\n␛[2Jcome in', prompt: 'Code:', isEchoed: false},
		]);
	});

	it('goes on after a password that was only the first half', async () => {
		const code = {prompt: 'Code: ', echo: false, expected: '42'};
		await host('two-steps', {
			stages: [
				[{method: 'password', expected: 'a'}],
				[{method: 'keyboard-interactive', rounds: [code]}],
			],
		});
		await works('two-steps', user('a', '42'));
	});

	it.each(['a key file', 'an agent'])(
		'goes on after %s that was only the first half',
		async kind => {
			const agent = await lab.startAgent();
			const alias = kind.replace(/\W/g, '-');
			const server = await host(
				alias,
				{
					stages: [
						[{method: 'publickey'}],
						[
							{
								method: 'keyboard-interactive',
								rounds: [{prompt: 'Code: ', echo: false, expected: '42'}],
							},
						],
					],
				},
				kind === 'an agent' ? {agent} : {keyFile: lab.keyFile},
			);
			const ports = user('42');
			await works(alias, ports);
			expect(ports.secretQuestions).toHaveLength(1);
			expect(server.attempts).toEqual(['publickey signed', 'keyboard-interactive 42']);
		},
	);

	it('ends when the user turns a question away, and sends nothing in its place', async () => {
		const server = await host('dismissed', {
			stages: [
				[
					{
						method: 'keyboard-interactive',
						rounds: [{prompt: 'Code: ', echo: false, expected: '42'}],
					},
					{method: 'password', expected: 'a'},
				],
			],
		});
		const ports = user(null);
		expect(await failure('dismissed', ports)).toMatchObject({kind: 'unauthorized'});
		expect(ports.secretQuestions).toHaveLength(1);
		expect(server.attempts).toEqual([]);
	});

	it('says what the host would have taken, where there is nothing to offer', async () => {
		await host('key-only', {stages: [[{method: 'publickey'}]]});
		expect((await failure('key-only', user()))?.message).toBe(
			'you@127.0.0.1 did not let us in: no key was there to offer. Name one with IdentityFile in the ssh config, or add one to the agent. It takes publickey.',
		);
	});

	it('names wrong passwords as the cause, and not the keys that were not there', async () => {
		await host('wrong-password', {stages: [[{method: 'password', expected: 'open sesame'}]]});
		expect((await failure('wrong-password', user('a', 'b', 'c')))?.message).toBe(
			'you@127.0.0.1 did not let us in: the password was wrong 3 times. Connect again with the right one, or name a key with IdentityFile in the ssh config. It takes password.',
		);
	});

	it('names wrong answers to what the host asked', async () => {
		const rounds = [{prompt: 'Code: ', echo: false, expected: '42'}];
		await host('wrong-code', {stages: [[{method: 'keyboard-interactive', rounds}]]});
		expect((await failure('wrong-code', user('1', '2', '3')))?.message).toContain(
			': what it asked was answered wrongly 3 times. Connect again to be asked again.',
		);
	});

	it('names a passphrase that was never right, and does not say that the host refused the key', async () => {
		await lab.startServer({alias: 'locked', identity: 'encrypted'});
		const said = await failure('locked', user('a', 'b', 'c'));
		expect(said?.kind).toBe('unauthorized');
		expect(said?.message).toContain(
			`: a passphrase was never right, so ${lab.encryptedKeyFile} was not used. Connect again with the right one, or unlock the key with ssh-add first.`,
		);
		expect(said?.message).not.toContain('refused');
	});

	it('names the key that a real host refused, and what to do about it', async () => {
		const stranger = makeKey(lab.folder, {name: 'stranger'});
		await lab.startServer({
			alias: 'refusing',
			clientConfig: [`IdentityFile ${stranger}`],
			identity: 'agent',
		});
		expect((await failure('refusing', user()))?.message).toContain(
			`it refused ${stranger}. Add the public half to ~/.ssh/authorized_keys there`,
		);
	});

	it('names the tries, not the number of keys, when a real host ends it after too many', async () => {
		const keys = ['one', 'two', 'three'].map(name => makeKey(lab.folder, {name: `many-${name}`}));
		await lab.startServer({
			alias: 'few-tries',
			serverConfig: ['MaxAuthTries 2'],
			clientConfig: keys.map(key => `IdentityFile ${key}`),
		});
		const said = await failure('few-tries', user());
		expect(said?.message).toContain('ended the login after too many tries: it refused ');
		expect(said?.message).toContain('Name the right key with IdentityFile and IdentitiesOnly');
	});

	it('says that the host ended it while a question waited for its answer', async () => {
		await lab.startServer({
			alias: 'impatient',
			serverConfig: ['LoginGraceTime 1'],
			identity: 'encrypted',
		});
		const ports = scriptedPorts(lab.configFile, {});
		const {promise} = Promise.withResolvers<string | null>();
		const said = await failure('impatient', {...ports, askSecret: () => promise});
		expect(said?.message).toContain('ended the login while a question waited for its answer');
	});

	it('by the system’s ssh ends at once too when a question is turned away', async () => {
		const server = await host('dismissed-there', {
			stages: [[{method: 'password', expected: 'a'}]],
		});
		const ports = user(null);
		const {signal} = new AbortController();
		const target = targetOf('dismissed-there');
		const options = {...usualOptions, transport: 'ssh'} as const;
		expect(await connectLink({target, ports, signal, options})).toMatchObject({
			ok: false,
			failure: {kind: 'unauthorized'},
		});
		expect(server.attempts).toEqual([]);
		const right = user('wrong', 'a');
		const link = await linkTo('dismissed-there', right, {transport: 'ssh'});
		link.close();
		expect(right.secretQuestions.map(({purpose, attempt}) => [purpose, attempt])).toEqual([
			['password', 1],
			['password', 2],
		]);
	});

	it('lets ssh try an RSA key that was refused, in silence, before it asks for a password', async () => {
		const keyFile = makeKey(lab.folder, {name: 'old_key', type: 'rsa'});
		const stages = [[{method: 'password', expected: 'a'}]] as const;
		const server = await host('old', {stages, refusesKeys: true}, {keyFile});
		const ports = user('a');
		const link = await linkTo('old', ports, {transport: 'auto'});
		onTestFinished(() => link.close());
		expect((await runOver(link, 'echo in')).output).toBe('in\n');
		expect(ports.secretQuestions).toHaveLength(1);
		expect(server.attempts).toEqual([
			'publickey refused',
			'publickey refused',
			'publickey refused',
			'password a',
		]);
	});

	it('looks a name up on the jump host, and not here', async () => {
		const {port} = await lab.startServer({
			alias: 'inner',
			clientConfig: ['HostName only-the-jump-knows.example', 'ProxyJump by-name'],
			known: 'unknown',
		});
		await host('by-name', {
			stages: [[{method: 'password', expected: 'a'}]],
			names: {'only-the-jump-knows.example': port},
		});
		const ports = scriptedPorts(lab.configFile, {secrets: ['a'], acceptsKeys: true});
		await works('inner', ports);
		expect(ports.hostKeyQuestions).toMatchObject([{name: `[only-the-jump-knows.example]:${port}`}]);
	});
});
