import {describe, expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {type ProcessLine, processTree} from '../helpers/processes.ts';
import {openShell, type Shell} from '../helpers/shell.ts';
import {hasTmux} from '../helpers/tmux.ts';

/** A shell that leaves the settings of its terminal as it finds them, and the program in it. */
async function openInShell(): Promise<Shell> {
	const shell = openShell({place: openPlace(), shell: 'sh'});
	shell.enter('agent-tui');
	await shell.see('? help');
	await expect.poll(() => find(shell, isRestorer)).toBeDefined();
	return shell;
}

const isProgram = ({command}: ProcessLine) => /node\S* \S*agent-tui$/.test(command);
const isRestorer = ({command}: ProcessLine) => command.includes('brkint');

function find(shell: Shell, wanted: (line: ProcessLine) => boolean): ProcessLine | undefined {
	return processTree(shell.pid()).find(wanted);
}

/** Which modes of the terminal are on: the other screen, the mouse, the cursor. */
function modes(shell: Shell): string {
	const format = '#{alternate_on} #{mouse_any_flag} #{cursor_flag}';
	return shell.command('display-message', '-p', format).trim();
}

describe.skipIf(!hasTmux)('a program that dies without a chance to restore the terminal', () => {
	it.each(['SIGKILL', 'SIGABRT'] as const)('by %s leaves it restored', async signal => {
		const shell = await openInShell();
		expect(modes(shell)).toMatch(/^1 /);
		process.kill(find(shell, isProgram)!.pid, signal);
		await expect.poll(() => modes(shell)).toBe('0 0 1');
		// Only with its line settings restored does the terminal show a line, and send it on Enter.
		shell.type('echo it is $((40 + 2))');
		await shell.see('echo it is');
		shell.press('Enter');
		await shell.see('it is 42');
	});

	it('leaves no process that waits for that behind when it ends in order', async () => {
		const shell = await openInShell();
		const {pid} = find(shell, isRestorer)!;
		shell.press('C-x', 'q');
		await expect.poll(() => processTree(pid)).toEqual([]);
		expect(modes(shell)).toBe('0 0 1');
	});
});
