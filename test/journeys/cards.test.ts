import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Place} from '../helpers/agent.ts';
import {openRobot, type Robot} from '../helpers/robot.ts';
import {journalOf, openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

/** A command that leaves a trace of each time it ran. */
function marking(file: string) {
	return {name: 'unified_exec', arguments: JSON.stringify({cmd: `echo ran >> ${file}`})};
}

function timesRun({cwd}: Place, file: string): number {
	const path = join(cwd, file);
	return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

function wasAnswered(place: Place): boolean {
	return journalOf(place).some(event => event.type === 'authorization.answered');
}

/** What the model was told of its last call. */
function lastResult(asked: Asked): string {
	return asked.body.messages.findLast((message: {role: string}) => message.role === 'tool').content;
}

describe('a waiting card', () => {
	it('is not answered by a sentence full of y and n that is being typed', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		agent.say('do something');
		const asked = await upstream.next();
		agent.type('yes, ');
		asked.call({id: 'c1', ...marking('a')});
		asked.finish({reason: 'tool_calls'});
		for (const letter of 'why not any day now, sunny') {
			agent.type(letter);
		}
		await agent.see('Alt+A goes to this card');
		agent.type(' or rainy');
		await agent.see('❯ yes, why not any day now, sunny or rainy');
		agent.press('Enter');
		const aside = await upstream.next();
		expect(lastResult(aside)).toContain('waits for the permission of the user');
		aside.finish();
		expect(wasAnswered(place)).toBe(false);

		agent.press('M-a');
		await agent.answer('y');
		await upstream.next();
		expect(timesRun(place, 'a')).toBe(1);
	});

	it('is never approved by Enter, also while it has the keyboard', async () => {
		const {agent, place, upstream} = await seeCard();
		agent.press('Enter', 'M-a');
		agent.clock.skip(60_000);
		agent.press('Enter');
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		agent.press('Enter');
		agent.say('still here');
		await upstream.next();
		expect(wasAnswered(place)).toBe(false);
	});

	it('denied with n tells the model so, and nothing runs', async () => {
		const {agent, place, upstream} = await seeCard();
		await agent.answer('n');
		await agent.see('denied');
		const told = lastResult(await upstream.next());
		expect(JSON.parse(told)).toMatchObject({success: false, error: {kind: 'denied'}});
		expect(timesRun(place, 'a')).toBe(0);
	});

	it('denied with r tells the model why', async () => {
		const {agent, upstream} = await seeCard();
		await agent.answer('r');
		await agent.see('why not? the model is told');
		agent.say('yes, but only on Monday');
		await agent.see('denied: yes, but only on Monday');
		expect(lastResult(await upstream.next())).toContain('yes, but only on Monday');
	});

	it('goes on waiting after Esc, and Alt+A comes back to it', async () => {
		const {agent, place, upstream} = await seeCard();
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		agent.type('y');
		await agent.see('❯ y');
		agent.press('BSpace', 'M-a');
		await agent.answer('y');
		await upstream.next();
		expect(timesRun(place, 'a')).toBe(1);
	});

	it('answered with s lets the next call of its scope run without asking', async () => {
		const {agent, place, upstream} = await seeCard();
		await agent.answer('s');
		const second = await upstream.next();
		second.call({id: 'c2', ...marking('b')});
		second.finish({reason: 'tool_calls'});
		const third = await upstream.next();
		third.say('Both are done.');
		third.finish();
		await agent.see('Both are done.');
		await agent.idle();
		expect([timesRun(place, 'a'), timesRun(place, 'b')]).toEqual([1, 1]);
		expect(journalOf(place).filter(event => event.type === 'authorization.asked')).toHaveLength(1);
	});

	it('held down y runs one call once, and the card behind it goes on waiting', async () => {
		const {agent, place} = await seeCard(['a', 'b']);
		await agent.see('1 of 2 waiting');
		await agent.answer('y');
		agent.press(...Array.from({length: 19}, () => 'y'));
		await agent.see('✓ run  echo ran >> a');
		await agent.see(/echo ran >> b +│\n│ +waits for your answer/);
		expect([timesRun(place, 'a'), timesRun(place, 'b')]).toEqual([1, 0]);
	});

	it('left waiting when the turn is stopped never runs, and that is what is said', async () => {
		const {agent, place, upstream} = await seeCard();
		await agent.answer('Escape');
		await agent.see('Alt+A goes to this card');
		agent.press('Escape');
		await agent.see('stopped before it ran');
		agent.say('what came of it?');
		const told = lastResult(await upstream.next());
		expect(told).toContain('Nothing was run.');
		expect(timesRun(place, 'a')).toBe(0);
	});

	it('has its keys in a colour, and the words behind them in none', async () => {
		const {agent} = await seeCard();
		const keys = agent
			.colored()
			.split('\n')
			.find(row => row.includes('detail'));
		expect(keys).toMatch(/y ?\u001B\[0m\S* ?once/);
		expect(keys).toMatch(/once +\u001B\[1m\S*n ?\u001B\[0m/);
	});

	it('shows everything that would run when it is asked for detail', async () => {
		const {agent} = await seeCard();
		await agent.answer('d');
		await agent.see('"cmd": "echo ran >> a"');
		agent.press('q');
		await agent.see('Esc later');
	});
});

/** A card for each file that a command would write, with the keyboard on the first. */
async function seeCard(files: readonly string[] = ['a']) {
	const {upstream, place} = await openScriptedPlace();
	const agent: Robot = openRobot({place});
	agent.say('do something');
	const asked = await upstream.next();
	for (const [index, file] of files.entries()) {
		asked.call({id: `c${index}`, index, ...marking(file)});
	}
	asked.finish({reason: 'tool_calls'});
	await agent.see('Esc later');
	return {agent, place, upstream};
}
