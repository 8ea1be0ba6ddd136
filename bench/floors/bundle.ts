import {join} from 'node:path';
import {build} from 'esbuild';

/**
 * Bundles the floors (the simplest programs to compare with) as a careful author would: a file
 * each, production React, minified. Ink is the project's version without the patches of the
 * program's own build.
 */
export async function bundleFloors(folder: string): Promise<void> {
	await build({
		absWorkingDir: import.meta.dirname,
		entryPoints: ['ink-hello.tsx', 'ink-chat.tsx'],
		outdir: folder,
		outExtension: {'.js': '.mjs'},
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node22',
		jsx: 'automatic',
		minify: true,
		legalComments: 'none',
		logLevel: 'error',
		// This package is not installed and never used, so any module can replace it.
		alias: {'react-devtools-core': 'node:util'},
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		banner: {
			js: "import {createRequire as makeRequire} from 'node:module';const require=makeRequire(import.meta.url);",
		},
	});
}

export const nodeFloor = join(import.meta.dirname, 'node-echo.mjs');
