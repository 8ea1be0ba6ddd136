import type {Dirent} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {type IgnoreRules, ignoreRulesFor} from './ignore-rules.ts';

export type Found = {
	readonly path: string;
	readonly kind: 'file' | 'folder' | 'link' | 'other';
};

export type WalkOptions = {
	readonly folder: string;
	/** Also what begins with a dot and what the repository ignores. */
	readonly isAll: boolean;
	/** How many folders deep; 1 is the folder itself. */
	readonly depthMax: number;
	readonly signal: AbortSignal;
};

/** A folder that somebody filled with millions of files must not hold up the call. */
export const entriesVisitedMax = 200_000;

/**
 * Everything in a folder, nearest first, so that whoever stops early has seen the upper levels
 * whole. Links are named and not followed: they may lead out, or round in a circle.
 */
export async function* walkFiles({
	folder,
	isAll,
	depthMax,
	signal,
}: WalkOptions): AsyncGenerator<Found> {
	let level: readonly Branch[] = [{folder, rules: ignoreRulesFor(folder)}];
	let visited = 0;
	for (let depth = 1; depth <= depthMax && level.length > 0; depth += 1) {
		const next: Branch[] = [];
		for (const branch of level) {
			for (const entry of await entriesOf(branch.folder)) {
				visited += 1;
				if (signal.aborted || visited > entriesVisitedMax) {
					return;
				}
				const path = join(branch.folder, entry.name);
				if (!isAll && isLeftOut(entry, {path, rules: branch.rules})) {
					continue;
				}
				const kind = kindOf(entry);
				yield {path, kind};
				if (kind === 'folder') {
					next.push({folder: path, rules: branch.rules.inside(path)});
				}
			}
		}
		level = next;
	}
}

type Branch = {readonly folder: string; readonly rules: IgnoreRules};

/** A folder that can't be read is skipped, as every file manager does. */
async function entriesOf(folder: string): Promise<readonly Dirent[]> {
	try {
		const entries = await readdir(folder, {withFileTypes: true});
		return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
	} catch {
		return [];
	}
}

function isLeftOut(entry: Dirent, {path, rules}: {path: string; rules: IgnoreRules}): boolean {
	return entry.name.startsWith('.') || rules.isIgnored(path, {isFolder: entry.isDirectory()});
}

function kindOf(entry: Dirent): Found['kind'] {
	if (entry.isSymbolicLink()) {
		return 'link';
	}
	return entry.isDirectory() ? 'folder' : entry.isFile() ? 'file' : 'other';
}

const mentionsMax = 20_000;
const mentionDepthMax = 12;

/** Paths for mentions, relative to the folder, without what the repository ignores. */
export async function filesUnder(folder: string, signal: AbortSignal): Promise<readonly string[]> {
	const paths: string[] = [];
	for await (const found of walkFiles({folder, isAll: false, depthMax: mentionDepthMax, signal})) {
		paths.push(found.kind === 'folder' ? `${found.path}/` : found.path);
		if (paths.length >= mentionsMax || signal.aborted) {
			break;
		}
	}
	return paths;
}
