import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {ptyLine} from '../../source/hop/pty-start.ts';
import {lineForAnyShell} from '../../source/hop/quote.ts';
import {createMarkerScan, newNonce} from '../../source/hop/run-marker.ts';
import {readStart} from '../../source/hop/run-start.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {loadNativePty} from '../../source/terminal/native-pty.ts';
import {forkPty} from '../../source/terminal/pty-process.ts';
import type {Exit, OpenRequest} from '../../source/terminal/transport.ts';

const found = (name: string): string | undefined =>
	(process.env['PATH'] ?? '')
		.split(delimiter)
		.map(folder => join(folder, name))
		.find(existsSync);

const shells = ['bash', 'dash', 'sh', 'zsh', 'fish', 'tcsh', 'csh', 'ksh', 'mksh'].flatMap(
	name => found(name) ?? [],
);

const nasty = `it's "a" $HOME \`b\` \\ \\\\n !! !x é 日 \t \u0001 %s %% \\0101 {a,b} ~ * ? [x] ; & | < > ( ) # ^y\nsecond line\n`;

/** Runs a line in a terminal, as sshd does. */
async function inTerminal(shell: string, line: string) {
	const loaded = await loadNativePty();
	const chunks: Uint8Array[] = [];
	const {promise: exited, resolve: exit} = Promise.withResolvers<Exit>();
	const pty = forkPty(
		loaded!,
		{
			file: shell,
			parameters: ['-c', line],
			environment: {PATH: process.env['PATH'] ?? '', SHELL: shell, HOME: '/nonexistent'},
			cwd: '/',
			size: {columns: 80, rows: 24},
		},
		{
			clock: systemClock(),
			keepsLastBytes: true,
			events: {onBytes: bytes => void chunks.push(bytes), onExit: exit},
		},
	);
	const {exitCode} = await exited;
	return {pid: pty.pid, output: Buffer.concat(chunks), exitCode};
}

describe.each(shells)('a line for %s', shell => {
	const run = (line: string) =>
		spawnSync(shell, ['-c', line], {
			encoding: 'utf8',
			env: {...process.env, SHELL: shell, HOME: '/nonexistent'},
		});

	it('carries every character', () => {
		const ran = run(lineForAnyShell(`printf '%s|' "$@"; exit 7`, [nasty, '', 'end']));
		expect(ran).toMatchObject({status: 7, stdout: `${nasty}||end|`});
	});

	const request: OpenRequest = {
		program: {type: 'shell', command: "echo 'hi there'; pwd; exit 6", login: false},
		cwd: '/usr',
		size: {columns: 80, rows: 24},
		owner: 'model',
		marker: 'm',
	};

	it('starts a command in this very shell, behind a marker', async () => {
		const nonce = newNonce();
		const line = ptyLine(nonce, request);
		expect(line).not.toContain(nonce.whole);
		const ran = await inTerminal(shell, line);
		const start = createMarkerScan(nonce).push(ran.output);
		expect(start?.rest.toString()).toBe('hi there\r\n/usr\r\n');
		expect(readStart(start?.words ?? [])).toMatchObject({
			type: 'started',
			leader: {pid: ran.pid, startTicks: expect.any(Number)},
		});
		expect(ran.exitCode).toBe(6);
	});

	it('starts nothing where there is no terminal, as on a host that allows none', () => {
		const nonce = newNonce();
		const ran = run(ptyLine(nonce, request));
		const start = createMarkerScan(nonce).push(Buffer.from(ran.stdout));
		expect(readStart(start?.words ?? [])).toEqual({type: 'refused', why: 'terminal'});
		expect(start?.rest.toString()).toBe('');
	});
});

describe('a marker', () => {
	it('is found wherever the bytes are cut, and what comes before it is kept as noise', () => {
		const nonce = newNonce();
		const bytes = Buffer.from(`noise${nonce.whole} ok 1 /dev/pts/2 S 1\r\noutput`);
		for (let cut = 1; cut < bytes.length; cut += 1) {
			const scan = createMarkerScan(nonce);
			const parts = [bytes.subarray(0, cut), bytes.subarray(cut)];
			const results = parts.map(part => scan.push(part)).filter(result => result !== null);
			expect(results[0]?.words).toEqual(['ok', '1', '/dev/pts/2', 'S', '1']);
		}
	});

	it('is waited for without keeping all that is said meanwhile', () => {
		const scan = createMarkerScan(newNonce());
		for (let round = 0; round < 50; round += 1) {
			scan.push(Buffer.alloc(10_000, 'x'));
		}
		expect(scan.noise().length).toBeLessThan(20_000);
	});

	it('whose line never ends is given up, and fills no memory', () => {
		const nonce = newNonce();
		const scan = createMarkerScan(nonce);
		scan.push(Buffer.from(`${nonce.whole} ok `));
		for (let round = 0; round < 50; round += 1) {
			expect(scan.push(Buffer.alloc(10_000, 'x'))).toBe(null);
		}
		expect(scan.noise().length).toBeLessThan(70_000);
	});
});
