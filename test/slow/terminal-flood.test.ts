import {readFileSync, statSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {openTerminal, type Terminal} from '../../bench/terminal.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {cleanEnvironment, openPlace} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';
import {isLong} from '../helpers/often.ts';
import {patienceMs, realTerminals} from '../terminal/terminal-harness.ts';
import {tools} from '../tools/tool-harness.ts';

const clock = systemClock();
const settleMs = isLong ? 20_000 : 5000;
const floodMs = isLong ? 30_000 : 6000;

function megabytesOf(pid: number): number {
	const status = readFileSync(`/proc/${pid}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

async function show(terminal: Terminal, test: (screen: string) => boolean): Promise<number> {
	const at = await terminal.shown(test, patienceMs);
	if (at === null) {
		throw new Error(`not shown:\n${terminal.screen()}`);
	}
	return at;
}

async function openProgram(): Promise<Terminal> {
	const place = openPlace();
	const terminal = await openTerminal({
		name: 'ours',
		parameters: [builtProgram],
		environment: {...cleanEnvironment(place), TERM: 'xterm-256color'},
		folder: place.cwd,
	});
	await show(terminal, screen => screen.includes('? help'));
	return terminal;
}

async function say(terminal: Terminal, line: string): Promise<void> {
	terminal.send(line);
	await show(terminal, screen => screen.includes(line));
	terminal.send('\r');
}

describe('a program that floods its terminal', () => {
	it('for long: keys answer, memory stays flat, Ctrl-C ends it', async () => {
		const terminal = await openProgram();
		await say(terminal, '!yes flood');
		await show(terminal, screen => screen.includes('│flood'));
		// Back to the composer, by the leader: the terminal has the keyboard.
		terminal.send('\u00181');
		await show(terminal, screen => !screen.includes('i hands back'));
		// By then the heap has the size that it needs, which is twice what it had before.
		await clock.sleep(settleMs);
		const before = megabytesOf(terminal.pid);
		const echoes: number[] = [];
		const endAt = clock.elapsed() + floodMs;
		for (let typed = ''; clock.elapsed() < endAt; ) {
			typed = typed.length > 20 ? '' : `${typed}k`;
			const sentAt = terminal.send(typed === '' ? '\u0015' : 'k');
			const wanted = typed === '' ? /❯ +│/ : new RegExp(`❯ ${typed} `);
			echoes.push((await show(terminal, screen => wanted.test(screen))) - sentAt);
			await clock.sleep(100);
		}
		const grownBy = megabytesOf(terminal.pid) - before;
		terminal.send('\u0015\u001B2');
		await show(terminal, screen => screen.includes('i hands back'));
		const stoppedAt = terminal.send('\u0003');
		const ended = await show(terminal, screen => /✗ (?:130|SIGINT)/.test(screen));
		const sorted = echoes.toSorted((one, other) => one - other);
		const percentile = (percent: number) => sorted[Math.floor((sorted.length * percent) / 100)]!;
		console.log(
			`flood: ${echoes.length} keys, p50 ${percentile(50).toFixed(1)} ms, p95 ${percentile(95).toFixed(1)} ms, p99 ${percentile(99).toFixed(1)} ms, Ctrl-C ${(ended - stoppedAt).toFixed(0)} ms, grown by ${grownBy.toFixed(1)} MB`,
		);
		await terminal.close();
		expect(grownBy).toBeLessThan(40);
	});

	it('keeps no other terminal waiting until it ends', async () => {
		const {result, terminals} = tools();
		await result('unified_exec', {cmd: 'yes flood', yield_time_ms: 100});
		await clock.sleep(isLong ? 4000 : 1000);
		const answers: number[] = [];
		for (let round = 0; round < 20; round += 1) {
			const startedAt = clock.elapsed();
			const answer = await result('unified_exec', {cmd: `echo round ${round}`});
			answers.push(clock.elapsed() - startedAt);
			expect(answer).toMatchObject({exit_code: 0, output: `round ${round}\n`});
		}
		console.log(`beside a flood: an echo takes ${Math.max(...answers).toFixed(0)} ms at most`);
		terminals.write('1' as never, '\u0003', {by: 'model'});
		await terminals.wait(['1' as never], {
			conditions: {exit: true},
			deadlineMs: patienceMs,
			signal: AbortSignal.timeout(patienceMs),
		});
	});

	it('lets another one answer, and ends on Ctrl-C', async () => {
		const {shell, terminals, wait} = realTerminals();
		const flood = await shell('yes');
		await wait(flood.id, {bytes: 100_000});
		const {id} = await shell('cat');
		const stop = terminals.screen(flood.id)!.subscribe(() => {});
		const delays: number[] = [];
		for (let round = 0; round < 20; round += 1) {
			const typedAt = clock.elapsed();
			terminals.write(id, `ping ${round}\n`, {by: 'user'});
			await wait(id, {text: {type: 'literal', text: `ping ${round}`}});
			await terminals.read(id);
			delays.push(clock.elapsed() - typedAt);
		}
		stop();
		console.log(
			`beside a flood: a line is read after ${Math.max(...delays).toFixed(0)} ms at most`,
		);
		terminals.write(flood.id, '\u0003', {by: 'user'});
		await wait(flood.id, {exit: true});
	});

	it('with one line of 3 MB, and with NUL in it, is shown and answered', async () => {
		const {result} = tools();
		const cmd = `head -c 3000000 /dev/zero | tr '\\0' x; printf 'a\\0b\\n'`;
		const answer = await result('unified_exec', {cmd, yield_time_ms: 30_000});
		expect(answer).toMatchObject({running: false, exit_code: 0, truncated: true});
		expect(answer['output'].slice(-10).trim()).toMatch(/xab$/);
	});
});

it('3 MB pasted into a program arrive whole', async () => {
	const terminal = await openProgram();
	await say(terminal, '!cat > pasted; wc -c pasted');
	await show(terminal, screen => screen.includes('i hands back'));
	const line = `${'0123456789abcdef'.repeat(6)}\n`;
	const text = line.repeat(Math.ceil(3_000_000 / line.length));
	terminal.send(`\u001B[200~${text.replaceAll('\n', '\r')}\u001B[201~`);
	const path = `/proc/${terminal.pid}/cwd/pasted`;
	await expect.poll(() => statSync(path).size, {timeout: 60_000, interval: 100}).toBe(text.length);
	expect(readFileSync(path, 'utf8')).toBe(text);
	terminal.send('\u0004');
	await show(terminal, screen => screen.includes(`${text.length} pasted`));
	await terminal.close();
});
