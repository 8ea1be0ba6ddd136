import {expect, it, onTestFinished} from 'vitest';
import {openAgent, openPlace} from '../helpers/agent.ts';
import {openBareTerminal} from '../helpers/bare-terminal.ts';
import {hasTmux} from '../helpers/tmux.ts';

it.skipIf(!hasTmux)(
	'a screen whose process is stopped holds up neither the session nor another screen, and catches up when it goes on',
	async () => {
		const place = openPlace();
		const desk = openAgent({place, columns: 120, rows: 30});
		await desk.see('help');
		desk.say('!echo be""gun; exec cat');
		await desk.see('begun');
		// tmux would let go on what is stopped in it.
		const phone = openBareTerminal({place, parameters: ['attach']});
		await phone.see('2 terminal (1)');
		await desk.see('2 screens');
		const {pid} = phone;
		let isStopped = true;
		const goOn = () => {
			isStopped && process.kill(pid, 'SIGCONT');
			isStopped = false;
		};
		onTestFinished(goOn);
		process.kill(pid, 'SIGSTOP');
		// Whoever waits for this screen would wait for ever.
		desk.press('C-x', '1');
		for (const round of ['one', 'two', 'three']) {
			desk.say(`!seq 1 20000; echo end of ${round}; exec cat`);
			await desk.see(`│end of ${round}`);
			desk.press('C-x', '1');
		}
		desk.say('thanks');
		await desk.see('You are welcome');
		expect(phone.screen()).not.toContain('You are welcome');
		goOn();
		await phone.see('You are welcome');
		phone.write('\u00182');
		await phone.see('end of three');
		phone.write('\u0018d');
		await phone.ended;
		await desk.quit();
	},
);
