import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {journalOf} from '../helpers/scripted-place.ts';

describe('a terminal of the agent', () => {
	it('is taken over, typed into and handed back, and the agent goes on in it', async () => {
		const agent = openRobot({columns: 120, rows: 40});
		agent.say('start python');
		await agent.see('Run this on this machine');
		await agent.answer('y');
		await agent.see('>>>');
		await agent.idle();
		agent.press('C-x', 'i');
		await agent.see('you type');
		agent.say('answer = 6 * 7');
		await agent.see(/answer = 6 \* 7 +│\n.*>>>/);
		agent.say('print("mine", answer)');
		await agent.see(/^.*│mine 42/m);
		agent.press('C-x', 'i');
		await agent.seeNot('you type');
		agent.press('M-1');
		agent.say('type print("yours", answer + 1)');
		await agent.see('Type this into a program on this machine');
		await agent.answer('y');
		await agent.see(/│yours 43/);
		await agent.idle();
		const holders = journalOf(agent.place).flatMap(event =>
			event.type === 'terminal.controlled' ? [event.by] : [],
		);
		expect(holders).toEqual(['user', 'model']);
	});

	it('of the user gets every key but the leader, Ctrl+C and Esc included', async () => {
		const agent = openRobot({columns: 120, rows: 40});
		agent.say('!cat -v');
		await agent.see('local: cat -v');
		await agent.see('you type');
		agent.press('Escape');
		await agent.see('^[');
		agent.press('Up', 'C-l', 'Enter');
		await agent.see(/\^\[\^\[(?:\[|O)A\^L/);
		agent.press('C-c');
		await agent.see(/✗ (?:130|SIGINT|2)/);
		agent.press('M-1');
		await agent.idle();
	});

	it('stands in a row with others, and the leader walks through them', async () => {
		const agent = openRobot({columns: 120, rows: 40});
		agent.say('!echo the-first; cat');
		await agent.see(/│the-first/);
		agent.press('C-x', '1');
		agent.say('!echo the-second; cat');
		await agent.see(/│the-second/);
		agent.press('C-x', 'n');
		await agent.see(/│the-first/);
		agent.press('C-x', 'n');
		await agent.see(/│the-second/);
		agent.press('C-x', 'z');
		await agent.seeNot('─ chat');
		agent.press('C-x', 'z');
		await agent.see('─ chat');
	});
});

it('the border of the chat is moved with keys and with the mouse, and stays where it was put', async () => {
	const place = openPlace();
	const agent = openRobot({columns: 140, rows: 40, place});
	const chatColumns = (columns: number) => new RegExp(`^╭─ chat.{${columns - 8}}╮╭`, 'm');
	await agent.see('? help');
	agent.press('C-x', 'Left');
	await agent.see('Nothing stands beside the chat.');
	agent.say('!echo first; exec cat');
	await agent.see('│first');
	agent.press('C-x', '1');
	await agent.see(chatColumns(80));
	agent.press('C-x', 'Left');
	await agent.see(chatColumns(72));
	agent.press('C-x', '=');
	await agent.see(chatColumns(80));
	agent.press('C-x', 's');
	await agent.see('The mouse is on');
	agent.type('\u001B[<0;81;9M\u001B[<32;61;9M\u001B[<0;61;9m');
	await agent.see(chatColumns(60));
	await agent.quit();
	const again = openRobot({columns: 140, rows: 40, place});
	await again.see('? help');
	again.say('!echo second; exec cat');
	await again.see('│second');
	await again.see(chatColumns(60));
});

describe('the monitor', () => {
	it('is a line of dots until it is opened, and stays open until it is closed', async () => {
		const agent = openRobot({columns: 120, rows: 40});
		await agent.see(/practice.* ●{5}$/m);
		agent.press('C-x', 'M');
		await agent.see('─ monitor ─');
		agent.press('C-x', 'M');
		await agent.seeNot('─ monitor ─');
		agent.say('!echo first; exec cat');
		await agent.see('│first');
		await agent.see(/ monitor ●{6} Ctrl\+X 3 opens/);
		agent.press('C-x', '3');
		await agent.see('─ monitor ─');
		agent.press('Escape');
		await agent.see(/ monitor ●{6} Ctrl\+X 3 opens/);
	});

	it('shows the heart of each layer, and heals the proxy on demand', async () => {
		const place = openPlace({settings: {monitoring: {healthIntervalMs: 1000}}});
		const agent = openRobot({place});
		await agent.see('? help');
		agent.press('M-3');
		await agent.see('─ monitor ─');
		await agent.see(/● engine +idle/);
		await agent.see(/● proxy +[\d.]+ ms/);
		await agent.see(/provider +not asked yet/);
		agent.press('R');
		await agent.see('1 restart');
		await agent.see(/● proxy +[\d.]+ ms/);
		agent.press('M-1');
		agent.say('thanks');
		await agent.see('You are welcome');
		agent.press('M-3');
		await agent.see(/provider +1 request\b/);
	});
});
