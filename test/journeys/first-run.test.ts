import {describe, expect, it} from 'vitest';
import {type Agent, openAgent} from '../helpers/agent.ts';
import {hasTmux} from '../helpers/tmux.ts';

const sizes = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
	{columns: 200, rows: 60},
] as const;

describe.skipIf(!hasTmux).each(sizes)('a first run at $columns x $rows', ({columns, rows}) => {
	it('types at once, answers a card, watches the command, quits and resumes', async () => {
		const agent = openAgent({columns, rows});
		agent.say('what is in this folder?');
		await agent.see('Run this on this machine');
		expect(agent.screen()).toContain('❯ ls -la');
		await agent.answer('y');
		await agent.see('This folder has 2 entries: 1 folder and 1 file.');
		await agent.idle();
		await seeTerminal(agent);
		await agent.quit();
		const goOn = await agent.seeAbove(/Go on with this session: agent-tui resume \S+/);

		const again = openAgent({columns, rows, place: agent.place, parameters: ['resume']});
		await again.see('This folder has 2 entries: 1 folder and 1 file.');
		expect(again.screen()).toContain('✓ run  ls -la');
		await again.quit();
		await again.seeAbove(new RegExp(goOn));
	});
});

/** Its pane shows the command and its output; on a small screen it has to be gone to. */
async function seeTerminal(agent: Agent): Promise<void> {
	agent.press('M-2');
	await agent.see(/local: ls -la.*✓ 0/);
	await agent.see(/drwx.*src/);
	agent.press('M-1');
	await agent.see('This folder has 2 entries: 1 folder and 1 file.');
}
