import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

it('the effort that was chosen is asked of the provider, stands in the status line and stays', async () => {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({columns: 120, rows: 40, place});
	await agent.see('? help');
	agent.say('/effort high');
	await agent.see('scripted high');
	agent.say('think');
	const first = await upstream.next();
	expect(first.body).toMatchObject({reasoning_effort: 'high'});
	first.say('Done.');
	first.finish();
	await agent.see('Done.');
	await agent.idle();
	await agent.quit();
	const again = openRobot({columns: 120, rows: 40, place, parameters: ['resume']});
	await again.see('scripted high');
	again.say('/effort default');
	await again.seeNot('scripted high');
	again.say('once more');
	expect((await upstream.next()).body).not.toHaveProperty('reasoning_effort');
});

it('the practice model refuses an effort, in words, and what is no effort is refused too', async () => {
	const agent = openRobot({columns: 120, rows: 40});
	await agent.see('practice ●');
	agent.say('/effort high');
	await agent.see('The practice model does not think: it is a set of rules.');
	agent.say('/effort hgih');
	await agent.see(
		'"hgih" is no effort. There are default, none, minimal, low, medium, high, xhigh.',
	);
	agent.press('C-u');
	agent.say('/effort');
	await agent.see('in use: as much as the provider lets it think of itself');
});
