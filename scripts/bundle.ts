import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {basename, isAbsolute, join, relative} from 'node:path';
import {type BuildOptions, build, type Metafile, type OutputFile, type Plugin} from 'esbuild';
import {mergeChunks, type Split} from './merge-chunks.ts';
import {startFast} from './start-fast.ts';

export type Bundle = {
	/** The files to write, by their path within `dist/`. */
	readonly files: readonly {readonly path: string; readonly text: string}[];
	/** The files that the bundler has read, relative to the root. */
	readonly inputs: readonly string[];
};

/**
 * Packages that stay in `node_modules`: those with native code, and those that are a single file
 * already.
 */
const external = ['node-pty', '@xterm/headless', '@xterm/addon-unicode11', 'ssh2', 'cpu-features'];

/**
 * SDKs that are bundled into a file of their own each, by that file's name in `dist/`. They are
 * loaded late, by an `import()` of the package, and all programs share them.
 */
const sharedPackages = {
	openai: 'openai',
	'mcp-server-sdk': '@modelcontextprotocol/server',
	'mcp-server-stdio': '@modelcontextprotocol/server/stdio',
	'mcp-client-sdk': '@modelcontextprotocol/client',
	'mcp-client-stdio': '@modelcontextprotocol/client/stdio',
	'acp-sdk': '@agentclientprotocol/sdk',
} as const;

/**
 * Bundles seven programs. The bin only paints the first frame, so it is one small file; so is the
 * code that then starts an engine. The screen and the command line are chunks, loaded when they are
 * needed. The proxy is one file, because its process needs all of it at once and nothing else. So
 * is the engine of a session: it may load code long after a rebuild has replaced other files. The
 * program that other agents start to reach an engine is small and loads rarely needed code late. No
 * process runs both the screen and the command line, so these share no chunks: sharing would split
 * the screen into twice as many files, each of which costs time at every start. What the screen
 * needs at once is one file.
 */
export async function bundle(root: string): Promise<Bundle> {
	const options = common(root);
	const plugins = [startFast(), oneWidth(root), onlyVersion(root), sharedFiles()];
	const split = {...options, splitting: true, chunkNames: '[name]-[hash]', plugins};
	const results = await Promise.all([
		build({
			...options,
			entryPoints: {main: 'source/main.ts'},
			plugins: [leaveFrontEnds(), onlyVersion(root)],
		}),
		buildStart(split),
		build({...split, entryPoints: {run: 'source/cli/run.ts'}}),
		build({...options, entryPoints: {proxy: 'source/proxy/entry.ts'}, plugins}),
		build({...options, entryPoints: {'begin-engine': beginEngine}, plugins}),
		build({...options, entryPoints: {'run-engine': runEngine}, plugins}),
		build({...split, entryPoints: {'run-shim': runShim}, chunkNames: 'shim-[hash]'}),
		// Identifiers are shortened only in the packages of others.
		build({
			...split,
			plugins: [],
			chunkNames: 'sdk-[hash]',
			entryPoints: sharedPackages,
			minifyIdentifiers: true,
		}),
	]);
	return {
		files: results
			.flatMap(({outputFiles}) => outputFiles)
			.map(file => ({path: relative(`${root}/dist`, file.path), text: finish(file)})),
		inputs: [...new Set(results.flatMap(({metafile}) => inputsOf(metafile)))],
	};
}

/**
 * Bundles the screen. Its chunks have names of their own, and share code with the entry by
 * importing it from there.
 */
async function buildStart(split: BuildOptions & {write: false; metafile: true}): Promise<Split> {
	const result = await build({
		...split,
		entryPoints: {start: 'source/front-ends/start.ts'},
		chunkNames: 'screen-[hash]',
	});
	const outputFiles = await mergeChunks(result, {entry: 'start.js', external});
	return {...result, outputFiles: [...outputFiles]};
}

const beginEngine = 'source/front-ends/attach/begin-engine.ts';
const runShim = 'source/front-ends/mcp/run-shim.ts';
const runEngine = 'source/session-process/run-engine.ts';

/** Reduces our package.json to its version, because the program reads nothing else from it. */
function onlyVersion(root: string): Plugin {
	return {
		name: 'only-version',
		setup(build) {
			build.onLoad({filter: /[/\\]package\.json$/}, ({path}) => {
				if (path !== join(root, 'package.json')) {
					return null;
				}
				const {version} = JSON.parse(readFileSync(path, 'utf8'));
				return {contents: JSON.stringify({version}), loader: 'json'};
			});
		},
	};
}

/**
 * Replaces Ink's measure of text by that of the rest of the screen, so that both agree on columns.
 */
function oneWidth(root: string): Plugin {
	return {
		name: 'one-width',
		setup(build) {
			build.onLoad({filter: /[/\\]string-width[/\\]index\.js$/}, () => ({
				contents: "export {styledWidth as default} from './source/text/styled.ts';",
				resolveDir: root,
			}));
		},
	};
}

function sharedFiles(): Plugin {
	const files = new Map(
		Object.entries(sharedPackages).map(([file, name]) => [name as string, file]),
	);
	return {
		name: 'shared-files',
		setup(build) {
			build.onResolve(
				{filter: /^(?:openai|@modelcontextprotocol\/|@agentclientprotocol\/)/},
				found => {
					const file = found.kind === 'dynamic-import' ? files.get(found.path) : undefined;
					return file === undefined ? null : {path: `./${file}.js`, external: true};
				},
			);
		},
	};
}

/** Leaves out what the bin loads late. Another build makes those files. */
function leaveFrontEnds(): Plugin {
	return {
		name: 'leave-front-ends',
		setup(build) {
			build.onResolve({filter: /\.tsx?$/}, ({kind, path}) =>
				kind === 'dynamic-import'
					? {path: `./${basename(path).replace(/\.tsx?$/, '.js')}`, external: true}
					: null,
			);
		},
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
		// Function names stay, so that a stack trace is readable without a source map.
		minifyWhitespace: true,
		minifySyntax: true,
		legalComments: 'external',
		logLevel: 'error',
		metafile: true,
		write: false,
		external,
		define: {
			'process.env.NODE_ENV': '"production"',
			reducersHash: JSON.stringify(hashOfReducers(root)),
		},
	} as const satisfies BuildOptions;
}

/**
 * A hash of all code that turns a journal's lines into a state. A checkpoint of a program with
 * another hash is not used.
 */
function hashOfReducers(root: string): string {
	const hash = createHash('sha256');
	for (const room of ['events', 'state', 'storage', 'engine']) {
		for (const name of readdirSync(join(root, 'source', room)).toSorted()) {
			if (name.endsWith('.ts')) {
				hash.update(`${name}\n`).update(readFileSync(join(root, 'source', room, name)));
			}
		}
	}
	return hash.digest('hex');
}

/**
 * Defines `require` in a file that contains CommonJS packages, which load Node's own modules with
 * it.
 */
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
