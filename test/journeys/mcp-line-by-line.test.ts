import {expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {openMcpScript, plainTool} from '../helpers/mcp-script.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

it.skipIf(!hasTmux)(
	"line by line, a server's tool is read out with its arguments and what it says, and /mcp lists it",
	async () => {
		const server = openMcpScript({tools: [plainTool('create_issue')]});
		const {upstream, place} = await openScriptedPlace({
			...{mcpServers: {github: server.entry}},
		});
		const parameters = ['--screen-reader'];
		const agent = openAgent({isInside: true, place, parameters, rows: 60, columns: 120});
		await agent.see('line by line');
		agent.say('/mcp');
		await agent.see('1. github: look at it  starts when it is needed');
		agent.say('1');
		await agent.see('create_issue: create_issue it');
		agent.say('/monitor');
		await agent.see('MCP server github: ready, 1 tool.');
		agent.say('report it');
		const asked = await upstream.next();
		asked.call({id: 'c1', name: 'github__create_issue', arguments: '{"title":"broken"}'});
		asked.finish();
		await agent.see('Question: let github do this for this machine?');
		const question = await agent.see('+says: create_issue it');
		expect(question).toContain('call      create_issue {"title":"broken"}');
		await expect
			.poll(
				() => {
					agent.say('yes');
					return server.calls().at(-1);
				},
				{interval: 400},
			)
			.toEqual({name: 'create_issue', given: {title: 'broken'}});
	},
);
