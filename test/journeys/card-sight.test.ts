import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';

/** A card about a command that leaves a trace. */
async function seeCard({columns = 80, rows = 24, cmd = 'echo ran >> a'} = {}) {
	const {upstream, place} = await openScriptedPlace();
	const agent = openRobot({place, columns, rows});
	agent.say('do something');
	const asked = await upstream.next();
	asked.call({id: 'c1', name: 'unified_exec', arguments: JSON.stringify({cmd})});
	asked.finish({reason: 'tool_calls'});
	await agent.see('y once');
	const answers = () => journalOf(place).filter(({type}) => type === 'authorization.answered');
	return {agent, place, answers, ran: () => existsSync(join(place.cwd, 'a'))};
}

describe('a message', () => {
	it('is not sent while the window is too small to show what is typed', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		agent.say('hello');
		const first = await upstream.next();
		first.say('Hello to you.');
		first.finish();
		await agent.see('Hello to you.');
		await agent.idle();
		agent.resize(39, 9);
		await agent.see('too small');
		agent.say('unseen words');
		agent.resize(80, 24);
		await agent.see('❯ unseen words');
		expect(upstream.seen()).toBe(1);
		agent.press('Enter');
		const asked = await upstream.next();
		expect(asked.body.messages.at(-1).content).toBe('unseen words');
	});
});

describe('a card', () => {
	it('is not answered while the window is too small to show it, and is when it is seen again', async () => {
		const {agent, answers, ran} = await seeCard();
		agent.resize(39, 9);
		await agent.see('too small');
		agent.press('y', 'Enter');
		agent.resize(80, 24);
		await agent.see('❯ y');
		expect([answers(), ran()]).toEqual([[], false]);
		agent.press('BSpace', 'M-a');
		await agent.answer('y');
		await expect.poll(ran).toBe(true);
	});

	it('that can not show its warnings and the end of its command takes no yes before d showed them', async () => {
		const long = Array.from({length: 12}, (_, index) => `echo ${index} >> a`).join('\n');
		const {agent, answers, ran} = await seeCard({columns: 40, rows: 10, cmd: `${long}\necho end`});
		await agent.answer('y', 'y once');
		await agent.see('d first: not all');
		expect([answers(), ran()]).toEqual([[], false]);
		await agent.answer('d', 'y once');
		await agent.see('Esc closes');
		agent.press('G');
		await agent.see(/end"/);
		await agent.answer('q', 'Esc closes');
		await agent.answer('y', 'y once');
		await agent.see(/^│ {3}end /m);
		await expect.poll(ran).toBe(true);
	});

	it('asks the terminal nothing more once it stands there', async () => {
		const {agent} = await seeCard();
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		expect(agent.screen()).not.toMatch(/\d+;\d+R/);
	});
});
