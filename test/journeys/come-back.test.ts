import {describe, it} from 'vitest';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {hasTmux} from '../helpers/tmux.ts';

describe.skipIf(!hasTmux)('a session whose window was lost', () => {
	it('is shown again with the program that runs on in its terminal', async () => {
		const place = openPlace();
		const size = {columns: 120, rows: 30};
		const agent = openAgent({place, ...size});
		await agent.see('help');
		agent.say('!echo be""gun; exec cat');
		await agent.see('begun');
		process.kill(agent.pid(), 'SIGHUP');
		await agent.ended();
		const again = openAgent({place, ...size, parameters: ['attach']});
		await again.see('begun');
		await again.quit();
	});
});
