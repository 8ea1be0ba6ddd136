import {mkdirSync, readFileSync, realpathSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import type {Ports} from '../../../source/engine/engine-ports.ts';
import {createHopping} from '../../../source/engine/remote-hosts/remote-hosts.ts';
import type {Grant} from '../../../source/events/authorization.ts';
import type {GrantId, HostId} from '../../../source/events/ids.ts';
import {defaultSettings} from '../../../source/events/settings.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {systemIds} from '../../../source/platform/ids.ts';
import {hopOf} from '../../../source/state/hops.ts';
import {createStore} from '../../../source/state/store.ts';
import {succeeded} from '../../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../../helpers/ssh-lab.ts';

describeWithSshd('the machines of a session', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const open = () => {
		const clock = systemClock();
		const store = createStore(clock);
		const ended: HostId[] = [];
		const refused: string[] = [];
		const ports = {
			clock,
			ids: systemIds(),
			env: {PATH: process.env['PATH'], HOME: lab.folder},
			ssh: {configFile: lab.configFile, sshCommand: 'ssh'},
			settings: defaultSettings,
			headless: null,
		} as unknown as Ports;
		const hopping = createHopping({
			ports,
			store,
			append: store.append,
			endTerminals: async host => void ended.push(host),
			refuseWaiting: (_, reason) => void refused.push(reason),
		});
		onTestFinished(hopping.close);
		return {store, hopping, ended, refused, hops: () => store.state().hops};
	};

	it('are chosen in a folder that is really there', async () => {
		const server = await lab.startServer({alias: 'folders'});
		mkdirSync(join(server.home, 'app'));
		const {hopping, hops} = open();
		const there = succeeded(await hopping.connect('folders:~/app', {choose: 'when ready'}));
		expect(there.place?.cwd).toBe(realpathSync(join(server.home, 'app')));
		expect(hops().current).toBe('folders');
		const nowhere = await hopping.connect('folders:/no/such', {choose: 'when ready'});
		expect(nowhere).toMatchObject({ok: false, failure: {kind: 'not-found'}});
		expect(hops().list[0]?.place?.cwd).toBe(there.place?.cwd);
	});

	it('end what runs there before they are left, and this one is the current one again', async () => {
		await lab.startServer({alias: 'left'});
		const host = 'left' as HostId;
		const {hopping, hops, ended} = open();
		await hopping.connect('left', {choose: 'when ready'});
		expect(hopping.whyNot(host)).toBe(null);
		expect(hopping.files(host)?.host).toBe(host);
		await hopping.disconnect(host);
		expect(ended).toEqual([host]);
		expect(hops()).toMatchObject({current: 'local', list: []});
		expect(hopping.whyNot(host)?.message).toContain('nothing here in its place');
		expect([hopping.files(host), hopping.transport(host)]).toEqual([null, null]);
	});

	it('are chosen at once where nothing may run here, also when they can not be reached', async () => {
		const server = await lab.startServer({alias: 'down'});
		server.kill();
		const {hopping, hops} = open();
		const connecting = hopping.connect('down', {choose: 'at once'});
		expect(hops().current).toBe('down');
		expect(await connecting).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
		expect(hops()).toMatchObject({current: 'down', list: [{state: {status: 'failed'}}]});
		await server.restart();
		hopping.retry(null);
		await expect.poll(() => hopping.whyNot('down' as HostId)).toBe(null);
	});

	it('are not there before they were connected, and a slip of the fingers leaves nothing', async () => {
		const {hopping, hops} = open();
		expect(await hopping.connect('127.0.0.1:1', {choose: 'when ready'})).toMatchObject({ok: false});
		expect(hops()).toMatchObject({current: 'local', list: []});
		expect(await hopping.connect('-oProxyCommand=x', {choose: 'no'})).toMatchObject({
			ok: false,
			failure: {kind: 'bad-input'},
		});
	});

	it('lose what was allowed on them when their name leads elsewhere', async () => {
		const one = await lab.startServer({alias: 'moved'});
		const two = await lab.startServer({alias: 'elsewhere'});
		const host = 'moved' as HostId;
		const {store, hopping, refused} = open();
		await hopping.connect('moved', {choose: 'when ready'});
		const grant: Grant = {id: 'g' as GrantId, scope: 'shell', host, until: 'session'};
		store.append({type: 'grant.made', grant});
		await hopping.disconnect(host);
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
		succeeded(await hopping.connect('moved', {choose: 'when ready'}));
		expect(hopOf(store.state(), host)?.facts?.port).toBe(two.port);
		expect(store.state().grants).toEqual([]);
		expect(refused[0]).toContain(`moved is ${lab.user}@127.0.0.1:${two.port} now`);
	});
});
