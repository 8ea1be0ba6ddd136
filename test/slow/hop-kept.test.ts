import {afterAll, describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {
	answerWith,
	openHopPlace,
	resultOf,
	turnEnded,
	wishFor,
} from '../helpers/remote-workspace.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';
import {hasTmux} from '../helpers/tmux.ts';

const command = 'for i in 1 2 3 4 5 6 7 8; do echo line-$i; sleep 0.4; done';

describe.skipIf(!hasTmux)('a command in a tmux on the other machine', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it('outlives its connection: its card says so meanwhile, and not a line is missing after', async () => {
			const server = await lab.startServer({
				alias: 'kept',
				relay: {},
				bashrc: `export TMUX_TMPDIR=${lab.folder} TMPDIR=${lab.folder}\n`,
			});
			const {place, upstream} = await openHopPlace(lab, {hops: {persist: 'tmux'}});
			const agent = openAgent({place});
			await agent.see('help');
			agent.say('/hop kept');
			await agent.see('@kept ready');
			agent.say('count');
			wishFor(await upstream.next(), [
				{name: 'run_in_terminal', input: {command, explanation: 'counts'}},
			]);
			await agent.answer('y');
			agent.press('M-2');
			await agent.see('line-2');
			agent.press('M-1');
			server.relay?.cut();
			await agent.see('@kept lost');
			await agent.see('it may go on there');
			server.relay?.restore();
			agent.press('C-x', 'j');
			await agent.see('@kept ready');
			const told = await upstream.next();
			expect(resultOf(told, 'c0')).toMatchObject({
				outcome: 'exited',
				status: 0,
				output: Array.from({length: 8}, (_, index) => `line-${index + 1}\n`).join(''),
			});
			answerWith(told, 'All of it.');
			await agent.see('All of it.');
			await turnEnded(place);
			await agent.quit();
		});
	});
});
