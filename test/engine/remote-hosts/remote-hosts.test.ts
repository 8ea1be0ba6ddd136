import {mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {leaveHost} from '../../../source/engine/remote-hosts/leave-host.ts';
import {createRemoteHosts} from '../../../source/engine/remote-hosts/remote-hosts.ts';
import type {Grant} from '../../../source/events/authorization.ts';
import type {
	AskId,
	CallId,
	GrantId,
	HostId,
	ReplyId,
	TerminalId,
	TurnId,
} from '../../../source/events/ids.ts';
import {defaultSettings} from '../../../source/events/settings.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {systemIds} from '../../../source/platform/ids.ts';
import {hopOf} from '../../../source/state/hops.ts';
import {createStore, type Store} from '../../../source/state/store.ts';
import type {Terminals} from '../../../source/terminal/terminals.ts';
import {succeeded} from '../../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../../helpers/ssh-lab.ts';

describeWithSshd('the machines of a session', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const open = () => {
		const clock = systemClock();
		const store = createStore(clock);
		const refused: string[] = [];
		const ports = {
			clock,
			ids: systemIds(),
			env: {PATH: process.env['PATH'], HOME: lab.folder},
			ssh: {configFile: lab.configFile, sshCommand: 'ssh'},
			settings: defaultSettings,
			headless: null,
		};
		const remoteHosts = createRemoteHosts({
			ports,
			store,
			append: store.append,
			gate: {
				answer: (_, verdict) =>
					void refused.push(verdict.type === 'deny' ? (verdict.reason ?? '') : ''),
			},
		});
		onTestFinished(remoteHosts.close);
		return {store, remoteHosts, refused, hops: () => store.state().hops};
	};

	it('are chosen in a folder that is really there', async () => {
		const server = await lab.startServer({alias: 'folders'});
		mkdirSync(join(server.home, 'app'));
		const {remoteHosts, hops} = open();
		const there = succeeded(await remoteHosts.connect('folders:~/app', {choose: 'when ready'}));
		expect(there.place?.cwd).toBe(realpathSync(join(server.home, 'app')));
		expect(hops().current).toBe('folders');
		const nowhere = await remoteHosts.connect('folders:/no/such', {choose: 'when ready'});
		expect(nowhere).toMatchObject({ok: false, failure: {kind: 'not-found'}});
		expect(hops().list[0]?.place?.cwd).toBe(there.place?.cwd);
	});

	it('end what runs there before they are left, and this one is the current one again', async () => {
		await lab.startServer({alias: 'left'});
		const host = 'left' as HostId;
		const {store, remoteHosts, hops} = open();
		const ended: string[] = [];
		const terminals = {
			list: () => [
				{id: 't1' as TerminalId, host},
				{id: 't2' as TerminalId, host: 'local' as HostId},
			],
			async close(id: TerminalId) {
				ended.push(`${id} with ${hops().list.length} connection`);
			},
		};
		await remoteHosts.connect('left', {choose: 'when ready'});
		expect(remoteHosts.whyNot(host)).toBe(null);
		expect(remoteHosts.files(host)?.host).toBe(host);
		await leaveHost({store, remoteHosts, terminals: terminals as unknown as Terminals}, host);
		expect(ended).toEqual(['t1 with 1 connection']);
		expect(hops()).toMatchObject({current: 'local', list: []});
		expect(remoteHosts.whyNot(host)?.message).toContain('nothing here in its place');
		expect([remoteHosts.files(host), remoteHosts.transport(host)]).toEqual([null, null]);
	});

	it('are chosen at once where nothing may run here, also when they can not be reached', async () => {
		const server = await lab.startServer({alias: 'down'});
		server.kill();
		const {remoteHosts, hops} = open();
		const connecting = remoteHosts.connect('down', {choose: 'at once'});
		expect(hops().current).toBe('down');
		expect(await connecting).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
		expect(hops()).toMatchObject({current: 'down', list: [{state: {status: 'failed'}}]});
		await server.restart();
		remoteHosts.retry(null);
		await expect.poll(() => remoteHosts.whyNot('down' as HostId)).toBe(null);
	});

	it('are not there before they were connected, and a slip of the fingers leaves nothing', async () => {
		const {remoteHosts, hops} = open();
		expect(await remoteHosts.connect('127.0.0.1:1', {choose: 'when ready'})).toMatchObject({
			ok: false,
		});
		expect(hops()).toMatchObject({current: 'local', list: []});
		expect(await remoteHosts.connect('-oProxyCommand=x', {choose: 'no'})).toMatchObject({
			ok: false,
			failure: {kind: 'bad-input'},
		});
	});

	it('are asked about their system again where they could not answer, over the same connection', async () => {
		const server = await lab.startServer({
			alias: 'busy',
			bashrc: '[ ! -e "$HOME/busy" ] || exit 7\n',
		});
		const busy = join(server.home, 'busy');
		writeFileSync(busy, '');
		const {remoteHosts, hops} = open();
		const connecting = remoteHosts.connect('busy', {choose: 'at once'});
		expect(await connecting).toMatchObject({ok: false});
		expect(hops().list[0]?.state.status).toBe('failed');
		rmSync(busy);
		succeeded(await remoteHosts.connect('busy', {choose: 'no'}));
		expect(hops().list[0]?.state.status).toBe('ready');
		expect(remoteHosts.whyNot('busy' as HostId)).toBe(null);
		expect(server.log().match(/Accepted publickey/g)).toHaveLength(1);
	});

	it('lose what was allowed on them when their name leads elsewhere', async () => {
		const one = await lab.startServer({alias: 'moved'});
		const two = await lab.startServer({alias: 'elsewhere'});
		const host = 'moved' as HostId;
		const {store, remoteHosts, refused} = open();
		await remoteHosts.connect('moved', {choose: 'when ready'});
		const grant: Grant = {id: 'g' as GrantId, scope: 'shell', host, until: 'session'};
		store.append({type: 'grant.made', grant});
		remoteHosts.disconnect(host);
		askAbout(store, host);
		store.append({
			type: 'hop.changed',
			host,
			state: {status: 'ready'},
			facts: {
				host,
				user: lab.user,
				hostName: '127.0.0.1',
				port: one.port,
				jumps: [],
				transport: 'ssh',
			},
		});
		const config = readFileSync(lab.configFile, 'utf8');
		writeFileSync(lab.configFile, config.replace(`Port ${one.port}`, `Port ${two.port}`));
		succeeded(await remoteHosts.connect('moved', {choose: 'when ready'}));
		expect(hopOf(store.state(), host)?.facts?.port).toBe(two.port);
		expect(store.state().grants).toEqual([]);
		expect(refused[0]).toContain(`moved is ${lab.user}@127.0.0.1:${two.port} now`);
	});
});

/** A card for a command on that host. */
function askAbout(store: Store, host: HostId): void {
	const call = 'c1' as CallId;
	store.append({
		type: 'tool.proposed',
		call,
		turn: 'turn' as TurnId,
		reply: 'reply' as ReplyId,
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		scope: 'shell',
		host,
		cwd: '/',
		summary: 'ls',
	});
	store.append({
		type: 'authorization.asked',
		ask: 'a1' as AskId,
		call,
		scope: 'shell',
		host,
		expiresAt: 0,
	});
}
