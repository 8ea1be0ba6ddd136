import {afterAll, expect, it, onTestFinished} from 'vitest';
import {createHops} from '../../source/hop/hops.ts';
import {openRemoteWorkspace} from '../../source/hop/remote-workspace.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {scriptedPorts, succeeded, usualOptions} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

const clock = systemClock();

describeWithSshd('a place on another machine', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	const there = async (alias: string) => {
		const server = await lab.startServer({
			alias,
			relay: {},
			bashrc: 'echo noise\n',
		});
		const hops = createHops({
			ports: scriptedPorts(lab.configFile),
			optionsFor: () => usualOptions,
			random: () => 0,
		});
		onTestFinished(() => hops.close());
		const hop = succeeded(await hops.connect(alias));
		const signal = new AbortController().signal;
		const persists = () => false;
		return {
			server,
			hop,
			place: succeeded(await openRemoteWorkspace(hop, {clock, persists, signal})),
		};
	};

	it('knows where it is, and reads and runs there', async () => {
		const {server, place} = await there('known');
		expect(place.about).toMatchObject({
			home: server.home,
			cwd: expect.stringMatching(/^\//),
			system: 'Linux',
		});
		expect(await place.files.exists(server.home)).toBe(true);
		expect(place.transport.host).toBe('known');
	});
});
