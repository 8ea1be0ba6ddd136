import {defineConfig} from 'vitest/config';

export default defineConfig({
	test: {
		include: ['test/slow/**/*.test.ts'],
		maxWorkers: 1,
		testTimeout: 300_000,
		hookTimeout: 60_000,
		expect: {poll: {timeout: 15_000}},
		env: {NODE_ENV: 'production'},
		passWithNoTests: true,
	},
});
