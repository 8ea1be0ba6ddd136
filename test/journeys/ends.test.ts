import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {expectGone} from '../helpers/agent.ts';
import {type ProcessLine, processTree} from '../helpers/processes.ts';
import {expectUsable, openShell, type Shell} from '../helpers/shell.ts';
import {hasTmux} from '../helpers/tmux.ts';

const breakOnSignal = join(import.meta.dirname, 'fixtures/break-on-signal.mjs');

describe.skipIf(!hasTmux)('the terminal is usable again and nothing is left running', () => {
	it.each([
		{signal: 'SIGTERM', code: 143},
		{signal: 'SIGHUP', code: 129},
		{signal: 'SIGINT', code: 130},
	] as const)('after $signal, which ends it with code $code', async ({signal, code}) => {
		const {shell, started} = await openBusy();
		process.kill(programOf(started).pid, signal);
		await expectEnd(shell, {started, code});
	});

	it('after Ctrl+C twice', async () => {
		const shell = openShell();
		const started = await shell.start('agent-tui');
		shell.press('C-c');
		await shell.see('Press Ctrl+C again to quit.');
		shell.press('C-c');
		await expectEnd(shell, {started, code: 0});
	});

	it.each([
		{how: 'Ctrl+D in an empty composer', keys: ['C-d']},
		{how: 'the leader and q', keys: ['C-x', 'q']},
		{how: '/quit', keys: ['/quit', 'Enter']},
		{how: 'the word exit', keys: ['exit', 'Enter']},
	])('after $how', async ({keys}) => {
		const shell = openShell();
		const started = await shell.start('agent-tui');
		shell.press(...keys);
		await expectEnd(shell, {started, code: 0});
	});

	it.each([
		{what: 'an uncaught exception', signal: 'SIGUSR2', words: 'broken on purpose'},
		{what: 'an unhandled rejection', signal: 'SIGUSR1', words: 'rejected on purpose'},
	] as const)('after $what, which says where the journal is', async ({signal, words}) => {
		const shell = openShell({env: {NODE_OPTIONS: `--import=${breakOnSignal}`}, columns: 160});
		const started = await shell.start('agent-tui --inside');
		process.kill(programOf(started).pid, signal);
		await shell.see(/What happened is in \S+journal\.jsonl/);
		await shell.see(/and, with the last requests, in \S+report-\d{8}-\d{6}\.json/);
		expect(shell.screen()).toContain(words);
		await expectEnd(shell, {started, code: 1});
	});

	it('after the window was closed: nobody can look, but nothing runs on', async () => {
		const {shell, started} = await openBusy();
		shell.command('kill-server');
		await expectGone(started);
	});

	it('while it is stopped with Ctrl+Z, and fg brings the screen back', async () => {
		const shell = openShell();
		await shell.start('agent-tui');
		shell.type('half a sentence');
		await shell.see('❯ half a sentence');
		shell.press('C-z');
		await shell.see(/Stopped|Suspended/);
		const {settings} = await shell.aftermath();
		expectUsable(shell, settings);
		shell.enter('clear; fg');
		await shell.see('❯ half a sentence');
		shell.type(' more');
		await shell.see('❯ half a sentence more');
	});
});

/** With a terminal in which something runs that does not end by itself. */
async function openBusy() {
	const shell = openShell();
	await shell.start('agent-tui --inside');
	shell.enter('!sleep 1000');
	await shell.see('you type');
	const [, ...started] = processTree(shell.pid());
	expect(started.some(({command}) => command.includes('sleep 1000'))).toBe(true);
	return {shell, started};
}

function programOf(started: readonly ProcessLine[]): ProcessLine {
	return started.find(({command}) => /\/agent-tui( --inside)?$/.test(command))!;
}

async function expectEnd(
	shell: Shell,
	{started, code: expected}: {started: readonly ProcessLine[]; code: number},
): Promise<void> {
	const {code, settings} = await shell.aftermath();
	expect(code).toBe(expected);
	expectUsable(shell, settings);
	await expectGone(started);
}
