import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {defineConfig} from 'vitest/config';

/** The journeys of a person whose program runs in the test's own process. */
const robots = readdirSync(join(import.meta.dirname, 'test/journeys'))
	.filter(name => name.endsWith('.test.ts'))
	.map(name => `test/journeys/${name}`)
	.filter(path => readFileSync(join(import.meta.dirname, path), 'utf8').includes('openRobot('));

export default defineConfig({
	// React runs as in the built program, where JSX has no development form.
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		projects: [
			{extends: true, test: {name: 'slow', include: ['test/slow/**/*.test.ts']}},
			{
				extends: true,
				test: {
					// They pass inside in the fast suite; here all goes through a connection to the engine.
					name: 'attached',
					include: robots,
					env: {AGENT_TUI_TEST_WAY: 'attached'},
					isolate: false,
				},
			},
		],
		// Most of them wait, for programs and timers. None may measure: all run beside each other.
		maxWorkers: 4,
		testTimeout: 300_000,
		hookTimeout: 300_000,
		expect: {poll: {timeout: 60_000}},
		env: {NODE_ENV: 'production'},
		passWithNoTests: true,
	},
});
