/**
 * Plants small faults in the code, one at a time, and reports those that no test notices: `node
 * scripts/plant-faults.ts --count 60 --seed 1 [files or folders of source/]`. `source/gate/*` means
 * the files of a folder without its subfolders. It works on a copy of the tree. For each fault, the
 * tests that mirror the file run first, then those of its room, the quick ones first, up to the
 * first failure. Faults that change nothing (`faults-without-effect.ts`) are skipped. It takes
 * minutes, so it is not for CI. Below each fault that was noticed stands which test failed, and how:
 * a failure for want of time may be that of a busy machine.
 */
import {type ChildProcess, fork, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {API} from 'typescript/unstable/sync';
import {randomFrom} from '../test/gate/shells/random.ts';
import {type Fault, faultsIn} from './faults-in.ts';
import {isLine, withoutEffect} from './faults-without-effect.ts';
import type {Attempt, AttemptEnd} from './try-faults.ts';

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {count: {type: 'string', default: '60'}, seed: {type: 'string', default: '1'}},
});
const rooms = positionals.length > 0 ? positionals : defaultRooms();
const root = resolve(import.meta.dirname, '..');
const patienceMs = 120_000;

/** Other tests that also cover some rooms, because they test several rooms together. */
const heldAsWhole: readonly (readonly [start: string, tests: readonly string[]])[] = [
	[
		'test/proxy/route/',
		[
			...['route/', 'control', 'going-on', 'input', 'learned-shapes', 'learning', 'limits'],
			...['local-servers', 'no-answer', 'outage', 'repair-calls', 'serve', 'usage'],
		].map(name => `test/proxy/${name}`),
	],
	['test/storage/journal', ['journal', 'read-journal'].map(name => `test/storage/${name}`)],
	['test/watchdog/', ['test/watchdog/', 'test/engine/monitoring/', 'test/tidy/faults-page']],
];
/** Tests that start real shells. They take longer than all others together. */
const tooSlow = ['hold', 'sandbox', 'live'].map(name => `test/gate/shells/${name}.test.ts`);

/** Test files that together take longer than this run only after all quicker ones have passed. */
const quickMsMax = 1500;

/**
 * The test files that pass without a fault, by the folders that they were asked for. They are
 * grouped, quick ones first.
 */
const groups = new Map<string, readonly (readonly string[])[]>();
const copy = copyOfTree();
let runner: ChildProcess | null = null;
try {
	await run();
} finally {
	endRunner();
	rmSync(copy, {recursive: true, force: true});
}

function defaultRooms(): readonly string[] {
	return [
		...['source/gate/*', 'source/gate/shell', 'source/turn', 'source/storage/journal'],
		...['source/proxy/route', 'source/watchdog'],
	];
}

type Planted = Fault & {readonly room: string; readonly file: string; readonly source: string};

async function run(): Promise<void> {
	const random = randomFrom(Number(values.seed));
	const left = allFaults().map(faults => [...faults]);
	const missed: Planted[] = [];
	const tally = new Map<string, {planted: number; noticed: number}>();
	for (let number = 0; number < Number(values.count); number += 1) {
		const faults = left[number % left.length]!;
		const [fault] = faults.splice(random.below(faults.length), 1);
		if (fault === undefined) {
			continue;
		}
		const noticedBy = await whatNotices(fault);
		const isNoticed = noticedBy !== null;
		const counts = tally.get(fault.room) ?? {planted: 0, noticed: 0};
		counts.planted += 1;
		counts.noticed += isNoticed ? 1 : 0;
		tally.set(fault.room, counts);
		console.log(`${isNoticed ? 'noticed' : 'MISSED '} ${describe(fault)}`);
		if (noticedBy !== null) {
			console.log(`        by ${noticedBy.slice(0, 160)}`);
		}
		if (!isNoticed) {
			missed.push(fault);
		}
	}
	console.log('\n| room | planted | noticed |\n|---|---|---|');
	for (const [room, {planted, noticed}] of tally) {
		console.log(`| ${room} | ${planted} | ${noticed} |`);
	}
	console.log(`\nNot noticed:\n${missed.map(describe).join('\n')}`);
}

function describe(fault: Planted): string {
	const {number, column, line} = lineOf(fault);
	return `${fault.file}:${number}:${column} ${fault.kind}: ${line}`;
}

function lineOf({source, start}: Planted) {
	const before = source.slice(0, start).split('\n');
	const number = before.length;
	return {number, column: before.at(-1)!.length + 1, line: source.split('\n')[number - 1]!.trim()};
}

function hasEffect(fault: Planted): boolean {
	const {line} = lineOf(fault);
	return !withoutEffect.some(
		one => one.file === fault.file && one.kind === fault.kind && isLine(one.line, line),
	);
}

