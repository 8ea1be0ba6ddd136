import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

const filesCount = 20;

describe('an answer for twenty calls on a small screen', () => {
	it('is for those that were paged through, and the one outside the workspace asks alone', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		const outside = join(place.home, 'outside.txt');
		agent.say('do something');
		const asked = await upstream.next();
		for (let index = 0; index < filesCount; index += 1) {
			const path = index === 9 ? outside : `f${index}.txt`;
			const input = JSON.stringify({path, content: `${index}\n`});
			asked.call({id: `c${index}`, index, name: 'write_file', arguments: input});
		}
		asked.finish({reason: 'tool_calls'});
		await agent.see(`of ${filesCount} waiting`);
		const written = () => readdirSync(place.cwd).filter(name => /^f\d+\.txt$/.test(name)).length;

		await agent.answer('g', `all ${filesCount - 1}`);
		await agent.see('1 more has other warnings and asks alone');
		await agent.answer('y', `all ${filesCount - 1} once`);
		await agent.see('d first, to its end');
		expect(written()).toBe(0);

		await agent.answer('d', `all ${filesCount - 1} once`);
		await agent.answer('G', 'Esc closes');
		await agent.answer('q', 'Esc closes');
		await agent.answer('y', `all ${filesCount - 1} once`);
		await agent.see('d first, to its end');
		expect(written()).toBe(0);

		await agent.answer('d', `all ${filesCount - 1} once`);
		await agent.see(/(\d+) of (?!\1)\d+ {2}Esc closes/);
		for (let page = 0; page < 40 && !/(\d+) of \1 {2}Esc/.test(agent.screen()); page += 1) {
			const before = agent.screen();
			agent.press('Space');
			await expect.poll(agent.screen).not.toBe(before);
		}
		await agent.answer('q', /(\d+) of \1 {2}Esc closes/);
		await agent.answer('y', `all ${filesCount - 1} once`);
		await expect.poll(written).toBe(filesCount - 1);
		await agent.see('outside the workspace');
		expect(existsSync(outside)).toBe(false);
		await agent.answer('n', 'y once');
	});
});
