import {execFileSync} from 'node:child_process';
import {afterAll, expect, it, onTestFinished} from 'vitest';
import {createHops} from '../../source/hop/hops.ts';
import {openRemoteWorkspace} from '../../source/hop/remote-workspace.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {scriptedPorts, succeeded, usualOptions} from '../helpers/hop-ports.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';
import {remoteTerminals, text} from '../hop/remote-terminals.ts';

const clock = systemClock();

describeWithSshd('a place on another machine', () => {
	const lab = openSshLab();
	afterAll(async () => {
		try {
			execFileSync('tmux', ['-L', 'agent-tui', 'kill-server'], {
				env: {...process.env, TMUX_TMPDIR: lab.folder},
				stdio: 'ignore',
			});
		} catch {
			// Its last session took it along.
		}
		await lab.close();
	});

	const there = async (alias: string) => {
		const server = await lab.startServer({
			alias,
			relay: {},
			bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}; echo noise\n`,
		});
		const hops = createHops({
			ports: scriptedPorts(lab.configFile),
			optionsFor: () => usualOptions,
			random: () => 0,
		});
		onTestFinished(() => hops.close());
		const hop = succeeded(await hops.connect(alias));
		const signal = new AbortController().signal;
		const persists = () => true;
		return {
			server,
			hop,
			place: succeeded(await openRemoteWorkspace(hop, {clock, persists, signal})),
		};
	};

	it.skipIf(!hasTmux)('has terminals that come back with the hop by themselves', async () => {
		const {server, hop, place} = await there('returning');
		const {shell, wait, terminals} = remoteTerminals(place.transport);
		const {id} = await shell('echo ready; read x; echo "got $x"; exit 4');
		await wait(id, text('ready'));
		const lost = hop.link();
		server.relay?.cut();
		await expect.poll(() => hop.link()).not.toBe(lost);
		server.relay?.restore();
		hop.retryNow();
		await expect.poll(() => terminals.write(id, 'it\n', {by: 'user'})).toEqual({ok: true});
		await wait(id, text('got it'));
		await wait(id, {exit: true});
		expect(terminals.get(id)?.ended).toMatchObject({exitCode: 4});
	});
});
