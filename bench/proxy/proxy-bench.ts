import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {cpuMsOf, memoryMbOf, treeOf} from '../process-tree.ts';
import type {Load, Loaded} from './load.ts';
import {type Figures, tableOf} from './table.ts';
import {startChild, startTargets, type Target} from './targets.ts';

const quickPlan = {rounds: 1, firstBytes: 60, streamChunks: 200, seconds: 1};
const fullPlan = {rounds: 3, firstBytes: 200, streamChunks: 600, seconds: 3};
type Plan = typeof fullPlan;
const clients = 16;
const chunks = 200;
const crowd = {model: 'chunks-60-rate-20', clients: 128, times: 1};

export type ProxyBench = {
	readonly table: string;
	readonly rounds: readonly (readonly [string, readonly Figures[]])[];
};

/**
 * Compares our proxy with no proxy, with the simplest possible proxy, and with other proxies, in
 * turns.
 */
export async function benchProxy({
	program,
	peers,
	isQuick,
	say,
}: {
	readonly program: string;
	/** A folder in which other proxies are installed; null to compare with none. */
	readonly peers: string | null;
	readonly isQuick: boolean;
	readonly say: (text: string) => void;
}): Promise<ProxyBench> {
	const plan = isQuick ? quickPlan : fullPlan;
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-proxy-bench-'));
	const upstream = await startChild([join(import.meta.dirname, 'even-upstream.ts')]);
	const targets = await startTargets({upstreamPort: upstream.port, program, peers, folder});
	try {
		const rounds = new Map<string, Figures[]>(targets.map(({name}) => [name, []]));
		for (let round = 0; round < plan.rounds; round += 1) {
			for (const target of targets) {
				say(`proxy, round ${round + 1}: ${target.name}`);
				rounds.get(target.name)?.push(await measure(target, plan));
			}
		}
		return {table: tableOf(rounds), rounds: [...rounds]};
	} finally {
		await Promise.all(targets.map(target => target.close()));
		upstream.child.kill('SIGKILL');
		rmSync(folder, {recursive: true, force: true});
	}
}

async function measure(target: Target, plan: Plan): Promise<Figures> {
	const pids = target.pid === null ? [] : treeOf(target.pid);
	await load(target, {model: `chunks-${chunks}-rate-0`, clients: 4, times: 20});
	const first = await load(target, {model: 'chunks-2-rate-0', clients: 1, times: plan.firstBytes});
	const even = await load(target, {
		model: `chunks-${plan.streamChunks}-rate-200`,
		clients: 1,
		times: 1,
	});
	const cpuBefore = cpuMsOf(pids);
	const full = await load(target, {
		model: `chunks-${chunks}-rate-0`,
		clients,
		seconds: plan.seconds,
	});
	const cpuMs = cpuMsOf(pids) - cpuBefore;
	const many = await load(target, crowd);
	return {
		firstByteMs: first.firstByteMs,
		chunkMs: even.chunkMs,
		chunkMsP99: even.chunkMsP99,
		crowdMsP99: many.chunkMsP99,
		perSecond: full.perSecond,
		cpuMsPer1000Chunks: (cpuMs * 1000) / (full.answers * chunks),
		memoryMb: memoryMbOf(pids),
		errors: first.errors + even.errors + full.errors + many.errors,
	};
}

async function load(
	{port, path, headers, model, tools = 0}: Target,
	asked: Omit<Load, 'port' | 'path' | 'headers' | 'tools'>,
): Promise<Loaded> {
	const given: Load = {...asked, port, path, headers, tools, model: model(asked.model)};
	const script = join(import.meta.dirname, 'load.ts');
	const {stdout} = await promisify(execFile)(process.execPath, [script, JSON.stringify(given)]);
	const loaded = JSON.parse(stdout) as Loaded;
	if (loaded.errors > 0) {
		process.stderr.write(`${loaded.errors} errors, the last: ${loaded.lastError}\n`);
	}
	return loaded;
}
