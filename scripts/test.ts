/**
 * `npm test`: build, types, lint, then every suite; `--slow` runs the slow suites instead.
 * Closes with one line over everything that ran, and leaves the counts for `.ci/run` to add up.
 */
import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {provideSystemTools} from './system-tools.ts';

const root = join(import.meta.dirname, '..');
const isSlow = process.argv.includes('--slow');
const filters = process.argv.slice(2).filter(argument => argument !== '--slow');
const cache = join(root, 'node_modules/.cache/agent-tui');
const report = join(cache, isSlow ? 'slow.json' : 'fast.json');

provideSystemTools();
run('node', ['scripts/build.ts']);
if (!isSlow && filters.length === 0) {
	run('tsc', []);
	run('biome', ['check', '--error-on-warnings']);
}
mkdirSync(cache, {recursive: true});
rmSync(report, {force: true});
const status =
	spawnSync('vitest', ['run', ...suiteOptions(), ...filters], {cwd: root, stdio: 'inherit'})
		.status ?? 1;
const counts = readCounts();
writeFileSync(
	join(cache, isSlow ? 'slow-counts.json' : 'fast-counts.json'),
	JSON.stringify(counts),
);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(status);

function suiteOptions(): readonly string[] {
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
	return isSlow ? [...reporters, '--config', 'vitest.slow.config.ts'] : reporters;
}

function run(command: string, parameters: readonly string[]): void {
	const {status} = spawnSync(command, parameters, {cwd: root, stdio: 'inherit'});
	if (status !== 0) {
		console.log('0 passed, 1 failed, 0 skipped');
		process.exit(status ?? 1);
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
