#!/usr/bin/env node
import {join} from 'node:path';
import {parseArguments} from './cli/arguments.ts';
import {flagText, hasFlag, opensScreen} from './cli/parsed.ts';
import {boot} from './front-ends/screen/boot.ts';
import {makePrivateFolder} from './platform/atomic-file.ts';
import {foldersOf} from './platform/folders.ts';
import {tooFewFiles} from './platform/out-of-files.ts';
import {engineWord} from './session-process/engine-order.ts';

/**
 * The entry of the program. It loads as little as possible, so that the first frame is on the
 * screen before the rest of the program is even read. Each front end is loaded only when it is
 * asked for.
 */
const nodeMajorMin = 22;
const folderGone =
	'the folder in which this was started is gone. Go to another one with cd, and start it there.';

if (Number.parseInt(process.versions.node, 10) < nodeMajorMin) {
	process.stderr.write(
		`agent-tui needs Node.js ${nodeMajorMin} or newer; this is ${process.version}. See https://nodejs.org for a newer one.\n`,
	);
	process.exitCode = 1;
} else {
	const problem = standsSomewhere() ? tooFewFiles() : folderGone;
	if (problem === null) {
		await run(process.argv.slice(2));
	} else {
		process.stderr.write(`agent-tui: ${problem}\n`);
		process.exitCode = 2;
	}
}

/** Whether the working folder still exists. If it was deleted, no path can be resolved from it. */
function standsSomewhere(): boolean {
	try {
		process.cwd();
		return true;
	} catch {
		return false;
	}
}

async function run(argv: readonly string[]): Promise<void> {
	if (argv[0] === engineWord) {
		cacheCode();
		const {runEngine} = await import('./session-process/run-engine.ts');
		runEngine(argv.slice(1));
		return;
	}
	const parsed = parseArguments(argv);
	if (parsed.status === 'run' && parsed.command === 'mcp' && parsed.words.length === 0) {
		// Other agents start this often and wait for its first answer, so nothing else is loaded.
		const {runShim} = await import('./front-ends/mcp/run-shim.ts');
		process.exitCode = await runShim(parsed);
		return;
	}
	if (parsed.status !== 'run' || !opensScreen(parsed) || !hasTerminal()) {
		cacheCode();
		const {runCommand} = await import('./cli/run.ts');
		process.exitCode = await runCommand(argv);
		return;
	}
	const {env} = process;
	const isAsked = hasFlag(parsed.flags, 'screen-reader') || env['INK_SCREEN_READER'] === 'true';
	const isDumb = env['TERM'] === 'dumb';
	if (isDumb && !isAsked) {
		console.log('TERM is "dumb", so nothing can be drawn here: this goes line by line.');
	}
	const isLinear = isAsked || isDumb;
	// Before anything is started: a session would only wait for a screen that does not come.
	if (isLinear && parsed.command === 'launch') {
		console.log(
			'launch shows the screen of another program, which can not be told line by line. Run agent-tui proxy, tell that program its address, and start it by itself.',
		);
		process.exitCode = 2;
		return;
	}
	const booted = isLinear
		? null
		: boot({
				env,
				theme: flagText(parsed.flags, 'theme'),
				color: !hasFlag(parsed.flags, 'no-color'),
			});
	cacheCode();
	const {beginEngine} = await import('./front-ends/attach/begin-engine.ts');
	const begun = beginEngine(parsed, {env, cwd: process.cwd()});
	const {start} = await import('./front-ends/start.ts');
	await start({command: parsed, booted, begun});
}

function hasTerminal(): boolean {
	return Boolean(process.stdin.isTTY && process.stdout.isTTY);
}

/** Lets Node cache compiled code, so that later starts are faster. Errors are ignored. */
function cacheCode(): void {
	try {
		const folder = join(foldersOf(process.env, process.platform).cache, 'code');
		makePrivateFolder(folder);
		process.getBuiltinModule('node:module').enableCompileCache(folder);
	} catch {}
}
