import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';

it.each([
	{columns: 80, rows: 24},
	{columns: 120, rows: 40},
])('a sign stays in the status line at %o while /debug records', async size => {
	const agent = openRobot(size);
	await agent.see('? help');
	agent.say('/debug on');
	// First the notice of it, which has the status line of a narrow screen for a while.
	await agent.see(/Debug is on| debug on {2}/);
	agent.clock.skip(60_000);
	await agent.see(/ debug on {2}.*practice.*$/m);
	agent.say('hello');
	await agent.see('practice model');
	await agent.idle();
	expect(agent.screen()).toMatch(/ debug on {2}/);
	agent.say('/debug off');
	await agent.seeNot(/ debug on {2}/);
});
