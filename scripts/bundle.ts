import {isAbsolute, relative} from 'node:path';
import {type BuildOptions, build, type Metafile, type OutputFile} from 'esbuild';
import {startFast} from './start-fast.ts';

export type Bundle = {
	/** By name within `dist/`. */
	readonly files: readonly {readonly path: string; readonly text: string}[];
	/** Everything that was read for it, relative to the root. */
	readonly inputs: readonly string[];
};

/** Native parts, and what is one file already: loaded from `node_modules` by whoever needs them. */
const external = ['node-pty', '@xterm/headless', '@xterm/addon-unicode11', 'ssh2', 'cpu-features'];

/**
 * The screen and the command line in chunks that are loaded when they are needed; the proxy whole,
 * because its process needs all of it at once and nothing else.
 */
export async function bundle(root: string): Promise<Bundle> {
	const [program, proxy] = await Promise.all([
		build({
			...common(root),
			entryPoints: {main: 'source/main.ts'},
			splitting: true,
			chunkNames: '[name]-[hash]',
		}),
		build({...common(root), entryPoints: {proxy: 'source/proxy/entry.ts'}}),
	]);
	const outputs = [...program.outputFiles, ...proxy.outputFiles];
	return {
		files: outputs.map(file => ({path: relative(`${root}/dist`, file.path), text: finish(file)})),
		inputs: [...new Set([...inputsOf(program.metafile), ...inputsOf(proxy.metafile)])],
	};
}

function common(root: string) {
	return {
		absWorkingDir: root,
		outdir: 'dist',
		bundle: true,
		platform: 'node',
		format: 'esm',
		target: 'node22',
		jsx: 'automatic',
		// Function names stay, so that a stack says where it was; there is no source map.
		minifyWhitespace: true,
		minifySyntax: true,
		legalComments: 'external',
		logLevel: 'error',
		metafile: true,
		write: false,
		external,
		define: {'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"'},
		plugins: [startFast()],
	} as const satisfies BuildOptions;
}

/** Packages in CommonJS ask for Node's own modules by `require`, which an ES module has to make. */
function finish({text}: OutputFile): string {
	if (!text.includes('typeof require')) {
		return text;
	}
	const made = `import {createRequire as makeRequire} from 'node:module';const require=makeRequire(import.meta.url);\n`;
	return text.startsWith('#!') ? text.replace('\n', `\n${made}`) : made + text;
}

function inputsOf(metafile: Metafile): readonly string[] {
	return Object.keys(metafile.inputs).filter(path => !path.includes(':') && !isAbsolute(path));
}
