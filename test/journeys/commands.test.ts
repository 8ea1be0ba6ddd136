import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

describe('commands', () => {
	it('are found in the palette by a few letters, and run from it', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.press('C-p');
		await agent.see('─ Commands ─');
		agent.type('stats');
		await agent.see(/❯ \/stats/);
		agent.press('Enter');
		await agent.see('Tokens in: 0');
		agent.press('q');
		await agent.seeNot('Tokens in');
	});

	it('are completed after a slash, and an unknown one is said to be none and not sent', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.type('/sta');
		await agent.see(/❯ stats +Show tokens/);
		agent.press('Tab');
		await agent.see('❯ /stats');
		agent.press('C-u');
		agent.say('/statistics');
		await agent.see('There is no /statistics.');
		await agent.see('❯ /statistics');
	});

	it('of the user are Markdown files with arguments', async () => {
		const {upstream, place} = await openScriptedPlace();
		mkdirSync(join(place.home, 'commands'));
		writeFileSync(
			join(place.home, 'commands/review.md'),
			'---\ndescription: Look for mistakes\n---\nReview $ARGUMENTS with care.\n',
		);
		const agent = openRobot({place});
		agent.say('/review main.c');
		const {body} = await upstream.next();
		expect(body.messages.at(-1).content.trim()).toBe('Review main.c with care.');
	});

	it('with a word that means nothing say so, and change nothing', async () => {
		const {place} = await openScriptedPlace();
		const agent = openRobot({place, columns: 120});
		await agent.see('scripted ●');
		agent.say('/model nope');
		// Also if the proxy lists its models only after that.
		await agent.see('There is no model "nope".');
		agent.say('/clear everything');
		await agent.see('"everything" was not used and nothing was done');
		agent.press('C-u');
		agent.say('/export no/such/folder/x.md');
		await agent.see('could not be written: there is no such folder.');
		agent.say('/mouse');
		await agent.see('The mouse is on');
	});

	it('begins with what is known, and Tab leads through the tour', async () => {
		const agent = openRobot({columns: 100});
		await agent.see(/^│ folder +\/\S+/m);
		await agent.see('practice, built in: rules, no AI');
		await agent.see('what is in this folder?');
		agent.press('Tab');
		await agent.see('Step 1 of 5');
		await agent.answer('n');
		await agent.see('Press Tab, or say tour 2, to go on.');
		await agent.idle();
		agent.press('Tab');
		await agent.see('Step 2 of 5');
	});

	it('export writes the session to a file and says where', async () => {
		const agent = openRobot();
		agent.say('thanks');
		await agent.see('You are welcome');
		await agent.idle();
		agent.say('/export talk.md');
		await agent.see(/Written to .*talk\.md/);
		const text = readFileSync(join(agent.place.cwd, 'talk.md'), 'utf8');
		expect(text).toContain('thanks');
		expect(text).toContain('You are welcome. What next?');
	});

	it('show the help of the pane in focus, made from the keys in force', async () => {
		const agent = openRobot({
			place: openPlace({settings: {keys: {'global.palette': 'alt+k'}}}),
			rows: 60,
			columns: 120,
		});
		await agent.see('Alt+K commands');
		agent.press('?');
		await agent.see('In the composer');
		agent.press('Space');
		await agent.see(/Alt\+K +Command palette/);
		agent.press('q');
		agent.say('!cat');
		await agent.see('local: cat');
		await agent.see('you type');
		agent.press('C-x', '?');
		await agent.see('In the terminal pane');
		expect(agent.screen()).not.toContain('In the composer');
	});

	it('a question mark within a sentence is a question mark', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.type('really?');
		await agent.see('❯ really?');
		expect(agent.screen()).not.toContain('─ Help ─');
	});
});

describe('themes', () => {
	it('are tried live, left alone by Esc, and kept by Enter', async () => {
		const agent = openRobot();
		const config = join(agent.place.home, 'config.json');
		agent.say('/theme');
		await agent.see('─ Theme ─');
		agent.type('ascii');
		await agent.seeNot('╭');
		await agent.see('+-');
		agent.press('Escape');
		await agent.see('╭');
		await agent.seeNot('Theme');
		expect(existsSync(config)).toBe(false);

		agent.say('/theme');
		await agent.see('─ Theme ─');
		agent.type('ascii');
		await agent.seeNot('╭');
		agent.press('Enter');
		await expect.poll(() => existsSync(config) && readFileSync(config, 'utf8')).toContain('ascii');
		await agent.quit();

		const again = openRobot({place: agent.place});
		await again.see('? help');
		expect(again.screen()).not.toContain('╭');
	});

	it('come back when the list was narrowed to nothing and closed', async () => {
		const agent = openRobot();
		agent.say('/theme');
		await agent.see('─ Theme ─');
		agent.type('ascii');
		await agent.seeNot('╭');
		agent.type('xx');
		await agent.see('Nothing matches');
		agent.press('Escape');
		await agent.see('╭');
	});

	it('chosen without a step in the list are shown at once, too', async () => {
		const agent = openRobot({place: openPlace({settings: {theme: 'ascii'}})});
		await agent.see('? help');
		agent.say('/theme');
		await agent.see('- Theme -');
		agent.press('Enter');
		await agent.see('╭');
		await agent.seeNot('Theme');
	});
});
