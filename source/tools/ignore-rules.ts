import {dirname, join, relative, sep} from 'node:path';
import type {Files} from '../platform/files.ts';
import {compileGlob, type Glob} from './glob.ts';

/**
 * Knows which files a repository ignores, by all `.gitignore` files from its root to the folder.
 */
export type IgnoreRules = {
	readonly isIgnored: (path: string, kind: {readonly isFolder: boolean}) => boolean;
	/** Returns the rules for a subfolder: those of its parents, then its own. */
	readonly inside: (folder: string) => Promise<IgnoreRules>;
};

type Rule = {readonly glob: Glob; readonly isNegated: boolean; readonly isFolderOnly: boolean};

type RuleList = {readonly folder: string; readonly rules: readonly Rule[]};

/** Reads the rules for a folder, from its repository's root downwards. */
export async function ignoreRulesFor(files: Files, folder: string): Promise<IgnoreRules> {
	const root = await repositoryRoot(files, folder);
	if (root === null) {
		return rulesOf(files, [await readRules(files, join(folder, '.gitignore'))]);
	}
	const folders = [root];
	for (const name of relative(root, folder).split(sep).filter(Boolean)) {
		folders.push(join(folders.at(-1)!, name));
	}
	const lists = await Promise.all([
		...folders.map(each => readRules(files, join(each, '.gitignore'))).reverse(),
		readRules(files, join(root, '.git/info/exclude'), root),
	]);
	return rulesOf(files, lists);
}

/**
 * Combines lists of rules. The nearest list with a matching rule decides, and in it the last match.
 */
function rulesOf(files: Files, lists: readonly RuleList[]): IgnoreRules {
	return {
		isIgnored(path, {isFolder}) {
			for (const {folder, rules} of lists) {
				const local = relative(folder, path).split(sep).join('/');
				const decisive = rules.findLast(
					rule => (isFolder || !rule.isFolderOnly) && rule.glob(local),
				);
				if (decisive) {
					return !decisive.isNegated;
				}
			}
			return false;
		},
		inside: async folder =>
			rulesOf(files, [await readRules(files, join(folder, '.gitignore')), ...lists]),
	};
}

const rulesBytesMax = 262_144;

async function readRules(files: Files, path: string, folder = dirname(path)): Promise<RuleList> {
	try {
		const answer = await files.read(path, {bytesMax: rulesBytesMax});
		const text = answer.type === 'bytes' ? answer.bytes.toString('utf8') : '';
		return {folder, rules: text.split(/\r?\n/).flatMap(parseRule)};
	} catch {
		return {folder, rules: []};
	}
}

function parseRule(line: string): readonly Rule[] {
	const trimmed = withoutBlankEnd(line);
	if (trimmed === '' || trimmed.startsWith('#')) {
		return [];
	}
	const isNegated = trimmed.startsWith('!');
	const pattern = isNegated ? trimmed.slice(1) : trimmed;
	const isFolderOnly = pattern.endsWith('/');
	const path = isFolderOnly ? pattern.slice(0, -1) : pattern;
	// A slash before the end makes the pattern apply to this folder only, not at any depth.
	const isTied = path.includes('/');
	const glob = compileGlob(isTied ? path.replace(/^\//, '') : `**/${path}`);
	return [{glob, isNegated, isFolderOnly}];
}

/**
 * Removes blanks at the end, but not one after a backslash, which belongs to the name. A regular
 * expression such as `\s+$` would take minutes for one long row of blanks inside a line.
 */
function withoutBlankEnd(line: string): string {
	const trimmed = line.trimEnd();
	return trimmed.endsWith('\\') ? line.slice(0, trimmed.length + 1) : trimmed;
}

/**
 * Finds the repository's root. It asks about all parent folders at once, since asking one after the
 * other is slow over a network.
 */
async function repositoryRoot(files: Files, folder: string): Promise<string | null> {
	const above = [folder];
	while (dirname(above.at(-1)!) !== above.at(-1)) {
		above.push(dirname(above.at(-1)!));
	}
	const found = await Promise.all(above.map(each => files.exists(join(each, '.git'))));
	return above[found.indexOf(true)] ?? null;
}
