import {describe, expect, it} from 'vitest';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {hasTmux} from '../helpers/tmux.ts';

describe.skipIf(!hasTmux)('a session that two screens show', () => {
	it('lists them with their sizes and what they look at, and one sends the other away, which is told how to come back', async () => {
		const place = openPlace();
		const desk = openAgent({place, columns: 120, rows: 30});
		await desk.see('help');
		desk.say('!echo be""gun; exec cat');
		await desk.see('begun');
		const phone = openAgent({place, columns: 60, rows: 20, parameters: ['attach']});
		await phone.see('exec cat');
		await desk.see('2 screens');
		phone.say('/screens');
		await phone.see('This screen');
		expect(phone.screen()).toMatch(/This screen +60x20 {2}in the chat {2}since/);
		expect(phone.screen()).toMatch(/here, tmux +120x30 {2}in the terminal|in terminal 1/);
		phone.press('Enter');
		await phone.see('Send away here, tmux?');
		phone.press('Down', 'Enter');
		await desk.ended();
		const words = await desk.seeAbove(/Another screen [\s\S]*/);
		expect(words).toMatch(/sent this one away\..*\n?.*agent-tui attach \d/);
		expect(words).not.toContain('agent-tui resume');
		await phone.quit();
	});

	it('takes no unsent message from a screen that only watches, and gives it none', async () => {
		const place = openPlace();
		const size = {columns: 80, rows: 24};
		const desk = openAgent({place, ...size});
		await desk.see('help');
		desk.say('!echo be""gun; exec cat');
		await desk.see('begun');
		desk.press('C-x', '1');
		desk.type('half a message');
		await desk.see('half a message');
		desk.press('C-x', 'd');
		await desk.ended();
		const watch = openAgent({place, ...size, parameters: ['attach', '--watch']});
		await watch.see('exec cat');
		watch.press('C-x', '1');
		watch.type('words of a watcher');
		await watch.see('words of a watcher');
		expect(watch.screen()).not.toContain('half a message');
		watch.press('C-x', 'd');
		await watch.ended();
		const next = openAgent({place, ...size, parameters: ['attach']});
		await next.see('half a message');
		expect(next.screen()).not.toContain('words of a watcher');
		next.press('C-u');
		await next.seeNot('half a message');
		next.press('C-x', 'd');
		await next.ended();
	});

	it('shows a terminal that has another screen’s size from its top left with what is cut, or with a border, and whole to who is left', async () => {
		const place = openPlace();
		const desk = openAgent({place, columns: 120, rows: 30});
		await desk.see('help');
		desk.say('!echo be""gun; exec cat');
		await desk.see('begun');
		const phone = openAgent({place, columns: 60, rows: 20, parameters: ['attach']});
		await phone.see('exec cat');
		phone.press('C-x', '2');
		await phone.see(/─ 58x\d+ of \d+x\d+ ─.*Enter takes over/);
		expect(desk.screen()).not.toContain('58x');
		phone.press('Enter');
		await phone.see('you type');
		await phone.seeNot('58x');
		await desk.see('another screen types');
		await desk.see(/─{58}╯/);
		phone.press('C-x', 'd');
		await phone.ended();
		await desk.seeNot(/─{58}╯/);
		await desk.quit();
	});
});

describe.skipIf(!hasTmux)('several sessions of one person', () => {
	it('one that waits unseen is named on the screen of another, and a key goes there, as the palette goes to each; attach without a name lists those that run', async () => {
		const place = openPlace();
		const size = {columns: 120, rows: 30};
		const first = openAgent({place, ...size});
		await first.see('help');
		first.say('run: touch it');
		await first.see('Esc later');
		first.press('C-x', 'd');
		await first.ended();
		const second = openAgent({place: {...place, cwd: place.home}, ...size});
		await second.see('help');
		second.say('!echo be""gun; exec cat');
		await second.see('begun');
		await second.see('run: touch it waits: Ctrl+X g');
		second.press('C-x', 'g');
		await second.see('Esc later');
		await second.seeNot('waits: Ctrl+X g');
		second.press('C-x', 'd');
		await second.ended();
		const third = openAgent({
			place: {home: place.home, cwd: '/'},
			...size,
			parameters: ['attach'],
		});
		await third.see('Sessions that run');
		expect(third.screen()).toMatch(/run: touch it +\S+ \S+ +this one/);
		expect(third.screen()).toMatch(/echo be.* runs/);
		third.press('Escape');
		await third.seeNot('Sessions that run');
		await third.see('Esc later');
		third.press('C-p');
		await third.see('Enter chooses');
		third.type('session runs');
		await third.see('Session: ');
		third.press('Enter');
		await third.see('begun');
		third.press('C-x', 'd');
		await third.ended();
	});
});
