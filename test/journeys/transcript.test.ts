import {describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {openRobot, type Robot} from '../helpers/robot.ts';
import {hasTmux} from '../helpers/tmux.ts';

describe('the transcript', () => {
	it('is searched, and n and N walk through what was found', async () => {
		const agent = await openLong();
		agent.press('C-x', '/');
		await agent.see('search the transcript');
		agent.say('1?3');
		await agent.see('"1?3" is nowhere in the transcript.');
		agent.press('/');
		agent.say('53');
		await agent.see(/1 found\. n next/);
		await agent.see(/│ 53 +│/);
		agent.press('/');
		agent.say('10');
		await agent.see(/3 found\. n next/);
		await agent.see(/│ 10 +│/);
		agent.press('n');
		await agent.see(/│ 100 +│/);
		agent.press('N', 'N');
		await agent.see('❯ count to 100');
		agent.press('i', 'i');
		await agent.seeNot('browsing');
		await agent.see(/│ 100 +│/);
	});

	it('is browsed by pages, to the top and back, and new words bring it to the end', async () => {
		const agent = await openLong();
		agent.press('C-x', 'v');
		await agent.see('browsing: Esc or i goes back to writing');
		agent.press('g');
		await agent.see('❯ count to 100');
		await agent.see(/\d+ more below/);
		agent.press('Space');
		await agent.seeNot('❯ count to 100');
		agent.press('b');
		await agent.see('❯ count to 100');
		agent.press('G');
		await agent.see(/│ 100 +│/);
		agent.press('i');
		await agent.seeNot('browsing');
		agent.press('PPage');
		await agent.see('more below');
		agent.say('thanks');
		await agent.see('You are welcome');
		expect(agent.screen()).not.toContain('more below');
	});

	it.skipIf(!hasTmux)('copies a reply into the buffer of tmux, and says what it did', async () => {
		const agent = openAgent();
		agent.say('show me some Markdown');
		await agent.see('console.log(greeting)');
		await agent.idle();
		agent.press('C-x', 'Y');
		await agent.see(/2 lines .* tmux's buffer,? and .*to the terminal's clipboard/);
		await expect
			.poll(() => agent.command('show-buffer'))
			.toBe("const greeting: string = 'hello';\nconsole.log(greeting);");
		agent.press('C-x', 'y');
		await expect.poll(() => agent.command('show-buffer')).toContain('## A little of everything');
	});

	it('copies selected rows', async () => {
		const agent = await openLong();
		agent.press('C-x', 'v');
		await agent.see('browsing');
		agent.press('v', 'k', 'k', 'y');
		await expect.poll(() => agent.clipboard().trim()).toBe('98\n99\n100');
	});

	it('shows nothing of an escape sequence but its characters', async () => {
		const agent = openRobot();
		agent.say(String.raw`run printf '\033]0;owned\007\033[2Jgone\033[31m'`);
		await agent.see('Run this on this machine');
		await agent.answer('y');
		await agent.see('ended with exit code 0');
		await agent.idle();
		expect(agent.screen()).toContain('❯ run printf');
		expect(agent.title()).toMatch(/^agent-tui run printf/);
	});
});

async function openLong(): Promise<Robot> {
	const agent = openRobot();
	agent.say('count to 100');
	await agent.see(/│ 100 +│/);
	await agent.idle();
	return agent;
}
