import {describe, expect, it} from 'vitest';
import {openAgent} from '../helpers/agent.ts';
import {findBoxes} from '../helpers/boxes.ts';
import {expectOverlay, expectSound, namedSizes, openStillPlace} from '../helpers/resizing.ts';
import {hasTmux} from '../helpers/tmux.ts';

describe.skipIf(!hasTmux)('after each resize the screen is as if it had always been so', () => {
	it('with a conversation, a live terminal and a waiting card', async () => {
		const agent = openAgent({place: openStillPlace()});
		agent.say('show me some Markdown');
		await agent.see('console.log(greeting)');
		await agent.idle();
		agent.say(String.raw`!printf "one\n日本語\n%0100d\nthree\n" 7; cat`);
		await agent.see('you type');
		agent.press('C-x', '1');
		await agent.see('2 terminal (1)');
		agent.say('run echo 日本語 && echo "a rather long command that has to be wrapped somewhere"');
		await agent.see('Esc later');
		for (const size of namedSizes) {
			await expectSound(agent, size);
		}
	});

	it('on the smallest screen a card still shows what would run, and the keys', async () => {
		const agent = openAgent({columns: 40, rows: 10});
		agent.say(`run echo one two ${'and so on '.repeat(30)}`);
		await agent.see('Run this on this machine');
		const screen = await agent.see(/❯ echo one two/);
		expect(screen).toMatch(/\by once/);
		expect(screen).toContain('d shows all');
		expect(findBoxes(screen).broken).toEqual([]);
	});

	it('with the help over it', async () => {
		const agent = openAgent({place: openStillPlace()});
		await agent.see('? help');
		agent.press('?');
		await agent.see('Esc closes');
		for (const size of namedSizes.slice(0, 6)) {
			await expectOverlay(agent, {size, title: 'Help'});
		}
	});
});
