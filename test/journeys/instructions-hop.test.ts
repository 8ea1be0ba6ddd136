import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it} from 'vitest';
import {answerWith, openHopPlace, writeThere} from '../helpers/remote-workspace.ts';
import {openRobot} from '../helpers/robot.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {describeWithSshd, openSshLab} from '../helpers/ssh-lab.ts';

const systemOf = (asked: Asked): string => asked.body.messages[0].content;
const given = 'never for this folder';

describe('instructions on another machine', () => {
	describeWithSshd('over a real sshd', () => {
		const lab = openSshLab();
		afterAll(() => lab.close());

		it("are read there and trusted there, and this machine's are never told instead", async () => {
			const web = await lab.startServer({alias: 'web'});
			writeThere(web, {'AGENTS.md': 'Far rules. @more.md\n', 'more.md': 'Far more.\n'});
			const {place, upstream} = await openHopPlace(lab);
			writeFileSync(join(place.cwd, 'AGENTS.md'), 'Near rules.\n');
			writeFileSync(join(place.home, 'AGENTS.md'), 'My own.\n');
			const agent = openRobot({place, rows: 40, columns: 120});
			await agent.see('Near rules.');
			agent.press('M-a');
			await agent.answer('y', given);
			await agent.seeNot('Near rules.');

			agent.say('/hop web');
			await agent.see('Trust the instructions of this folder on web?');
			expect(agent.screen()).toMatch(/Far more\.[\s\S]*Far rules\. @more\.md/);
			agent.say('hello');
			const unasked = await upstream.next();
			expect(systemOf(unasked)).toContain('My own.');
			expect(systemOf(unasked)).not.toMatch(/Near rules|Far rules|Far more/);
			answerWith(unasked, 'Hello there.');
			await agent.see('Hello there.');
			agent.press('M-a');
			await agent.answer('y', given);
			await agent.seeNot('Far rules. @more.md');

			agent.say('again');
			const trusted = await upstream.next();
			expect(systemOf(trusted)).toMatch(/My own\.[\s\S]*Far more\.[\s\S]*Far rules\./);
			expect(systemOf(trusted)).not.toContain('Near rules');
			answerWith(trusted, 'With far rules.');
			await agent.see('With far rules.');
			expect(readFileSync(join(place.home, 'trust.json'), 'utf8')).toContain(
				`@127.0.0.1:${web.port}:${web.home}"`,
			);

			agent.say('/hop local');
			await agent.seeNot('@web ready');
			agent.say('and here');
			const back = await upstream.next();
			expect(systemOf(back)).toContain('Near rules.');
			expect(systemOf(back)).not.toContain('Far rules');
			answerWith(back, 'Back.');
			await agent.see('Back.');
		});
	});
});
