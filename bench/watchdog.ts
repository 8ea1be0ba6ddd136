/**
 * `node bench/watchdog.ts`: measures what the watchdog costs while nothing happens. The same
 * program is idle several times at once for a minute: with the watchdog as usual, at its shortest
 * interval, with the monitor on the screen, and without any checks.
 */
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {buildProgram} from '../scripts/build.ts';
import {type Idle, measureIdle} from './measure/idle.ts';
import {createPrograms, type Programs} from './programs.ts';
import {openTerminal} from './terminal.ts';
import {startUpstream} from './upstream.ts';

const root = join(import.meta.dirname, '..');
const {seconds} = parseArgs({options: {seconds: {type: 'string', default: '60'}}}).values;
const windowMs = Number(seconds) * 1000;
const settleMs = 15_000;
const readyMsMax = 20_000;

const cases: readonly {
	readonly name: string;
	readonly monitoring: object;
	readonly keys?: string;
}[] = [
	{name: 'not watched', monitoring: {enabled: false, healthIntervalMs: 600_000}},
	{name: 'watched, every 5 s', monitoring: {}},
	{name: 'watched, every 2 s', monitoring: {healthIntervalMs: 2000}},
	{name: 'the monitor on the screen', monitoring: {}, keys: '\u001B3'},
];

await buildProgram({root, isForced: false});
const upstream = await startUpstream();
const programs = await createPrograms({
	main: join(root, 'dist/main.js'),
	upstreamPort: upstream.port,
});
try {
	const measured = await Promise.all(cases.map(one => measure(programs, one)));
	const floor = measured[0]!;
	console.log(
		'| idle | CPU, % | above the floor | bytes a minute | memory, MB |\n|---|--:|--:|--:|--:|',
	);
	for (const [index, idle] of measured.entries()) {
		console.log(rowOf(cases[index]!.name, {idle, floor}));
	}
} finally {
	programs.close();
	upstream.close();
}

async function measure(
	{oursAtFirst}: Programs,
	{monitoring, keys = ''}: (typeof cases)[number],
): Promise<Idle> {
	const program = oursAtFirst();
	const home = program.environment['AGENT_TUI_HOME'] ?? '';
	writeFileSync(join(home, 'config.json'), JSON.stringify({monitoring}));
	const terminal = await openTerminal(program);
	await terminal.shown(screen => screen.includes('●'), readyMsMax);
	terminal.send(keys);
	const idle = await measureIdle(terminal, {settleMs, windowMs});
	await terminal.close();
	return idle;
}

function rowOf(name: string, {idle, floor}: {idle: Idle; floor: Idle}): string {
	const {cpuPercent, bytes, memoryMb} = idle;
	return `| ${[
		name,
		cpuPercent.toFixed(2),
		(cpuPercent - floor.cpuPercent).toFixed(2),
		String(Math.round((bytes * 60_000) / windowMs)),
		String(Math.round(memoryMb)),
	].join(' | ')} |`;
}
