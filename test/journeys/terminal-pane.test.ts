import {describe, expect, it} from 'vitest';
import {findBoxes} from '../helpers/boxes.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';

const size = {columns: 120, rows: 40};

describe('the terminal pane', () => {
	it('is split where there is room, and every part is a whole terminal', async () => {
		const agent = openRobot(size);
		await agent.see('? help');
		agent.say('!echo first; exec cat');
		await agent.see('│first');
		agent.press('C-x', '|');
		await agent.see('A split needs two terminals.');
		agent.press('C-x', '1');
		agent.say('!echo second; stty size; exec cat');
		await agent.see('│second');
		agent.press('C-x', '|');
		const screen = await agent.see(/│first[\s\S]*│second/);
		const {whole, broken} = findBoxes(screen);
		expect(broken).toEqual([]);
		expect(whole.filter(({title}) => /^[12] local: (\? )?echo/.test(title))).toHaveLength(2);
		agent.say('typed');
		await agent.see(/│typed[\s\S]*│typed/);
		agent.press('C-x', 'z');
		await agent.see(/^╭─ 1 local: .*echo first.*╭─ 2 local: .*echo second/m);
		agent.press('C-x', '|');
		await agent.see(/^╭─ 1 .*echo first; exec cat.*2 .*echo second/m);
		await agent.seeNot(/╮╭/);
	});

	it('gives selected lines to the clipboard, wrapped ones whole, or everything', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.say(`!seq 1 99; echo ${'wrapped '.repeat(20)}; echo last`);
		await agent.see('2 terminal');
		agent.press('M-2');
		await agent.see('v selects  x copies all');
		agent.press('v');
		await agent.see('1 line: y copies');
		agent.press('k', 'k', 'k');
		await agent.see('4 lines: y copies');
		agent.press('y');
		await agent.see("sent to the terminal's clipboard");
		await expect.poll(() => agent.clipboard()).toBe(`${'wrapped '.repeat(20).trimEnd()}\nlast`);
		agent.press('v', 'Home', 'Escape');
		await agent.see('v selects  x copies all');
		agent.press('x');
		await agent.see('101 lines');
		await expect.poll(() => agent.clipboard()).toMatch(/^1\n2\n[\s\S]*\nlast$/);
	});

	it('forgets what has scrolled away when asked, and keeps what is visible', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.say('!seq 1 99; exec cat');
		await agent.see('│99');
		agent.press('C-x', 'i', 'M-2', 'PPage', 'C');
		await agent.see('Forget what has scrolled away in terminal 1?');
		agent.press('Enter', 'x');
		await expect.poll(() => agent.clipboard()).toMatch(/^1\n[\s\S]*\n99$/);
		agent.press('C', 'Down', 'Enter', 'x');
		await expect.poll(() => agent.clipboard()).toMatch(/^[6-9]\d\n[\s\S]*\n99$/);
		agent.press('i');
		for (let line = 0; line < 40; line += 1) {
			agent.say(`later ${line}`);
		}
		await agent.see('│later 39');
		agent.press('C-x', 'i', 'M-2', 'v', 'Home', 'y');
		await expect.poll(() => agent.clipboard()).toMatch(/^[6-9]\d\n[\s\S]*\nlater 39\n?$/);
	});

	it('forgets it also under a program that has the whole screen', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.say(String.raw`!seq 1 99; printf '\e[?1049hwhole'; read x; printf '\e[?1049l'; exec cat`);
		await agent.see('│whole');
		agent.press('C-x', 'i', 'M-2', 'C', 'Down', 'Enter', 'i', 'Enter');
		await agent.see('│99');
		agent.press('C-x', 'i', 'M-2', 'x');
		await expect.poll(() => agent.clipboard()).toMatch(/^[6-9]\d\n[\s\S]*\n99$/);
	});

	it('begins a selection where you look: at the top of what was scrolled to, at what was found', async () => {
		const agent = openRobot();
		await agent.see('? help');
		agent.say('!seq 1 99; echo last');
		await agent.see('2 terminal');
		agent.press('M-2');
		await agent.see('v selects  x copies all');
		await agent.see('│last');
		agent.press('Home');
		await agent.see(/│1 /);
		agent.press('v', 'j', 'j');
		await agent.see('3 lines: y copies');
		agent.press('y');
		await expect.poll(() => agent.clipboard()).toBe('1\n2\n3');
		agent.press('/', '4', '2', 'Enter');
		await agent.see(/│42 [\s\S]{0,300}╰/);
		agent.press('v', 'y');
		await expect.poll(() => agent.clipboard()).toBe('42');
	});

	it('keeps your own terminal from the agent until you share it', async () => {
		const {upstream, place} = await openScriptedPlace();
		const agent = openRobot({...size, place});
		agent.say('!echo mine; exec cat');
		await agent.see('│mine');
		agent.press('C-x', '1');
		agent.say('what is open?');
		const list = {name: 'list_pty_sessions', arguments: '{}'};
		const told = (messages: readonly {role: string; content: string}[]) =>
			JSON.parse(messages.findLast(({role}) => role === 'tool')!.content);
		let asked = await upstream.next();
		asked.call({id: 'c1', ...list});
		asked.finish({reason: 'tool_calls'});
		asked = await upstream.next();
		expect(told(asked.body.messages)).toMatchObject({count: 0});
		agent.press('C-x', 'S');
		await agent.see('Show terminal 1 to the agent?');
		agent.press('Down', 'Enter');
		await agent.see('you type, shared');
		asked.call({id: 'c2', ...list});
		asked.finish({reason: 'tool_calls'});
		asked = await upstream.next();
		expect(told(asked.body.messages)).toMatchObject({
			count: 1,
			sessions: [{session_id: 1, controlled_by: 'user', title: 'echo mine; exec cat'}],
		});
		agent.press('C-x', 'i');
		const input = JSON.stringify({session_id: 1, chars: 'hello from the agent\n'});
		asked.call({id: 'c3', name: 'write_stdin', arguments: input});
		asked.finish({reason: 'tool_calls'});
		await agent.see('Type this into a program on this machine');
		agent.press('C-x', 'a');
		await agent.answer('y', 'Esc later');
		await agent.see('agent types: hello');
		asked = await upstream.next();
		expect(told(asked.body.messages)['output']).toContain('hello from the agent');
		asked.finish();
	});
});
