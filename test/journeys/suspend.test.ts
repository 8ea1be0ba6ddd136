import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {cardAnswers} from '../helpers/answer-card.ts';
import {processTree} from '../helpers/processes.ts';
import {expectUsable, openShell, type Shell} from '../helpers/shell.ts';
import {hasTmux} from '../helpers/tmux.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

/** A shell with job control, and the program in it with a card that waits. */
async function seeCardIn(line: string): Promise<Shell> {
	const place = openPlace();
	const start = {name: 'starts-it', version: '1.0.0', scripts: {start: 'agent-tui'}};
	writeFileSync(join(place.cwd, 'package.json'), JSON.stringify(start));
	const shell = openShell({place, shell: 'bash --norc --noprofile -i'});
	shell.enter(line);
	await shell.see('? help');
	shell.enter('what is in this folder?');
	await shell.see('Esc later');
	return shell;
}

function signalProgram(shell: Shell, signal: NodeJS.Signals): void {
	const program = processTree(shell.pid()).findLast(({command}) =>
		/node\S* \S*agent-tui$/.test(command),
	);
	process.kill(program!.pid, signal);
}

/** The card is whole again, and takes its key as before. */
async function expectBack(shell: Shell): Promise<void> {
	await shell.see('Run this on this machine');
	await cardAnswers(shell)('y');
	await shell.see('This folder has');
}

describe.skipIf(!hasTmux || !hasBash)('a card that waits while the program is stopped', () => {
	it.each([
		{how: 'Ctrl+Z', line: 'agent-tui'},
		{how: 'Ctrl+Z', line: 'npm start'},
		{how: 'Ctrl+Z', line: `sh -c 'agent-tui; true'`},
		{how: 'Ctrl+Z', line: 'time agent-tui'},
		{how: 'SIGTSTP', line: 'agent-tui'},
		{how: 'SIGTSTP', line: 'npm start'},
	] as const)(
		'by $how in "$line" gives the shell back, and is drawn and answered after fg',
		async ({how, line}) => {
			const shell = await seeCardIn(line);
			if (how === 'Ctrl+Z') {
				shell.press('C-z');
			} else {
				signalProgram(shell, how);
			}
			await shell.see('Stopped');
			const {settings} = await shell.aftermath();
			expectUsable(shell, settings);
			shell.enter('clear; fg');
			await expectBack(shell);
		},
	);

	it('by SIGSTOP, of which nobody is told, is drawn and answered after fg', async () => {
		const shell = await seeCardIn('agent-tui');
		signalProgram(shell, 'SIGSTOP');
		await shell.see('Stopped');
		shell.enter('clear; fg');
		await expectBack(shell);
	});

	it('by SIGSTOP under npm start, and continued by the same hand, is drawn and answered', async () => {
		const shell = await seeCardIn('npm start');
		signalProgram(shell, 'SIGSTOP');
		shell.resize(100, 30);
		signalProgram(shell, 'SIGCONT');
		await expectBack(shell);
	});

	it('is not answered by what was typed for the shell meanwhile', async () => {
		const shell = await seeCardIn('agent-tui');
		shell.press('C-z');
		await shell.see('Stopped');
		shell.type('fg');
		shell.press('Enter', 'y');
		await shell.see('❯ y');
		expect(shell.screen()).toContain('waits for your answer');
	});
});
