import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {journalOf} from '../helpers/scripted-place.ts';

it.each([
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
	{columns: 200, rows: 60},
])('a command of your own leaves its line in the chat at %o, with how it ended', async size => {
	const agent = openRobot(size);
	await agent.see('? help');
	agent.say('!echo out; exit 3');
	agent.press('M-1');
	await agent.see(/❯ !echo out; exit 3 {2}✗ 3/);
	agent.say('hello');
	await agent.see(/❯ !echo out; exit 3 {2}✗ 3[\s\S]*❯ hello/);
	await agent.idle();
	const said = journalOf(agent.place).filter(({type}) => type === 'message.sent');
	expect(JSON.stringify(said)).not.toContain('echo out');
});
