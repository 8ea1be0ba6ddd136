/**
 * Plants small faults in the code, one at a time, and tells which of them no test notices:
 * `node scripts/plant-faults.ts --count 60 --seed 1 [files or folders of source/]`. It works on a
 * copy of the tree and leaves the tree itself alone. A fault is held against the tests that mirror
 * its file, then against those of its room. Not for CI: it takes minutes.
 */
import {spawnSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {API} from 'typescript/unstable/sync';
import {randomFrom} from '../test/gate/shells/random.ts';
import {type Fault, faultsIn} from './faults-in.ts';

const {values, positionals} = parseArgs({
	allowPositionals: true,
	options: {count: {type: 'string', default: '60'}, seed: {type: 'string', default: '1'}},
});
const rooms = positionals.length > 0 ? positionals : defaultRooms();
const root = resolve(import.meta.dirname, '..');
const patienceMs = 240_000;

/** What these do is held by tests of the whole, too. */
const heldAsWhole: readonly (readonly [start: string, tests: readonly string[]])[] = [
	[
		'test/proxy/route/',
		['route/', 'control', 'going-on', 'learning', 'limits', 'outage', 'serve', 'usage'].map(
			name => `test/proxy/${name}`,
		),
	],
	['test/storage/journal', ['journal', 'read-journal'].map(name => `test/storage/${name}`)],
	['test/watchdog/', ['test/watchdog/', 'test/engine/monitoring/', 'test/tidy/faults-page']],
];
/** They start real shells, and take longer than all the others together. */
const tooSlow = 'test/gate/shells/{hold,sandbox,live}.test.ts';

const unplanted = new Map<string, boolean>();
const copy = copyOfTree();
try {
	run();
} finally {
	rmSync(copy, {recursive: true, force: true});
}

function defaultRooms(): readonly string[] {
	return [
		...['source/gate', 'source/turn', 'source/storage/journal', 'source/proxy/route'],
		'source/watchdog',
	];
}

type Planted = Fault & {readonly room: string; readonly file: string; readonly source: string};

function run(): void {
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
		const isNoticed = notices(fault);
		const counts = tally.get(fault.room) ?? {planted: 0, noticed: 0};
		counts.planted += 1;
		counts.noticed += isNoticed ? 1 : 0;
		tally.set(fault.room, counts);
		console.log(`${isNoticed ? 'noticed' : 'MISSED '} ${describe(fault)}`);
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

function describe({file, source, start, kind}: Planted): string {
	const before = source.slice(0, start).split('\n');
	const line = source.split('\n')[before.length - 1]!.trim();
	return `${file}:${before.length} ${kind}: ${line}`;
}

/** By room. */
function allFaults(): readonly (readonly Planted[])[] {
	const api = new API({cwd: root});
	const [project] = api.updateSnapshot({openProject: join(root, 'tsconfig.json')}).getProjects();
	const faults = rooms.map(room =>
		filesOf(room).flatMap(file => {
			const tree = project?.program.getSourceFile(join(root, file));
			const source = readFileSync(join(root, file), 'utf8');
			return tree ? faultsIn(tree, {text: source}).map(one => ({...one, room, file, source})) : [];
		}),
	);
	api.close();
	return faults;
}

function filesOf(start: string): readonly string[] {
	return trackedFiles().filter(file => file.startsWith(start) && /\.tsx?$/.test(file));
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

function notices({file, source, start, end, text}: Planted): boolean {
	const path = join(copy, file);
	const faulty = source.slice(0, start) + text + source.slice(end);
	const own = file.replace('source/', 'test/').replace(/\.tsx?$/, '');
	const suites = [
		['run', '--passWithNoTests', own],
		['run', ...foldersOf(own), '--exclude', tooSlow],
	];
	return suites.some(words => {
		writeFileSync(path, faulty);
		const hasFailed = !pass(words);
		writeFileSync(path, source);
		return hasFailed && passesAsItIs(words);
	});
}

/** The tests of its room: those of all others that have to do with it would take too long. */
function foldersOf(own: string): readonly string[] {
	const whole = heldAsWhole.find(([start]) => own.startsWith(start));
	return whole?.[1] ?? [`${own.split('/').slice(0, 2).join('/')}/`];
}

/** A test that fails anyway would notice every fault. */
function passesAsItIs(words: readonly string[]): boolean {
	const key = words.join(' ');
	const passes = unplanted.get(key) ?? pass(words);
	unplanted.set(key, passes);
	if (!passes) {
		console.log(`These tests don't pass as they are: ${key}`);
	}
	return passes;
}

/** Ends when they take too long: a fault can be an endless loop. */
function pass(words: readonly string[]): boolean {
	const vitest = join(root, 'node_modules/vitest/vitest.mjs');
	const {status} = spawnSync(process.execPath, [vitest, ...words, '--bail=1'], {
		cwd: copy,
		timeout: patienceMs,
		killSignal: 'SIGKILL',
		stdio: 'ignore',
	});
	return status === 0;
}
