import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {cpuMsOf, endTree, memoryMbOf, treeOf} from '../process-tree.ts';
import {openTerminal, type Program} from '../terminal.ts';
import {openReady} from './start.ts';

/** The cost of coming back to a running session, and of the session while no screen shows it. */
export type Attached = {
	/** From the start of the process until the screen is complete, with the newest message. */
	readonly attachMs: number[];
	/** The same time for a new session, measured in turns with `attachMs`. */
	readonly freshMs: number[];
	/** The memory of the session's process and its proxy while no screen shows the session. */
	readonly memoryMb: number;
	readonly cpuPercent: number;
};

export type AttachPlan = {
	readonly times: number;
	readonly settleMs: number;
	readonly windowMs: number;
};

const limitMs = 20_000;
const leave = '\u0018d';

export async function measureAttach(
	{
		fresh,
		resumed,
		last,
	}: {readonly fresh: Program; readonly resumed: Program; readonly last: string},
	{times, settleMs, windowMs}: AttachPlan,
): Promise<Attached> {
	const first = await openReady(resumed);
	const {clock} = first;
	// Wait until the past of the session has been read, which happens after the screen is shown, and
	// its memory was given back.
	await clock.sleep(settleMs);
	const engine = engineOf(resumed);
	first.send(leave);
	await clock.sleep(settleMs);
	await first.close();
	const pids = treeOf(engine);
	const memoryMb = memoryMbOf(pids);
	const before = {cpuMs: cpuMsOf(pids), at: clock.elapsed()};
	await clock.sleep(windowMs);
	const spentMs = cpuMsOf(treeOf(engine)) - before.cpuMs;
	const cpuPercent = (spentMs / (clock.elapsed() - before.at)) * 100;
	const attachMs: number[] = [];
	const freshMs: number[] = [];
	const [main = ''] = resumed.parameters;
	const attach = {...resumed, parameters: [main, 'attach']};
	for (let count = 0; count < times; count += 1) {
		attachMs.push(await untilShown(attach, last));
		freshMs.push(await untilShown(fresh, 'help'));
	}
	await endTree(engine, clock);
	return {attachMs, freshMs, memoryMb, cpuPercent};
}

async function untilShown(program: Program, words: string): Promise<number> {
	const terminal = await openTerminal(program);
	const isWhole = (screen: string) => screen.includes(words) && screen.includes('help');
	const shownAt = await terminal.shown(isWhole, limitMs);
	if (shownAt === null) {
		throw new Error(`${program.name} does not show ${words}:\n${terminal.screen()}`);
	}
	terminal.send(leave);
	await terminal.close();
	return shownAt - terminal.startedAt;
}

/** Returns the process id of the only session that runs in this home. */
function engineOf({environment}: Program): number {
	const folder = join(environment['AGENT_TUI_HOME'] ?? '', 'run/engines');
	const [name = ''] = readdirSync(folder).filter(file => file.endsWith('.json'));
	const record = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {readonly pid: number};
	return record.pid;
}
