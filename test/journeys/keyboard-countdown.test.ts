import {expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

const countdown = /the agent gets the keyboard in (\d+) s: any key keeps it/;

/** The person types into a program, and a call of the model waits for it. */
async function openHeld() {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({place, columns: 120, rows: 40});
	agent.say('start it');
	const call = async (name: string, input: object) => {
		const asked = await upstream.next();
		asked.call({id: `c${upstream.seen()}`, name, arguments: JSON.stringify(input)});
		asked.finish({reason: 'tool_calls'});
	};
	await call('unified_exec', {cmd: 'echo be""gun; exec cat', yield_time_ms: 250});
	await agent.answer('y', 'Run this on this machine');
	await agent.see('│begun');
	agent.press('C-x', 'i');
	await agent.see('Ctrl+X i hands back');
	// A terminal that is older than a minute has its age drawn anew only once a minute.
	agent.clock.skip(45_000);
	await call('write_stdin', {session_id: 1, yield_time_ms: 300_000});
	await agent.see('the agent waits for the keyboard: Ctrl+X i hands back');
	const secondsLeft = async () => Number(countdown.exec(await agent.see(countdown))?.[1]);
	return {agent, secondsLeft};
}

it('a terminal says how long until the agent gets its keyboard, counts down, and any key keeps it', async () => {
	const {agent, secondsLeft} = await openHeld();
	agent.clock.skip(20_200);
	const atFirst = await secondsLeft();
	expect(atFirst).toBeLessThanOrEqual(10);
	agent.clock.skip(1000);
	await expect.poll(secondsLeft, {timeout: 9000}).toBeLessThan(atFirst);
	agent.press('x');
	// The program's echo comes after the key was counted, so not even its frame counts down.
	expect(await agent.see('│x')).toContain('the agent waits for the keyboard: Ctrl+X i hands back');
	agent.clock.skip(15_000);
	agent.say('yz');
	await agent.see('│xyz');
	expect(agent.screen()).toContain('you type');
});

it('a keyboard that went to the agent after the countdown lets no key do anything until one that is meant', async () => {
	const {agent, secondsLeft} = await openHeld();
	agent.clock.skip(20_200);
	await secondsLeft();
	agent.clock.skip(10_000);
	await agent.see('no key counts until Ctrl+X, or Esc after a rest');
	agent.type('DHq');
	agent.press('Enter');
	await agent.see('no key counts until Ctrl+X');
	expect(agent.screen()).not.toMatch(/DHq|you type|Close/);
	agent.press('C-x', 'i');
	await agent.see('you type');
	agent.say('again');
	await agent.see('│again');
});
