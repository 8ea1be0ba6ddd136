import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {often} from '../helpers/often.ts';
import {realTerminals} from '../terminal/terminal-harness.ts';
import {tools} from '../tools/tool-harness.ts';

const commands = often('ROUNDS', {usual: 200, long: 1000});
const outputs = often('ROUNDS', {usual: 3, long: 12});
const ends = often('ROUNDS', {usual: 80, long: 300});

function open(): {
	readonly descriptors: number;
	readonly children: number;
	readonly timers: number;
} {
	const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
	return {
		descriptors: readdirSync('/proc/self/fd').length,
		children: children.trim().split(' ').filter(Boolean).length,
		timers: process.getActiveResourcesInfo().filter(name => name === 'Timeout').length,
	};
}

const openDescriptors = () => readdirSync('/proc/self/fd').length;

const childProcesses = () =>
	readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);

describe(`${commands} short commands in a row`, () => {
	it('lose no output and leave no descriptor, process or timer', async () => {
		const {result, terminals} = tools({idleExitedMs: 60_000});
		await result('unified_exec', {cmd: 'true'});
		const before = open();
		for (let number = 0; number < commands; number += 1) {
			const answer = await result('unified_exec', {cmd: `echo ${number}; echo end`});
			expect(answer).toMatchObject({exit_code: 0, running: false, session_id: null});
			expect(answer['output']).toBe(`${number}\nend\n`);
		}
		expect(terminals.list().length).toBeLessThanOrEqual(21);
		await terminals.closeAll();
		await expect.poll(() => open().timers).toBeLessThanOrEqual(before.timers + 1);
		expect(open().children).toBe(before.children);
		expect(open().descriptors).toBeLessThanOrEqual(before.descriptors);
	});

	it('lose no byte of what they print while this program is busy', async () => {
		const {terminals, shell, wait} = realTerminals();
		for (const count of [1000, 4095, 4096, 65_535, 65_536, 262_144, 1_000_000]) {
			for (let round = 0; round < outputs; round += 1) {
				const {id} = await shell(`yes 0123456789 | head -c ${count}`);
				const busy = setInterval(() => {
					for (const until = performance.now() + 5; performance.now() < until; ) {}
				}, 1);
				await wait(id, {exit: true});
				const bytes = (await terminals.read(id))?.bytes;
				clearInterval(busy);
				await terminals.close(id, {force: true});
				// Each line end is two bytes on a terminal.
				const lines = Math.floor(count / 11);
				expect(bytes).toBe(count + lines);
			}
		}
	});
});

describe('the end of a terminal', () => {
	it(`leaves no descriptor and no process after ${ends} short commands`, async () => {
		const {shell, finish, terminals} = realTerminals();
		await finish((await shell('true')).id);
		const before = openDescriptors();
		for (let round = 0; round < ends; round += 1) {
			const {id} = await shell('', {program: {type: 'argv', argv: ['echo', String(round)]}});
			expect(await finish(id)).toBe(`${round}\n`);
		}
		expect(openDescriptors()).toBe(before);
		await terminals.closeAll();
		expect(terminals.list()).toEqual([]);
		expect(
			childProcesses().filter(pid => existsSync(`/proc/${pid}/environ`) && isMarked(pid)),
		).toEqual([]);
	});
});

function isMarked(pid: string): boolean {
	return readFileSync(`/proc/${pid}/environ`, 'latin1').includes('AGENT_TUI_SESSION=');
}
