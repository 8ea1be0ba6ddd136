import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {basename, isAbsolute, join, relative} from 'node:path';
import {type BuildOptions, build, type Metafile, type OutputFile, type Plugin} from 'esbuild';
import {mergeChunks, type Split} from './merge-chunks.ts';
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
 * Clients and protocols of others, by the name of their file in `dist/`: each is loaded late, by an
 * `import()` of the package, and is the same file for every program.
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
 * Seven programs. The bin, which has only to paint the first frame, is one small file of its own,
 * and so is what then starts an engine; the screen and the command line are chunks that are loaded when they are needed; the proxy is
 * whole, because its process needs all of it at once and nothing else. So is the engine of a session
 * that outlives its window: what it loads late has to be there after a rebuild too. What other agents
 * start to reach an engine is small, and what it needs for little is loaded late. No process runs both the
 * screen and the command line, so they share no chunks: that would cut the screen into twice as many
 * files, and each costs time at every start. What the screen needs at once is one file.
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
		// Only somebody else's names are made shorter.
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

/** Its late parts have names of their own: what they share with the entry stands in the entry. */
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

/** The program asks its manifest for nothing but the version. */
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

/** Ink measures text as the rest of the screen does, so that what it draws has the same columns. */
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

/** What the bin loads late stays out of it; the other build makes it. */
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
		// Function names stay, so that a stack says where it was; there is no source map.
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
 * Over everything that decides which state a journal's lines make: a checkpoint of another program
 * is not believed.
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
