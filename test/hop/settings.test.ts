import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {SshSettings} from '../../source/hop/settings.ts';
import {hostsOf} from '../../source/hop/ssh-config-file.ts';
import {readSettings} from '../../source/hop/ssh-settings.ts';
import {succeeded, targetOf} from '../helpers/hop-ports.ts';
import {describeWithSshd} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const text = `
Include more/*.conf
Host web
	HostName %h.example
	User you
	Port 2222
	IdentityFile ~/.ssh/web-%r
	IdentityFile /keys/two
	IdentitiesOnly yes
	IdentityAgent none
	ServerAliveInterval 5
	ServerAliveCountMax 2
	ConnectTimeout 7
	HostKeyAlias fleet
	StrictHostKeyChecking accept-new
	UserKnownHostsFile /k/one /k/two
	HashKnownHosts yes
	ForwardAgent yes
	SetEnv FROM_HERE=1 WORDS="two words"
Host behind
	ProxyJump you@one:23,two
Host proxied
	ProxyCommand relay %h %p %r %%h
Host agent
	IdentityAgent SSH_AUTH_SOCK
Host loose
	StrictHostKeyChecking no
Host bad-name
	HostName -oProxyCommand=x
Host bad-user
	User "a;id"
Match host matched
	Port 44
`;

describeWithSshd('settings', () => {
	const home = () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, '.ssh', 'more'), {recursive: true});
		writeFileSync(join(folder, '.ssh', 'config'), text.replace('more/', `${folder}/.ssh/more/`));
		writeFileSync(join(folder, '.ssh', 'more', 'a.conf'), 'Host included\n\tPort 55\nHost *\n');
		return folder;
	};
	const env = (folder: string) => ({
		HOME: folder,
		PATH: process.env['PATH'],
		SSH_AUTH_SOCK: '/agent',
	});
	const both = async (target: string) => {
		const folder = home();
		const place = {env: env(folder), configFile: null};
		const bySsh = await readSettings(targetOf(target), {...place, sshCommand: 'ssh'});
		const byFile = await readSettings(targetOf(target), {...place, sshCommand: null});
		return {folder, bySsh, byFile};
	};

	const cases: readonly (readonly [string, (folder: string) => Partial<SshSettings>])[] = [
		[
			'web',
			folder => ({
				hostName: 'web.example',
				user: 'you',
				port: 2222,
				identityFiles: [`${folder}/.ssh/web-you`, '/keys/two'],
				identitiesOnly: true,
				agentSocket: null,
				keepAliveMs: 5000,
				keepAliveCountMax: 2,
				connectTimeoutMs: 7000,
				hostKeyAlias: 'fleet',
				hostKeyPolicy: 'accept-new',
				userKnownHosts: ['/k/one', '/k/two'],
				hashesKnownHosts: true,
				forwardsAgent: true,
				setEnv: {FROM_HERE: '1', WORDS: 'two words'},
			}),
		],
		[
			'me@web:99',
			folder => ({user: 'me', port: 99, identityFiles: [`${folder}/.ssh/web-me`, '/keys/two']}),
		],
		['proxied', () => ({proxyCommand: expect.stringMatching(/^relay proxied 22 \S+ %h$/)})],
		['agent', () => ({agentSocket: '/agent'})],
		['loose', () => ({hostKeyPolicy: 'ask'})],
		['matched', () => ({port: 44})],
		['included', () => ({port: 55})],
		[
			'other',
			folder => ({
				hostName: 'other',
				port: 22,
				keepAliveMs: 10_000,
				keepAliveCountMax: 3,
				connectTimeoutMs: null,
				proxyCommand: null,
				jumps: [],
				forwardsAgent: false,
				setEnv: {},
				hostKeyPolicy: 'ask',
				userKnownHosts: [`${folder}/.ssh/known_hosts`, `${folder}/.ssh/known_hosts2`],
			}),
		],
	];

	it.each(cases)('of %s are the same by ssh and by its config file', async (target, expected) => {
		const {folder, bySsh, byFile} = await both(target);
		expect(succeeded(bySsh)).toMatchObject(expected(folder));
		expect(succeeded(byFile)).toMatchObject(expected(folder));
	});

	it('name the hosts that can be completed, of included files too, and no pattern', () => {
		const folder = home();
		const hosts = hostsOf({env: env(folder), configFile: null});
		const named = ['web', 'behind', 'proxied', 'agent', 'loose', 'bad-name', 'bad-user'];
		expect(hosts).toEqual(['included', ...named]);
	});

	it('name several jumps, each checked', async () => {
		const {bySsh, byFile} = await both('behind');
		const jumps = [
			{name: 'one', user: 'you', port: 23},
			{name: 'two', user: null, port: null},
		];
		expect(succeeded(bySsh).jumps).toMatchObject(jumps);
		expect(succeeded(byFile).jumps).toMatchObject(jumps);
	});

	it.each(['bad-name', 'bad-user'])('of %s are refused', async target => {
		const {bySsh, byFile} = await both(target);
		expect(bySsh).toMatchObject({ok: false, failure: {kind: 'bad-input'}});
		expect(byFile).toMatchObject({ok: false, failure: {kind: 'bad-input'}});
	});
});
