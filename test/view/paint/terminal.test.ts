import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type IPty, spawn} from 'node-pty';
import {describe, expect, it} from 'vitest';
import {enterSequence, leaveSequence} from '../../../source/view/paint/terminal-modes.ts';

const fixture = (name: string) => join(import.meta.dirname, '../../fixtures', name);

/** A program of ours in a real PTY. */
function run(name: string, ...parameters: readonly string[]) {
	const pty: IPty = spawn(process.execPath, [fixture(name), ...parameters], {
		cols: 80,
		rows: 24,
		env: {PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color'},
	});
	let output = '';
	pty.onData(text => {
		output += text;
	});
	const ended = new Promise<number>(resolve => pty.onExit(({exitCode}) => resolve(exitCode)));
	return {
		pty,
		ended,
		output: () => output,
		see: (text: string) => expect.poll(() => output).toContain(text),
	};
}

const off = {mouse: false, kittyKeyboard: false, title: '', progress: 'none'} as const;
const on = {mouse: true, kittyKeyboard: true, title: 'a title', progress: 'works'} as const;
const enter = enterSequence(off, {console: false});
const leave = leaveSequence(on, {console: false});

describe('the terminal is as it was', () => {
	it.each([
		['SIGTERM', 143],
		['SIGHUP', 129],
		['SIGINT', 130],
	])('after %s, and the exit code says so', async (signal, code) => {
		const {pty, ended, output, see} = run('holds-terminal.ts');
		await see('a title');
		pty.kill(signal);
		expect(await ended).toBe(code);
		expect(output().startsWith(`${enter}held`)).toBe(true);
		expect(output().endsWith(leave)).toBe(true);
	});

	it.each([
		['throw', 'thrown on purpose'],
		['reject', 'rejected on purpose'],
	])('after a crash (%s), before the error is said', async (how, message) => {
		const {ended, output} = run('holds-terminal.ts', how);
		expect(await ended).toBe(1);
		const at = output().indexOf(leave);
		expect(at).toBeGreaterThan(0);
		expect(output().indexOf(message)).toBeGreaterThan(at);
		expect(output().split(leave)).toHaveLength(2);
		expect(output().includes('look in the journal')).toBe(how === 'reject');
	});

	it('with no progress left in the taskbar', () => {
		expect(leave).toContain('\u001B]9;4;0;\u001B\\');
		expect(leaveSequence(off, {console: false})).not.toContain('\u001B]9;4');
	});

	it('after process.exit, with its own code', async () => {
		const {ended, output} = run('holds-terminal.ts', 'exit');
		expect(await ended).toBe(7);
		expect(output().endsWith(leave)).toBe(true);
	});

	it('before the program closes what else it has', async () => {
		const {ended, output} = run('holds-terminal.ts', 'end');
		expect(await ended).toBe(0);
		expect(output().endsWith(`${leave}closed`)).toBe(true);
	});

	it('at once at a second signal, whatever else takes its time', async () => {
		const {pty, ended, see} = run('holds-terminal.ts', 'hang');
		await see('a title');
		pty.kill('SIGTERM');
		await see(leave);
		pty.kill('SIGINT');
		expect(await ended).toBe(130);
	});

	it('while another program has it, which gets all keys until it ends', async () => {
		const {pty, ended, output, see} = run('holds-terminal.ts', 'lend');
		await see(`${leave}asked`);
		pty.write('first\r');
		await see('theirs:first');
		await see('returned');
		pty.write('x');
		await see('ours:x');
		expect(output()).not.toContain('ours:f');
		pty.kill('SIGTERM');
		expect(await ended).toBe(143);
	});

	it('while it is stopped, and taken again afterwards with the same modes', async () => {
		const {ended, output} = run('holds-terminal.ts', 'suspend');
		expect(await ended).toBe(0);
		const back = enterSequence({...on, title: 'a title\u0007'}, {console: false});
		expect(output()).toContain(`${leave}${back}resumed${leave}`);
	});
});

it('a terminal that does not read holds up nothing, and the output says when it has drained', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-output-'));
	const file = join(folder, 'notes');
	const notes = () => {
		try {
			return readFileSync(file, 'utf8');
		} catch {
			return '';
		}
	};
	const {pty, ended} = run('floods-terminal.ts', file);
	pty.pause();
	await expect.poll(notes).toMatch(/^full\n(tick\n){5}/);
	expect(notes()).not.toContain('drained');
	pty.resume();
	await expect.poll(notes).toContain('drained');
	pty.write('q\r');
	expect(await ended).toBe(0);
	rmSync(folder, {recursive: true});
});
