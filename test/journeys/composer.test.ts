import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

describe('the composer', () => {
	it('finds earlier input with Up and with Ctrl+R, also after a restart', async () => {
		const agent = openRobot();
		agent.say('thanks');
		await agent.see('You are welcome');
		agent.say('hello there');
		await agent.see('Hello!');
		await agent.idle();
		await agent.quit();

		const again = openRobot({place: agent.place});
		await again.see('? help');
		again.press('Up');
		await again.see('│❯ hello there');
		again.press('Up');
		await again.see('│❯ thanks');
		again.press('Down', 'Down');
		await again.seeNot('│❯ thanks');
		again.press('C-r');
		await again.see('search earlier input');
		again.type('tha');
		await again.see('│❯ thanks');
		again.press('Enter', 'Enter');
		await again.see('You are welcome');
	});

	it('folds a paste of ten lines, shows it on demand, and sends all of it', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		const lines = Array.from({length: 10}, (_, index) => `pasted line ${index + 1}`);
		await agent.see('? help');
		agent.type('look: ');
		agent.paste(lines.join('\n'));
		await agent.see('❯ look: [pasted 10 lines #1]');
		agent.press('C-o');
		await agent.see('pasted line 10');
		agent.press('C-o');
		await agent.see('[pasted 10 lines #1]');
		agent.press('Enter');
		const {body} = await upstream.next();
		expect(body.messages.at(-1).content).toBe(`look: ${lines.join('\n')}`);
	});

	it('completes the mention of a file while it is typed', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		await agent.see('? help');
		agent.type('what does @mai');
		await agent.see('src/main.c');
		agent.press('Tab');
		await agent.see('❯ what does @src/main.c');
		agent.say('do?');
		const {body} = await upstream.next();
		expect(body.messages.at(-1).content).toMatch(/^what does @src\/main\.c +do\?$/);
	});

	it('runs !command in a terminal of the user, which the model is not told of', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place, columns: 120});
		agent.say('!echo seven-$((3+4)); touch made-by-me');
		await agent.see('seven-7');
		await expect.poll(() => existsSync(join(place.cwd, 'made-by-me'))).toBe(true);
		agent.press('C-x', '1');
		agent.say('hello');
		const {body} = await upstream.next();
		expect(JSON.stringify(body.messages)).not.toContain('seven');
	});

	it('edits several lines, undoes, and sends them as one message', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({place});
		await agent.see('? help');
		agent.type('first');
		agent.press('M-Enter');
		agent.type('second words');
		agent.press('C-w');
		await agent.seeNot('words');
		agent.press('C-_');
		await agent.see('second words');
		agent.press('Up', 'C-a');
		agent.type('the ');
		await agent.see('❯ the first');
		agent.press('Enter');
		const {body} = await upstream.next();
		expect(body.messages.at(-1).content).toBe('the first\nsecond words');
	});

	it('hands the draft to $EDITOR and takes what comes back', async () => {
		const place = openPlace({files: {'editor.sh': 'echo "from the editor" >> "$1"\n'}});
		const agent = openRobot({place, env: {EDITOR: `sh ${join(place.cwd, 'editor.sh')}`}});
		await agent.see('? help');
		agent.type('begun here, ');
		agent.press('C-g');
		await agent.see('from the editor');
		expect(agent.screen()).toContain('❯ begun here,');
	});
});
