import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

it('a finished terminal folds to a line with the next message, and a new one opens the pane', async () => {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({columns: 120, rows: 40, place});
	await agent.see('? help');
	agent.say('!echo first of all');
	await agent.see('│first of all');
	await agent.see(/✓ 0 .*╮$/m);
	agent.press('M-1');
	agent.type('half a mess');
	agent.clock.skip(120_000);
	await agent.see('half a mess');
	await agent.see('│first of all');
	agent.say('age');
	const first = await upstream.next();
	first.say('I have read it.');
	first.finish();
	await agent.see(/^ terminal ✓ 0 echo first of all {2}Ctrl\+X 2 opens *$/m);
	await agent.seeNot('│first of all');
	agent.press('C-x', '2');
	await agent.see('│first of all');
	agent.press('M-1');
	await agent.see(/^ terminal ✓ 0/m);
	await agent.idle();
	agent.say('and once more');
	const next = await upstream.next();
	next.call({id: 'c1', name: 'unified_exec', arguments: '{"cmd":"echo of the model; exec cat"}'});
	next.finish();
	await agent.answer('y');
	await agent.see('│of the model');
	await agent.seeNot(/^ terminal ✓ 0/m);
});

it('a terminal in which something runs stays open, whatever is said', async () => {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({columns: 120, rows: 40, place});
	await agent.see('? help');
	agent.say('!echo waits; exec cat');
	await agent.see('│waits');
	agent.press('C-x', '1');
	agent.say('hello');
	const reply = await upstream.next();
	reply.say('Good day.');
	reply.finish();
	await agent.see('Good day.');
	expect(agent.screen()).toContain('│waits');
});

it('where the terminal has no room, the chat shows the last lines of what the model waits for', async () => {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({columns: 80, rows: 24, place});
	await agent.see('? help');
	agent.say('count');
	const cmd = 'printf "one\\ntwo\\nthree\\n%d\\n" 4; exec sleep 1000';
	const first = await upstream.next();
	first.call({id: 'c1', name: 'unified_exec', arguments: JSON.stringify({cmd})});
	first.finish();
	await agent.answer('y');
	await agent.see(/^│ {3}two *│\n│ {3}three *│\n│ {3}4 *│$/m);
	expect(agent.screen()).not.toMatch(/^│ {3}one/m);
	agent.press('M-2');
	await agent.see('│one');
	agent.press('M-1', 'Escape');
	await agent.see('interrupted');
	await agent.seeNot(/^│ {3}three/m);
});
