import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {cpuMsOf, endTree, memoryMbOf, treeOf} from '../process-tree.ts';
import {openTerminal, type Program} from '../terminal.ts';
import {openReady} from './start.ts';

/** What it costs to come back to a session that runs, and what it costs while nobody looks. */
export type Attached = {
	/** From the start of the process to the first whole screen, with the newest message on it. */
	readonly attachMs: number[];
	/** The same for a new session, measured in turns with it. */
	readonly freshMs: number[];
	/** The session's process and its proxy, while no screen shows them. */
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
	// The past of a long session is read after the screen stands, and what that took is given back.
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

/** The process of the only session that runs in this program's home. */
function engineOf({environment}: Program): number {
	const folder = join(environment['AGENT_TUI_HOME'] ?? '', 'run/engines');
	const [name = ''] = readdirSync(folder).filter(file => file.endsWith('.json'));
	const record = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {readonly pid: number};
	return record.pid;
}
