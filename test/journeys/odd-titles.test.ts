import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';

/** Turns the reading direction round: what follows is read backwards. */
const turn = '\u202E';
/** Characters that a terminal obeys, or that turn the reading direction, but for our own escapes. */
const obeyed = /[\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\u0080-\u009F]/;

it('no title turns a row or gives an order: neither of a folder, a session, a command, nor one that a program sets', async () => {
	const {home, cwd: above} = openPlace();
	const cwd = join(above, `fold${turn}er`);
	mkdirSync(cwd);
	let written = '';
	const agent = openRobot({
		place: {home, cwd},
		columns: 120,
		rows: 40,
		onWrite(text) {
			written += text;
		},
	});
	await agent.see('? help');
	await expect.poll(agent.title).toBe('agent-tui fold\\u202eer');
	const title = String.raw`printf '\033]0;set\342\200\256\007\033]2;and\033[31m\007'`;
	agent.say(`!${title}; echo be""gun ${turn}; exec cat`);
	await agent.see('│begun');
	agent.press('C-x', '1');
	agent.say(`!cat '${turn}f' -`);
	await agent.see(/─ 1 .* 2 .*cat '\\u202ef' - .*─╮$/m);
	agent.press('C-x', '1');
	agent.say(`/rename name${turn}d`);
	await expect.poll(agent.title).toContain('name\\u202ed');
	agent.say('/sessions');
	await agent.see(/Sessions/);
	agent.press('Escape');
	expect(obeyed.exec(agent.screen())).toBeNull();
	expect(obeyed.exec(agent.title())).toBeNull();
	expect(obeyed.exec(written)).toBeNull();
});
