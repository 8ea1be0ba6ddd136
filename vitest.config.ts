import {defineConfig} from 'vitest/config';

/** Their tests mostly wait, for programs, pipes and timers, so that two cores can run many at once. */
const waiting = [
	'test/{cli,engine,front-ends,hop,journeys,platform,terminal,tools,workers}/**/*.test.{ts,tsx}',
	'test/proxy/{main,outage}.test.ts',
	'test/storage/journal.test.ts',
];
const all = 'test/**/*.test.{ts,tsx}';
const never = ['test/slow/**', 'node_modules/**'];

export default defineConfig({
	// React runs as in the built program, where JSX has no development form.
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		projects: [
			{
				extends: true,
				test: {name: 'waiting', include: waiting, exclude: never, maxWorkers: 5},
			},
			{
				extends: true,
				test: {
					name: 'computing',
					include: [all],
					exclude: [...never, ...waiting],
					maxWorkers: 2,
					sequence: {groupOrder: 1},
				},
			},
		],
		isolate: false,
		// Only what never comes fails by these: on a busy machine what a test waits for comes later, and
		// nobody waits when it has come.
		testTimeout: 150_000,
		hookTimeout: 150_000,
		expect: {poll: {timeout: 60_000}},
		env: {NODE_ENV: 'production'},
	},
});
