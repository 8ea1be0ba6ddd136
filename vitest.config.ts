import {defineConfig} from 'vitest/config';

export default defineConfig({
	// React runs as in the built program, where JSX has no development form.
	oxc: {jsx: {runtime: 'automatic', development: false}},
	test: {
		include: ['test/**/*.test.{ts,tsx}'],
		exclude: ['test/slow/**', 'node_modules/**'],
		isolate: false,
		maxWorkers: 2,
		testTimeout: 20_000,
		hookTimeout: 30_000,
		// What a test waits for comes later on a busy machine; nobody waits when it has come.
		expect: {poll: {timeout: 15_000}},
		env: {NODE_ENV: 'production'},
	},
});
