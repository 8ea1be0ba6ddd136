/**
 * `npm test`: build, types, lint, then every suite; with `--slow` the slow suites instead. At the
 * end it prints one line about everything that ran, and writes the counts for `.ci/run`.
 */
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {execa} from 'execa';
import {provideSystemTools} from './system-tools.ts';

const root = join(import.meta.dirname, '..');
const isSlow = process.argv.includes('--slow');
const filters = process.argv.slice(2).filter(argument => argument !== '--slow');
const cache = join(root, 'node_modules/.cache/agent-tui');
const report = join(cache, isSlow ? 'slow.json' : 'fast.json');

provideSystemTools();
await pass('node', 'scripts/build.ts');
if (!isSlow && filters.length === 0) {
	await pass('tsc');
	await pass('biome', 'check', '--error-on-warnings');
}
mkdirSync(cache, {recursive: true});
rmSync(report, {force: true});
const exitCode = await run('vitest', 'run', ...suiteOptions(), ...filters);
const counts = readCounts();
writeFileSync(
	join(cache, isSlow ? 'slow-counts.json' : 'fast-counts.json'),
	JSON.stringify(counts),
);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(exitCode);

function suiteOptions(): readonly string[] {
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	return isSlow ? [...reporters, '--config', 'vitest.slow.config.ts'] : reporters;
}

/** Runs a tool of the project's node_modules, even if npm has not started this. */
async function run(command: string, ...parameters: readonly string[]): Promise<number> {
	const options = {cwd: root, stdio: 'inherit', preferLocal: true, reject: false} as const;
	const {exitCode = 1} = await execa(command, parameters, options);
	return exitCode;
}

async function pass(command: string, ...parameters: readonly string[]): Promise<void> {
	const exitCode = await run(command, ...parameters);
	if (exitCode !== 0) {
		console.log('0 passed, 1 failed, 0 skipped');
		process.exit(exitCode);
	}
}

function readCounts(): {passed: number; failed: number; skipped: number} {
	try {
		const {numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites} = JSON.parse(
			readFileSync(report, 'utf8'),
		);
		return {
			passed: numPassedTests,
			failed: Math.max(numFailedTests, numFailedTestSuites > 0 ? 1 : 0),
			skipped: numPendingTests,
		};
	} catch {
		return {passed: 0, failed: 1, skipped: 0};
	}
}
