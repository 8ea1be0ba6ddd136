import {afterAll, expect, it, onTestFinished} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import {createHops} from '../../source/hop/hops.ts';
import {runOver, scriptedPorts, succeeded, usualOptions} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('several hops', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const open = () => {
		const hops = createHops({
			ports: scriptedPorts(lab.configFile),
			optionsFor: () => usualOptions,
			random: Math.random,
		});
		onTestFinished(() => hops.close());
		return hops;
	};

	it('are kept apart by their names, and one of them may be the current one', async () => {
		const one = await lab.startServer({alias: 'one'});
		const two = await lab.startServer({alias: 'two'});
		const hops = open();
		const [first, second] = (await Promise.all([hops.connect('one'), hops.connect('two')])).map(
			succeeded,
		);
		expect(hops.list().map(({host}) => host)).toEqual(['one', 'two']);
		expect((await runOver(first!.link()!, 'echo $HOME')).output).toBe(`${one.home}\n`);
		expect((await runOver(second!.link()!, 'echo $HOME')).output).toBe(`${two.home}\n`);
		expect(hops.current()).toBeNull();
		expect(hops.setCurrent('two' as HostId)).toBe(true);
		expect(hops.setCurrent('three' as HostId)).toBe(false);
		expect(hops.current()?.host).toBe('two');
		hops.disconnect('two' as HostId);
		expect(hops.current()).toBeNull();
		expect(hops.list().map(({host}) => host)).toEqual(['one']);
	});

	it('are not connected twice under one name', async () => {
		const server = await lab.startServer({alias: 'same'});
		const hops = open();
		const [first, second] = (await Promise.all([hops.connect('same'), hops.connect('same')])).map(
			succeeded,
		);
		expect(second).toBe(first);
		expect(server.log().match(/Accepted publickey/g)).toHaveLength(1);
	});

	it('tell every change with the name, and stay listed when they failed', async () => {
		await lab.startServer({alias: 'stranger', known: 'unknown'});
		const hops = open();
		const told: string[] = [];
		hops.onState((host, {status}) => told.push(`${host} ${status}`));
		expect(await hops.connect('stranger')).toMatchObject({ok: false, failure: {kind: 'denied'}});
		expect(await hops.connect('-bad')).toMatchObject({ok: false, failure: {kind: 'bad-input'}});
		expect(told).toEqual(['stranger connecting', 'stranger failed']);
		expect(hops.list().map(hop => hop.state().status)).toEqual(['failed']);
	});
});
