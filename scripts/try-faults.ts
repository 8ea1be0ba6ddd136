/**
 * The part of `plant-faults.ts` that runs tests, in a process of its own. The process stays for
 * many faults, so that only the changed file is loaded again. It is killed if a fault causes an
 * endless loop.
 */
import {createVitest, type TestModule, type TestSpecification} from 'vitest/node';

/** A request to run these test files after a source file has changed. */
export type Attempt = {readonly changed: string | null; readonly tests: readonly string[]};

export type AttemptEnd = {
	/** How long each test file took. Those that did not run after a failure are missing. */
	readonly took: Readonly<Record<string, number>>;
	/** Files with a test that failed, or that could not be loaded. */
	readonly failed: readonly string[];
	/** The first failure: its file and the message. */
	readonly failure: string | null;
	readonly isWell: boolean;
};

const root = process.cwd();
/**
 * The file that had the previous fault. It has been restored since, but the runner still has the
 * faulty version loaded.
 */
let changedBefore: string | null = null;
const vitest = await createVitest('test', {
	root,
	watch: false,
	bail: process.argv.includes('--bail') ? 1 : 0,
	reporters: [{}],
});

process.on('message', (attempt: Attempt) => {
	void run(attempt).then(end => process.send!(end));
});
process.send!('ready');

async function run({changed, tests}: Attempt): Promise<AttemptEnd> {
	for (const file of [changedBefore, changed]) {
		if (file !== null) {
			vitest.invalidateFile(`${root}/${file}`);
		}
	}
	changedBefore = changed;
	const specs: TestSpecification[] = await vitest.globTestSpecifications([...tests]);
	const {testModules, unhandledErrors} = await vitest.runTestSpecifications(specs, false);
	const asked = new Set(specs.map(({moduleId}) => moduleId));
	// The runner also returns modules of earlier runs, so keep only those that were requested.
	const now = testModules.filter(({moduleId}) => asked.has(moduleId));
	const failed = now.find(module => !module.ok());
	const all = now.map(module => ({
		file: module.moduleId.slice(root.length + 1),
		ms: module.diagnostic().duration + module.diagnostic().collectDuration,
		isWell: module.ok(),
	}));
	return {
		took: Object.fromEntries(all.map(({file, ms}) => [file, ms])),
		failed: all.filter(({isWell}) => !isWell).map(({file}) => file),
		failure: failed ? failureOf(failed) : wordsOf(unhandledErrors[0]),
		isWell: all.every(({isWell}) => isWell) && unhandledErrors.length === 0,
	};
}

function failureOf(module: TestModule): string {
	const [test] = module.children.allTests('failed');
	const error = test?.result().errors?.[0] ?? module.errors()[0];
	return `${module.moduleId.slice(root.length + 1)}: ${wordsOf(error) ?? 'no error was told'}`;
}

function wordsOf(error: unknown): string | null {
	return error === undefined ? null : String(Object(error).message ?? error).split('\n')[0]!;
}
