import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {defineConfig} from 'vitest/config';

/** What they measure (times, memory) would be another number beside other tests. */
const measuring = [
	'chaos-diagnosis',
	'chaos-proxy',
	'engine-kills',
	'engine-races',
	'engine-slow-screens',
	'hop-silence',
	'hop-stopped',
	'kill-cards',
	'kill-journal',
	'lock-race',
	'long-tool',
	'proxy-load',
	'terminal-flood',
	'terminal-many',
].map(name => `test/slow/${name}.test.ts`);

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
			{
				extends: true,
				test: {
					name: 'waiting',
					include: ['test/slow/**/*.test.ts'],
					exclude: measuring,
					maxWorkers: 3,
				},
			},
			{
				extends: true,
				test: {
					name: 'measuring',
					include: measuring,
					maxWorkers: 1,
					sequence: {groupOrder: 1},
				},
			},
			{
				extends: true,
				test: {
					// They pass inside in the fast suite; here all goes through a connection to the engine.
					name: 'attached',
					include: robots,
					env: {AGENT_TUI_TEST_WAY: 'attached'},
					isolate: false,
					testTimeout: 60_000,
					maxWorkers: 3,
					sequence: {groupOrder: 2},
				},
			},
		],
		testTimeout: 300_000,
		hookTimeout: 60_000,
		expect: {poll: {timeout: 15_000}},
		env: {NODE_ENV: 'production'},
		passWithNoTests: true,
	},
});
