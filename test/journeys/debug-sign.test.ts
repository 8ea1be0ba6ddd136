import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';

it.each([
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
])('a sign stays in the status line at %o while /debug records', async size => {
	const agent = openRobot(size);
	await agent.see('? help');
	agent.say('/debug on');
	await agent.see(/ debug on {2}.*practice.*$/m);
	agent.clock.skip(60_000);
	agent.say('hello');
	await agent.see('practice model');
	await agent.idle();
	expect(agent.screen()).toMatch(/ debug on {2}/);
	agent.say('/debug off');
	await agent.seeNot(/ debug on {2}/);
});
