import {join} from 'node:path';
import {build} from 'esbuild';

/**
 * The floors, bundled as a careful author would: one file each, production React, minified. Ink is
 * the project's own and as it was published, without the patches that the program's build makes.
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
		// Not installed and never used: any module that loads at once will do in its place.
		alias: {'react-devtools-core': 'node:util'},
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		banner: {
			js: "import {createRequire as makeRequire} from 'node:module';const require=makeRequire(import.meta.url);",
		},
	});
}

export const nodeFloor = join(import.meta.dirname, 'node-echo.mjs');
