import {basename, dirname, join} from 'node:path/posix';
import type {Files} from '../../platform/files.ts';
import type {Secrets} from '../../platform/secret-places.ts';
import {
	createInstructionReader,
	factsAt,
	type InstructionReader,
	type ReadInstructions,
} from './instruction-reader.ts';

/** File names in order of preference: of each folder only the first one that exists is read. */
export const instructionNames = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md'] as const;

export type ReadProject = {
	/** The root of the repository, else the folder itself. */
	readonly folder: string;
	/** The files; the nearest one comes last. */
	readonly files: readonly ReadInstructions[];
	readonly notes: readonly string[];
};

type Machine = {readonly files: Files; readonly signal: AbortSignal};

/** Reads the instructions from the working folder up to the root of its repository. */
export async function readProject(
	cwd: string,
	{files, signal, secrets}: Machine & {readonly secrets: Secrets},
): Promise<ReadProject> {
	const here = await files.realpath(cwd, {signal});
	const above = foldersAbove(here);
	const marks = await Promise.all(
		above.map(folder => factsAt(files, join(folder, '.git'), signal)),
	);
	const rootAt = Math.max(
		0,
		marks.findIndex(mark => mark !== null),
	);
	const folder = above[rootAt] ?? here;
	const reader = createInstructionReader({
		files,
		root: folder,
		by: 'project',
		signal,
		whyNot: path => whyNot(path, secrets),
	});
	const paths = await Promise.all(
		above.slice(0, rootAt + 1).map(one => instructionsOf(one, {files, signal})),
	);
	const read = await readAll(reader, paths);
	return {folder, files: read.toReversed().flat(), notes: reader.notes};
}

/**
 * Reads the instructions that the person wrote for all projects. They may include files beside
 * them, but no settings.
 */
export async function readOwn(folder: string, {files, signal}: Machine): Promise<ReadProject> {
	const root = await files.realpath(folder, {signal});
	const path = await instructionsOf(root, {files, signal});
	const reader = createInstructionReader({
		files,
		root,
		by: 'person',
		signal,
		whyNot: one => (one.endsWith('.md') ? null : 'only .md files are included here'),
	});
	const read = await readAll(reader, [path]);
	return {folder: root, files: read.flat(), notes: reader.notes};
}

/**
 * The most folders that are searched, since links or cycles of folders could make the way up
 * endless.
 */
const foldersMax = 40;

/** Returns the folder and those above it, the folder itself first. */
function foldersAbove(folder: string): readonly string[] {
	const folders = [folder];
	for (let above = dirname(folder); folders.length < foldersMax; above = dirname(above)) {
		if (above === folders.at(-1)) {
			break;
		}
		folders.push(above);
	}
	return folders;
}

async function instructionsOf(folder: string, {files, signal}: Machine): Promise<string | null> {
	const paths = instructionNames.map(name => join(folder, name));
	const found = await Promise.all(paths.map(path => factsAt(files, path, signal)));
	return paths.find((_, at) => found[at] !== null && found[at]?.kind !== 'folder') ?? null;
}

/** Reads the files one after the other, so that the first ones get their space first. */
async function readAll(
	reader: InstructionReader,
	paths: readonly (string | null)[],
): Promise<readonly (readonly ReadInstructions[])[]> {
	const all: (readonly ReadInstructions[])[] = [];
	for (const path of paths) {
		all.push(path === null ? [] : await reader.read(path));
	}
	return all;
}

function whyNot(path: string, secrets: Secrets): string | null {
	const secret = secrets.at(path);
	if (secret !== null) {
		return `it holds ${secret}`;
	}
	// git's own files can hold passwords in addresses.
	return path.split('/').slice(0, -1).includes('.git') || basename(path) === '.git'
		? "it is one of git's own files"
		: null;
}
