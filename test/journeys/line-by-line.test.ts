import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {commands} from '../../commands/index.ts';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {hasTmux} from '../helpers/tmux.ts';

const size = {columns: 160, rows: 50, parameters: ['--screen-reader']};

describe.skipIf(!hasTmux)('line by line', () => {
	it('a program is typed into, and what it hides goes to it alone', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({...size, place});
		await agent.see('line by line');
		agent.say('!stty -echo; read secret; stty echo; printf %s "$secret" | wc -c; exec cat');
		await agent.see('Answer secret, and then type it');
		agent.say('typed-too-early');
		await agent.see('That line went nowhere. Answer secret or no first.');
		agent.say('secret');
		await agent.see('What you type now is not shown.');
		agent.say('hunter-two-22');
		await agent.see(/^13$/m);
		agent.say('> ping');
		await agent.see(/^ping\nping$/m);
		expect(agent.screen()).not.toContain('hunter-two');
		agent.say('> ^D');
		await agent.see('Terminal 1 ended with exit code 0.');
		agent.say('hello');
		expect(JSON.stringify((await upstream.next()).body)).not.toMatch(/hunter-two|too-early/);
		const kept = readdirSync(place.home, {recursive: true, withFileTypes: true})
			.filter(entry => entry.isFile())
			.map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
		expect(kept.join('')).not.toContain('hunter-two');
	});

	it('no leaves the program waiting, and the next line goes to the agent again', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openAgent({...size, place});
		await agent.see('line by line');
		agent.say('!stty -echo; read secret; stty echo');
		await agent.see('Answer secret, and then type it');
		agent.say('no');
		await agent.see('It waits. >1 asks for it again.');
		agent.say('hello');
		expect(JSON.stringify((await upstream.next()).body)).toContain('hello');
		agent.say('>1');
		await agent.see(/hides what is typed[\s\S]*hides what is typed/);
	});

	it('every command answers, whatever stands behind it, and none asks for the full screen', async () => {
		const agent = openAgent({...size, rows: 60, place: openPlace()});
		await agent.see('line by line');
		const leaving = ['quit', 'detach', 'fork', 'resume', 'sessions', 'doctor', 'tour', 'init'];
		for (const name of Object.keys(commands).filter(command => !leaving.includes(command))) {
			agent.command('clear-history');
			for (const argument of ['', 'no-such-thing', '../%00 "\'\u202E two']) {
				agent.say(`/${name} ${argument}`);
			}
			agent.say(`!echo done-${name}`);
			await agent.see(new RegExp(`^done-${name}$`, 'm'));
			const said = agent.command('capture-pane', '-p', '-S', '-');
			expect(said, `/${name}`).not.toMatch(/needs the full screen|at .*\.ts:\d|undefined/);
		}
	}, 240_000);

	it('what was being written on the screen is told when the session goes on here', async () => {
		const place = openPlace();
		const agent = openAgent({columns: 120, rows: 40, place});
		await agent.see('? help');
		agent.say('hello');
		await agent.see('practice model');
		await agent.idle();
		agent.type('half a thought');
		await agent.see('half a thought');
		await agent.quit();
		const again = openAgent({...size, place, parameters: ['resume', '--screen-reader']});
		await again.see('You were writing, and did not send: half a thought');
	});
});
