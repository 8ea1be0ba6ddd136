import {afterAll, describe, it, onTestFinished} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {openHopPlace, wishFor} from '../helpers/remote-workspace.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';

describe.skipIf(!hasTmux)('a host that stops', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it('is noticed by keep-alives; keys work meanwhile', async () => {
			const server = await lab.startServer({
				alias: 'stopped',
				clientConfig: ['ServerAliveInterval 2', 'ServerAliveCountMax 3'],
			});
			const {place, upstream} = await openHopPlace(lab);
			const agent = openAgent({isInside: true, place});
			await agent.see('help');
			agent.say('/hop stopped');
			await agent.see('@stopped ready');
			agent.say('wait there');
			wishFor(await upstream.next(), [
				{name: 'unified_exec', input: {cmd: 'echo be""gan; sleep 600', wait_for: {exit: true}}},
			]);
			await agent.answer('y');
			await agent.see('2 terminal (1)');
			server.freeze();
			onTestFinished(server.thaw);
			await agent.see('@stopped silent for');
			agent.type('keys work');
			await agent.see('keys work');
			await agent.see('@stopped lost');
			await agent.see('connection lost, outcome unknown');
			server.thaw();
			await agent.see('@stopped ready', 60_000);
		});
	});
});
