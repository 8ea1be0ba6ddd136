import {basename} from 'node:path';
import {type BuildResult, build, type Metafile, type OutputFile, type Plugin} from 'esbuild';

export type Split = BuildResult<{write: false; metafile: true}>;

/**
 * Merges an entry with all files that it needs at once, because the bundler makes a file of all
 * code that two parts share, and each file costs time at every start. Parts that are loaded late
 * still import the shared code by the old file's name, which re-exports it, so that no code is
 * duplicated.
 */
export async function mergeChunks(
	{outputFiles, metafile}: Split,
	{entry, external}: {readonly entry: string; readonly external: readonly string[]},
): Promise<readonly OutputFile[]> {
	const outputs = byName(metafile);
	const texts = new Map(outputFiles.map(file => [basename(file.path), file]));
	const merged = neededAtOnce(entry, outputs);
	const names = (name: string) => outputs.get(name)?.exports ?? [];
	const lines = merged.map((name, index) => {
		const own = names(name).map(each =>
			name === entry ? each : `${each} as ${alias(index, each)}`,
		);
		return `export {${own.join(',')}} from './${name}';`;
	});
	const {outputFiles: made} = await build({
		stdin: {contents: lines.join('\n'), loader: 'js', resolveDir: '/'},
		plugins: [fromMemory(texts)],
		external: [...external],
		bundle: true,
		write: false,
		format: 'esm',
		platform: 'node',
		target: 'node22',
		minifyWhitespace: true,
		minifySyntax: true,
		logLevel: 'error',
	});
	const passers = new Map(
		merged.map((name, index) => [name, passOn(names(name), {from: entry, index})]),
	);
	const wanted = new Set(
		[...outputs].flatMap(([name, output]) =>
			merged.includes(name) ? [] : output.imports.map(({path}) => basename(path)),
		),
	);
	return outputFiles.flatMap(file => {
		const name = basename(file.path);
		if (name === entry) {
			return made.map(({text}) => ({...file, text}));
		}
		const text = passers.get(name);
		return text === undefined ? [file] : wanted.has(name) ? [{...file, text}] : [];
	});
}

function alias(index: number, name: string): string {
	return `part${index}_${name}`;
}

function passOn(
	names: readonly string[],
	{from, index}: {readonly from: string; readonly index: number},
): string {
	const list = names.map(name => `${alias(index, name)} as ${name}`);
	return `export {${list.join(',')}} from './${from}';\n`;
}

type Outputs = ReadonlyMap<string, Metafile['outputs'][string]>;

function byName({outputs}: Metafile): Outputs {
	return new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
}

/** Returns the names of all files that the entry imports statically. The entry comes first. */
function neededAtOnce(entry: string, outputs: Outputs): readonly string[] {
	const found = new Set([entry]);
	for (const name of found) {
		for (const {kind, path, external} of outputs.get(name)?.imports ?? []) {
			if (kind === 'import-statement' && external !== true) {
				found.add(basename(path));
			}
		}
	}
	return [...found];
}

/** Lets the bundler read the files from memory. A dynamic import stays a file of its own. */
function fromMemory(files: ReadonlyMap<string, OutputFile>): Plugin {
	return {
		name: 'from-memory',
		setup(build) {
			build.onResolve({filter: /^\.\//}, ({kind, path}) =>
				kind === 'dynamic-import'
					? {path, external: true}
					: {path: basename(path), namespace: 'made'},
			);
			build.onLoad({filter: /./, namespace: 'made'}, ({path}) => ({
				contents: files.get(path)?.text ?? '',
				loader: 'js',
			}));
		},
	};
}
