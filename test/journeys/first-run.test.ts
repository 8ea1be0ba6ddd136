import {describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {hasTmux} from '../helpers/tmux.ts';

const sizes = [
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
	{columns: 200, rows: 60},
] as const;

describe.skipIf(!hasTmux).each(sizes)('a first run at $columns x $rows', ({columns, rows}) => {
	it('types, answers a card, watches the command, quits and finds everything again', async () => {
		const agent = openAgent({columns, rows});
		agent.say('what is in this folder?');
		await agent.see('❯ ls -la');
		await agent.see('Allow shell on local?');
		await agent.answer('y');
		await agent.see('This folder has 2 entries: 1 folder and 1 file.');
		await seeTerminal(agent);
		await agent.quit();
		const [id] = /resume (\S+)/.exec(agent.screen())!.slice(1);

		const again = openAgent({columns, rows, place: agent.place, parameters: ['resume']});
		await again.see('This folder has 2 entries: 1 folder and 1 file.');
		await again.see('✓ unified_exec  ls -la');
		await again.quit();
		expect(again.screen()).toContain(`agent-tui resume ${id}`);
	});
});

async function seeTerminal(agent: ReturnType<typeof openAgent>): Promise<void> {
	agent.press('M-2');
	await agent.see(/ls -la on local.*✓ 0/);
	await agent.see(/main|README\.md/);
	agent.press('Escape');
	await agent.see('Ctrl+P commands');
}
