import {expect, it} from 'vitest';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {recordsOf} from '../helpers/engine-process.ts';
import {startMcp} from '../helpers/mcp-program.ts';
import {hasTmux} from '../helpers/tmux.ts';

it.skipIf(!hasTmux)(
	'a person attaches to the session of another agent, sees who asks, and answers',
	async () => {
		const place = openPlace();
		const client = startMcp({place});
		await client.initialize();
		await client.call('list_pty_sessions');
		const agent = openAgent({place, parameters: ['attach'], columns: 110, rows: 30});
		await expect.poll(() => recordsOf(place)[0]?.screens).toBe(1);
		const call = client.call('run_in_terminal', {command: 'echo seen', explanation: 'a test'});
		await agent.see(/raw 1 asks: run this on this machine/);
		expect(recordsOf(place)[0]?.name).toBe('raw 1');
		await agent.answer('y');
		const {structuredContent} = await call;
		expect(structuredContent).toMatchObject({success: true, exit_code: 0});
		await agent.see(/seen/);
		const long = client.call('run_in_terminal', {command: 'sleep 100', explanation: 'a test'});
		await agent.answer('y');
		await agent.see(/Esc stops/);
		agent.press('Escape');
		expect((await long).structuredContent.error.kind).toBe('cancelled');
	},
);
