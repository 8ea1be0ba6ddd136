import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {createReadStream, mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {localHost} from '../../source/events/ids.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {systemIds} from '../../source/platform/ids.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {byteFilter} from '../../source/storage/redact-bytes.ts';
import {createEmulator} from '../../source/terminal/emulator.ts';
import {localTransport} from '../../source/terminal/local-pty.ts';
import {createScreen} from '../../source/terminal/screen.ts';
import {createTerminals, type Terminals} from '../../source/terminal/terminals.ts';
import {createScene} from '../../source/view/paint/scene.ts';
import {createScreen as createOutput} from '../../source/view/paint/screen.ts';
import {percentile} from '../statistics.ts';

/** The cost of terminals in this process, compared with the least possible. */
export type TerminalCosts = {
	/**
	 * Megabytes per second of a program that prints a large file. `ours` also writes the transcript
	 * without secrets, as the program does; `unrecorded` does not; the others are for comparison.
	 */
	readonly throughput: {
		readonly ours: number;
		readonly unrecorded: number;
		readonly emulator: number;
		readonly tmux: number;
	};
	readonly painter: readonly PaintCosts[];
	/** Milliseconds from starting a command that does nothing until its whole result. */
	readonly command: {readonly ours: readonly number[]; readonly spawn: readonly number[]};
};

export type PaintCosts = {
	readonly size: string;
	readonly oursMs: number;
	readonly oursBytes: number;
	/** The cost of a frame that writes every cell. */
	readonly wholeMs: number;
	readonly wholeBytes: number;
};

export type TerminalPlan = {
	readonly megabytes: number;
	readonly frames: number;
	readonly commands: number;
};

const size = {columns: 120, rows: 40};
const scrollbackLines = 5000;
const limitMs = 120_000;

export async function measureTerminals(plan: TerminalPlan): Promise<TerminalCosts> {
	const clock = systemClock();
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-bench-'));
	const path = join(folder, 'large.log');
	writeFileSync(path, largeLog(plan.megabytes));
	const terminals = openTerminals(clock, null);
	const recorded = openTerminals(clock, join(folder, 'terminals'));
	try {
		await terminals.prepare();
		await recorded.prepare();
		return {
			throughput: await measureThroughput({recorded, terminals}, {path, folder, clock}),
			painter: [
				await measurePainter({columns: 80, rows: 24}, {frames: plan.frames, clock}),
				await measurePainter({columns: 200, rows: 60}, {frames: plan.frames, clock}),
			],
			command: await measureCommands(terminals, {count: plan.commands, clock}),
		};
	} finally {
		await terminals.closeAll();
		await recorded.closeAll();
		rmSync(folder, {recursive: true, force: true});
	}
}

/**
 * Measures in turns and takes the best of each, because other processes use the same processors.
 */
async function measureThroughput(
	{recorded, terminals}: {recorded: Terminals; terminals: Terminals},
	{path, folder, clock}: {path: string; folder: string; clock: Clock},
): Promise<TerminalCosts['throughput']> {
	const best = {ours: 0, unrecorded: 0, emulator: 0, tmux: 0};
	for (let round = 0; round < throughputRounds; round += 1) {
		best.emulator = Math.max(best.emulator, await parseAlone(path, clock));
		best.ours = Math.max(best.ours, await printThroughUs(recorded, {path, clock}));
		best.unrecorded = Math.max(best.unrecorded, await printThroughUs(terminals, {path, clock}));
		best.tmux = Math.max(best.tmux, await printThroughTmux(path, {folder, clock}));
	}
	return best;
}

const throughputRounds = 3;

/** Lines of different lengths, some in colour, like the output of a build. */
function largeLog(megabytes: number): string {
	const lines = Array.from({length: 1000}, (_, index) => {
		const color = index % 7 === 0 ? `\u001B[3${index % 8}m` : '';
		return `${color}[${index}] ${'compiling module '.repeat(1 + (index % 6))}${color && '\u001B[0m'}\r\n`;
	}).join('');
	return lines.repeat(Math.ceil((megabytes * 1_000_000) / lines.length));
}

function openTerminals(clock: Clock, logFolder: string | null): Terminals {
	const redactor = createRedactor(['a value of the environment']);
	const local = localTransport({clock, environment: process.env});
	return createTerminals({
		clock,
		ids: systemIds(),
		limits: {max: 10, idleExitedMs: 60_000, scrollbackLines},
		transports: host => (host === localHost ? local : null),
		logFolder,
		logFilter: () => byteFilter(redactor.stream()),
		onChange() {},
	});
}

/** For comparison: the emulator alone parses the same bytes, in the same pieces. */
async function parseAlone(path: string, clock: Clock): Promise<number> {
	const {terminal} = await createEmulator({size, scrollbackLines});
	const startedAt = clock.elapsed();
	for await (const piece of createReadStream(path)) {
		await new Promise<void>(resolve => terminal.write(piece as Uint8Array, resolve));
	}
	terminal.dispose();
	return perSecond(path, clock.elapsed() - startedAt);
}

async function printThroughUs(
	terminals: Terminals,
	{path, clock}: {path: string; clock: Clock},
): Promise<number> {
	const startedAt = clock.elapsed();
	await runToEnd(terminals, `cat ${path}`, async id => {
		await terminals.view(id)?.flush();
	});
	return perSecond(path, clock.elapsed() - startedAt);
}

async function printThroughTmux(
	path: string,
	{folder, clock}: {folder: string; clock: Clock},
): Promise<number> {
	const socket = join(folder, 'socket');
	const command = ['-x', String(size.columns), '-y', String(size.rows), `cat ${path}`];
	const startedAt = clock.elapsed();
	const {status} = spawnSync('tmux', [
		'-S',
		socket,
		'-f',
		'/dev/null',
		'new-session',
		'-d',
		...command,
	]);
	while (status === 0 && clock.elapsed() - startedAt < limitMs) {
		if (spawnSync('tmux', ['-S', socket, 'list-sessions'], {stdio: 'ignore'}).status !== 0) {
			return perSecond(path, clock.elapsed() - startedAt);
		}
		await clock.sleep(5);
	}
	return NaN;
}

function perSecond(path: string, durationMs: number): number {
	return statSync(path).size / 1000 / durationMs;
}

async function runToEnd(
	terminals: Terminals,
	command: string,
	then: (id: Parameters<Terminals['read']>[0]) => Promise<unknown>,
): Promise<void> {
	const opened = await terminals.open({
		host: localHost,
		program: {type: 'shell', command, login: false, shell: '/bin/sh'},
		cwd: process.cwd(),
		owner: 'model',
		size,
	});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	const {id} = opened.terminal;
	// Subscribe to the screen as a pane does, because a flood that no pane shows is slowed down on
	// purpose.
	const stop = terminals.screen(id)?.subscribe(() => {});
	const signal = AbortSignal.timeout(limitMs);
	await terminals.wait([id], {conditions: {exit: true}, deadlineMs: limitMs, signal});
	await then(id);
	stop?.();
	await terminals.close(id, {force: true});
}

/** Draws a screen frame by frame, on which lines are added and a clock runs. */
async function measurePainter(
	{columns, rows}: {columns: number; rows: number},
	{frames, clock}: {frames: number; clock: Clock},
): Promise<PaintCosts> {
	const screen = await createScreen({
		clock,
		size: {columns, rows},
		scrollbackLines,
		onReply() {},
	});
	const scene = createScene();
	scene.setSurface('terminal', {
		rect: {x: 0, y: 0, width: columns, height: rows},
		picture: () => screen.picture.snapshot(),
	});
	const output = createOutput({columns, rows, synchronized: true, colors: 3, scrolls: true});
	const [ours, whole] = [
		{ms: [] as number[], bytes: [] as number[]},
		{ms: [] as number[], bytes: [] as number[]},
	];
	for (let frame = 0; frame < frames; frame += 1) {
		const line = `\u001B[3${frame % 8}m${frame}\u001B[0m ${'word '.repeat(frame % (columns / 5))}`;
		screen.write(Buffer.from(`\r\n${line}`));
		await screen.flush();
		for (const [costs, isWhole] of [
			[ours, false],
			[whole, true],
		] as const) {
			if (isWhole) {
				output.renew();
			}
			scene.touch('terminal');
			const startedAt = clock.elapsed();
			costs.bytes.push(Buffer.byteLength(output.render(scene)));
			costs.ms.push(clock.elapsed() - startedAt);
		}
	}
	screen.close();
	return {
		size: `${columns}x${rows}`,
		oursMs: percentile(ours.ms, 50),
		oursBytes: percentile(ours.bytes, 50),
		wholeMs: percentile(whole.ms, 50),
		wholeBytes: percentile(whole.bytes, 50),
	};
}

async function measureCommands(
	terminals: Terminals,
	{count, clock}: {count: number; clock: Clock},
): Promise<TerminalCosts['command']> {
	const [ours, spawned]: [number[], number[]] = [[], []];
	for (let index = 0; index < count; index += 1) {
		const startedAt = clock.elapsed();
		await runToEnd(terminals, 'true', async id => {
			await terminals.read(id);
			ours.push(clock.elapsed() - startedAt);
		});
		const spawnedAt = clock.elapsed();
		await once(spawn('/bin/sh', ['-c', 'true']), 'close');
		spawned.push(clock.elapsed() - spawnedAt);
	}
	return {ours, spawn: spawned};
}
