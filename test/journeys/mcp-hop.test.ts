import {afterAll, expect, it} from 'vitest';
import {openMcpScript, plainTool} from '../helpers/mcp-script.ts';
import {answerWith, openHopPlace, resultOf, wishFor} from '../helpers/remote-workspace.ts';
import {openRobot} from '../helpers/robot.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

describeWithSshd('an MCP server on another machine', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it('waits for that machine, asks for it on its card, is lost with it, and comes back with it', async () => {
		const far = await lab.startServer({alias: 'far', relay: {}});
		const script = openMcpScript({
			tools: [plainTool('count'), plainTool('deploy')],
			answers: {deploy: {hold: true}},
		});
		const {place, upstream} = await openHopPlace(lab, {
			mcpServers: {ops: {...script.entry, host: 'far'}},
		});
		const agent = openRobot({place, columns: 110});
		agent.say('/mcp ops');
		await agent.see('starts on far when it is needed');
		await agent.see('Its tools are not known: far is not connected');
		agent.press('Escape');
		await agent.seeNot('Esc closes');
		expect(script.calls()).toEqual([]);
		agent.say('/hop far');
		await agent.see('@far ready');
		agent.say('/hop local');
		await agent.seeNot('@far ready');
		agent.say('/mcp ops');
		await agent.see('ready on far, 2 tools');
		await agent.see('mcp-server.mjs');
		agent.press('Escape');
		await agent.seeNot('Esc closes');

		agent.say('deploy it');
		wishFor(await upstream.next(), [{name: 'ops__deploy', input: {}}]);
		await agent.see(/Let ops do this on far \(.*\)\?/);
		await agent.answer('y');
		await expect.poll(() => script.calls().filter(({name}) => name === 'deploy')).toHaveLength(1);
		far.relay?.cut();
		const told = await upstream.next();
		expect(resultOf(told, 'c0')).toMatchObject({
			success: false,
			outcome: 'unknown',
			error: {message: expect.stringContaining('(the connection to far is lost) while deploy ran')},
		});
		wishFor(told, [{name: 'ops__count', input: {}}], 1);
		const refused = await upstream.next();
		expect(resultOf(refused, 'c1').error.message).toMatch(/^far is not connected/);
		answerWith(refused, 'It is gone.');
		await agent.see('It is gone.');
		agent.say('/mcp ops');
		await agent.see('failed: ops was cut off (the connection to far is lost).');
		agent.press('Escape');
		await agent.seeNot('Esc closes');

		far.relay?.restore();
		await agent.see('far is back.');
		agent.say('count now');
		wishFor(await upstream.next(), [{name: 'ops__count', input: {}}], 2);
		await agent.see(/Let ops do this on far \(.*\)\?/);
		await agent.answer('y');
		const counted = await upstream.next();
		expect(JSON.stringify(resultOf(counted, 'c2'))).toContain('done count');
		answerWith(counted, 'Counted.');
		await agent.see('Counted.');
		expect(script.calls().filter(({name}) => name === 'deploy')).toHaveLength(1);
	});
});
