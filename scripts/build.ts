/**
 * `npm run build`: bundles the program into `dist/`, once for each front end, but only if one of
 * its inputs has changed. `node scripts/build.ts --force` builds in any case.
 */

import {createHash} from 'node:crypto';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(import.meta.dirname, '..');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	try {
		const say = (words: string) => console.log(words);
		say(await buildProgram({root, isForced: process.argv.includes('--force'), say}));
	} catch (error) {
		// The bundler has already printed where and why, so print only the first line.
		console.error(error instanceof Error ? error.message.split('\n')[0] : error);
		process.exitCode = 1;
	}
}

export type BuildOptions = {
	/** The folder with `source/`, `themes/` and `node_modules/`. `dist/` is written there too. */
	readonly root: string;
	readonly isForced: boolean;
	/**
	 * Called before a build, which takes seconds. Without a message the first `npm start` would seem
	 * to hang.
	 */
	readonly say?: (words: string) => void;
};

/** Builds if necessary. Resolves to a line about what was done; rejects if a step fails. */
export async function buildProgram({root, isForced, say}: BuildOptions): Promise<string> {
	const dist = join(root, 'dist');
	const stampFile = join(root, 'node_modules/.cache/agent-tui/build.json');
	const recipe = recipeOf(root);
	if (!isForced && isFresh({root, stampFile, recipe})) {
		return 'dist/ is up to date';
	}
	say?.(buildingWords(process.version, process.env));
	const began = Date.now();
	// Loaded only now, because a build that is up to date doesn't need it.
	const {bundle} = await import('./bundle.ts');
	const {files, inputs} = await bundle(root);
	rmSync(dist, {recursive: true, force: true});
	mkdirSync(dist);
	for (const {path, text} of files) {
		writeFileSync(join(dist, path), text);
	}
	chmodSync(join(dist, 'main.js'), 0o755);
	writeStamp(stampFile, {
		recipe,
		files: files.map(file => file.path),
		inputs: stampsOf(root, {inputs, began}),
	});
	const bytes = files.reduce((sum, {text}) => sum + text.length, 0);
	return `dist/ built: ${files.length} files, ${Math.round(bytes / 1024)} kB, ${Date.now() - began} ms`;
}

/**
 * The message before a build. It names the Node that builds and runs the program if npm itself runs
 * on another one.
 */
export function buildingWords(own: string, env: NodeJS.ProcessEnv): string {
	const [, npms] = / node\/(v\S+)/.exec(env['npm_config_user_agent'] ?? '') ?? [];
	return npms === undefined || npms === own
		? 'building dist/ …'
		: `building dist/ …, with the Node ${own} that this checkout brings; yours, ${npms}, is enough for npm`;
}

type Stamp = {
	/** A hash of everything but the inputs that decides how the program is built. */
	readonly recipe: string;
	readonly files: readonly string[];
	readonly inputs: Readonly<Record<string, string>>;
};

function recipeOf(root: string): string {
	const hash = createHash('sha256').update(`${process.version} ${root}`);
	for (const file of ['build.ts', 'bundle.ts', 'merge-chunks.ts', 'start-fast.ts']) {
		hash.update(readFileSync(join(import.meta.dirname, file)));
	}
	const lock = join(root, 'package-lock.json');
	return hash.update(existsSync(lock) ? readFileSync(lock) : '').digest('hex');
}

function isFresh({
	root,
	stampFile,
	recipe,
}: {
	root: string;
	stampFile: string;
	recipe: string;
}): boolean {
	try {
		const stamp = JSON.parse(readFileSync(stampFile, 'utf8')) as Stamp;
		return (
			stamp.recipe === recipe &&
			stamp.files.every(file => existsSync(join(root, 'dist', file))) &&
			Object.entries(stamp.inputs).every(([file, known]) => stampOf(root, file) === known)
		);
	} catch {
		return false;
	}
}

function writeStamp(file: string, stamp: Stamp): void {
	mkdirSync(dirname(file), {recursive: true});
	writeFileSync(file, JSON.stringify(stamp));
}

/**
 * The time and size of each input. A file that was written during the build may have been read
 * before that, so it gets a value that never matches.
 */
function stampsOf(
	root: string,
	{inputs, began}: {inputs: readonly string[]; began: number},
): Readonly<Record<string, string>> {
	const isOlder = (file: string) => statSync(join(root, file)).mtimeMs < began;
	return Object.fromEntries(
		inputs.map(file => [file, isOlder(file) ? stampOf(root, file) : 'written meanwhile']),
	);
}

function stampOf(root: string, file: string): string {
	const {mtimeMs, size} = statSync(join(root, file));
	return `${mtimeMs} ${size}`;
}