/** All faults that can be planted, in a list for each room. */
function allFaults(): readonly (readonly Planted[])[] {
	const api = new API({cwd: root});
	const [project] = api.updateSnapshot({openProject: join(root, 'tsconfig.json')}).getProjects();
	const faults = rooms.map(room =>
		filesOf(room).flatMap(file => {
			const tree = project?.program.getSourceFile(join(root, file));
			const source = readFileSync(join(root, file), 'utf8');
			const found = tree ? faultsIn(tree, {text: source}) : [];
			return found.map(one => ({...one, room, file, source})).filter(hasEffect);
		}),
	);
	api.close();
	return faults;
}

function filesOf(start: string): readonly string[] {
	const isInRoom = (file: string) =>
		start.endsWith('/*') ? dirname(file) === start.slice(0, -2) : file.startsWith(start);
	return trackedFiles().filter(file => isInRoom(file) && /\.tsx?$/.test(file));
}

function trackedFiles(): readonly string[] {
	const {stdout} = spawnSync('git', ['ls-files', '-z'], {cwd: root, encoding: 'utf8'});
	return stdout.split('\0').filter(file => file !== '');
}

function copyOfTree(): string {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-faults-'));
	for (const file of trackedFiles()) {
		cpSync(join(root, file), join(folder, file));
	}
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

/** Returns the first failure in words; null if all tests pass. */
async function whatNotices({file, source, start, end, text}: Planted): Promise<string | null> {
	const path = join(copy, file);
	const own = file.replace('source/', 'test/').replace(/\.tsx?$/, '.');
	const all = await groupsOf(foldersOf(own));
	const mirroring = all.flat().filter(test => test.startsWith(own));
	writeFileSync(path, source.slice(0, start) + text + source.slice(end));
	try {
		for (const tests of [mirroring, ...all]) {
			const attempted = tests.length > 0 ? await attempt({changed: file, tests}) : undefined;
			if (attempted === null) {
				return 'TIME: the tests did not end';
			}
			if (attempted && !attempted.isWell) {
				return attempted.failure ?? 'a failure of which nothing was told';
			}
		}
		return null;
	} finally {
		writeFileSync(path, source);
	}
}

/**
 * The tests for a file: those of its room. Running all tests that involve the file would take too
 * long.
 */
function foldersOf(own: string): readonly string[] {
	const whole = heldAsWhole.find(([start]) => own.startsWith(start));
	return whole?.[1] ?? [`${own.split('/').slice(0, 2).join('/')}/`];
}

/**
 * Runs the tests without a fault, and leaves out those that fail, because they would seem to notice
 * every fault.
 */
async function groupsOf(folders: readonly string[]): Promise<readonly (readonly string[])[]> {
	const key = folders.join(' ');
	const known = groups.get(key);
	if (known) {
		return known;
	}
	const files = trackedFiles().filter(
		file =>
			/\.test\.tsx?$/.test(file) &&
			folders.some(start => file.startsWith(start)) &&
			!tooSlow.includes(file),
	);
	endRunner();
	const end = await attempt({changed: null, tests: files}, {toFirstFailure: false});
	const {took = {}, failed = files} = end ?? {};
	for (const file of failed) {
		console.log(`Left out, since it does not pass as it is: ${file}`);
	}
	const well = files
		.filter(file => !failed.includes(file))
		.toSorted((one, other) => (took[one] ?? 0) - (took[other] ?? 0));
	const sumTo = (at: number) =>
		well.slice(0, at + 1).reduce((sum, file) => sum + (took[file] ?? 0), 0);
	const quick = well.filter((_, at) => sumTo(at) <= quickMsMax);
	const found = [quick, well.slice(quick.length)];
	groups.set(key, found);
	endRunner();
	return found;
}

/**
 * Runs tests on a fault. Null if they did not end in time, because a fault may cause an endless
 * loop.
 */
async function attempt(
	order: Attempt,
	{toFirstFailure} = {toFirstFailure: true},
): Promise<AttemptEnd | null> {
	runner ??= await openRunner(toFirstFailure);
	const {pid} = runner;
	const limit = setTimeout(() => endGroup(pid), patienceMs);
	const end = new AbortController();
	const {signal} = end;
	runner.send(order);
	const [answer] = await Promise.race([
		once(runner, 'message', {signal}),
		once(runner, 'close', {signal}).then(() => [null]),
	]);
	end.abort();
	clearTimeout(limit);
	runner = answer === null ? null : runner;
	return answer;
}

async function openRunner(toFirstFailure: boolean): Promise<ChildProcess> {
	const words = toFirstFailure ? ['--bail'] : [];
	const child = fork(join(import.meta.dirname, 'try-faults.ts'), words, {
		cwd: copy,
		detached: true,
		stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
	});
	await once(child, 'message');
	return child;
}

function endRunner(): void {
	endGroup(runner?.pid);
	runner = null;
}

function endGroup(leader: number | undefined): void {
	try {
		process.kill(-leader!, 'SIGKILL');
	} catch {
		// All processes of the group have already ended.
	}
}
