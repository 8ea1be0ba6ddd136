import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openAgent, type Person} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {hasTmux} from '../helpers/tmux.ts';

const fixture = join(import.meta.dirname, '../fixtures/says-keys.ts');

/** Keys by tmux's names, and as xterm writes them in either cursor mode. */
const keys: readonly (readonly [name: string, normal: string, application?: string])[] = [
	['Up', '[A', 'OA'],
	['Down', '[B', 'OB'],
	['Right', '[C', 'OC'],
	['Left', '[D', 'OD'],
	['Home', '[H', 'OH'],
	['End', '[F', 'OF'],
	['S-Up', '[1;2A'],
	['M-Left', '[1;3D'],
	['C-Right', '[1;5C'],
	['C-S-End', '[1;6F'],
	['IC', '[2~'],
	['DC', '[3~'],
	['PPage', '[5~'],
	['C-NPage', '[6;5~'],
	['F1', 'OP'],
	['F4', 'OS'],
	['S-F1', '[1;2P'],
	['F5', '[15~'],
	['F11', '[23~'],
	['F12', '[24~'],
	['C-F12', '[24;5~'],
	['BTab', '[Z'],
	['M-x', 'x'],
];

async function holdKeyboard<Someone extends Person>(
	agent: Someone,
	modes: readonly string[],
): Promise<Someone> {
	await agent.see('? help');
	agent.say(`!${process.execPath} ${fixture} ${modes.join(' ')}`);
	await agent.see('│ready');
	await agent.see('Ctrl+X i hands back');
	return agent;
}

/** What the program says it got, the borders and line ends of its pane taken out. */
function got(agent: Person): string {
	const rows = agent.screen().split('\n');
	const inside = rows.map(row => /││([^│]{80})│$/.exec(row)?.[1]?.trim() ?? '');
	const text = inside.join('');
	return text.slice(text.indexOf('ready') + 'ready'.length).replace(/[^\da-f].*$/, '');
}

function hex(text: string): string {
	return Buffer.from(text).toString('hex');
}

async function expectGot(agent: Person, bytes: string): Promise<void> {
	await expect.poll(() => got(agent)).toBe(hex(bytes));
}

const size = {columns: 120, rows: 40};

describe('a terminal whose keyboard the user has', () => {
	it.each(['normal', 'application'] as const)('gets every key, in %s cursor mode', async mode => {
		const agent = await holdKeyboard(openRobot(size), mode === 'application' ? ['1'] : []);
		let sent = '';
		for (const [name, normal, application = normal] of keys) {
			agent.press(name);
			sent += `\u001B${mode === 'normal' ? normal : application}`;
			await expectGot(agent, sent);
		}
		agent.press('C-a', 'C-c', 'C-z', 'Tab');
		await expectGot(agent, `${sent}\u0001\u0003\u001A\t`);
		agent.press('C-x', 'C-x');
		await expectGot(agent, `${sent}\u0001\u0003\u001A\t\u0018`);
	});

	it.skipIf(!hasTmux)(
		'gets the mouse within its pane and the focus, as it has asked for them',
		async () => {
			const agent = await holdKeyboard(openAgent(size), ['1002', '1006', '1004']);
			const send = (bytes: string) =>
				agent.press('-H', ...(Buffer.from(bytes).toString('hex').match(/../g) ?? []));
			send('\u001B[<0;43;5M');
			await expectGot(agent, '\u001B[<0;4;4M');
			send('\u001B[<0;43;5m\u001B[O');
			await expectGot(agent, '\u001B[<0;4;4M\u001B[<0;4;4m\u001B[O');
			expect(agent.command('display-message', '-p', '#{mouse_any_flag}').trim()).toBe('1');
			send('\u001B[<0;5;5M');
			await agent.seeNot('Ctrl+X i hands back');
			await expect
				.poll(() => agent.command('display-message', '-p', '#{mouse_any_flag}').trim())
				.toBe('0');
		},
	);

	it.skipIf(!hasTmux)('gets neither mouse nor focus when it has not asked', async () => {
		const agent = await holdKeyboard(openAgent(size), []);
		agent.press(
			'-H',
			...(Buffer.from('\u001B[I\u001B[<0;43;5M').toString('hex').match(/../g) ?? []),
		);
		agent.press('a');
		await expectGot(agent, 'a');
	});
});
