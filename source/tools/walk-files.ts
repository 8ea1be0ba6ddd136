import {join} from 'node:path';
import type {FileEntry, FileKind, Files} from '../platform/files.ts';
import {localFiles} from '../platform/local-files.ts';
import {type IgnoreRules, ignoreRulesFor} from './ignore-rules.ts';

export type FoundFile = {
	readonly path: string;
	readonly kind: FileKind;
};

export type WalkOptions = {
	readonly files: Files;
	readonly folder: string;
	/** Also yields hidden files, and those that the repository ignores. */
	readonly isAll: boolean;
	/** The maximal depth; 1 is the folder itself. */
	readonly depthMax: number;
	readonly signal: AbortSignal;
};

/**
 * At most this many entries are visited, so that a folder with millions of files can't block a
 * call.
 */
export const entriesVisitedMax = 200_000;

/** How many folders are listed at once: over a network, latency takes most of the time. */
const foldersAtOnce = 16;

/**
 * Yields everything in a folder, the nearest levels first, so that a caller who stops early has
 * seen the upper levels completely. Links are yielded but not followed: they may lead outside or in
 * a circle.
 */
export async function* walkFiles(options: WalkOptions): AsyncGenerator<FoundFile> {
	const {files, folder, isAll, depthMax, signal} = options;
	let level: readonly Branch[] = [{folder, rules: await ignoreRulesFor(files, folder)}];
	let visited = 0;
	for (let depth = 1; depth <= depthMax && level.length > 0; depth += 1) {
		const next: Branch[] = [];
		for (let at = 0; at < level.length; at += foldersAtOnce) {
			const some = level.slice(at, at + foldersAtOnce);
			const listings = await Promise.all(some.map(branch => list(options, branch)));
			for (const {branch, entries} of listings) {
				for (const entry of entries) {
					visited += 1;
					if (signal.aborted || visited > entriesVisitedMax) {
						return;
					}
					const path = join(branch.folder, entry.name);
					if (!isAll && isLeftOut(entry, {path, rules: branch.rules})) {
						continue;
					}
					yield {path, kind: entry.kind};
					if (entry.kind === 'folder') {
						next.push({folder: path, rules: branch.rules});
					}
				}
			}
		}
		level = next;
	}
}

/**
 * A folder to list. The first folder's rules include its own .gitignore; those of a folder below
 * are read when it is listed.
 */
type Branch = {readonly folder: string; readonly rules: IgnoreRules};

/** Skips a folder that can't be read, as file managers do. */
async function list(
	{files, folder, isAll, signal}: WalkOptions,
	branch: Branch,
): Promise<{readonly branch: Branch; readonly entries: readonly FileEntry[]}> {
	try {
		const entries = [...(await files.readdir(branch.folder, {signal}))].sort((left, right) =>
			left.name < right.name ? -1 : 1,
		);
		const hasRules =
			!isAll && branch.folder !== folder && entries.some(entry => entry.name === '.gitignore');
		const rules = hasRules ? await branch.rules.inside(branch.folder) : branch.rules;
		return {branch: {...branch, rules}, entries};
	} catch {
		return {branch, entries: []};
	}
}

function isLeftOut(entry: FileEntry, {path, rules}: {path: string; rules: IgnoreRules}): boolean {
	return entry.name.startsWith('.') || rules.isIgnored(path, {isFolder: entry.kind === 'folder'});
}

const mentionsMax = 20_000;
const mentionDepthMax = 12;

/** Returns paths relative to the folder, without ignored files, for the completion of mentions. */
export async function filesUnder(
	folder: string,
	signal: AbortSignal,
	files = localFiles,
): Promise<readonly string[]> {
	const paths: string[] = [];
	for await (const found of walkFiles({
		files,
		folder,
		isAll: false,
		depthMax: mentionDepthMax,
		signal,
	})) {
		paths.push(found.kind === 'folder' ? `${found.path}/` : found.path);
		if (paths.length >= mentionsMax || signal.aborted) {
			break;
		}
	}
	return paths;
}
