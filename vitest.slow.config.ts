import {defineConfig} from 'vitest/config';

/** What they measure (times, memory) would be another number beside other tests. */
const measuring = [
	'chaos-diagnosis',
	'chaos-proxy',
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

export default defineConfig({
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
		],
		testTimeout: 300_000,
		hookTimeout: 60_000,
		expect: {poll: {timeout: 15_000}},
		env: {NODE_ENV: 'production'},
		passWithNoTests: true,
	},
});
