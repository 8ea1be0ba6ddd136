import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import {compileGlob, type Glob} from './glob.ts';

/** Which files a repository leaves alone, as `.gitignore` files on the way say. */
export type IgnoreRules = {
	readonly isIgnored: (path: string, kind: {readonly isFolder: boolean}) => boolean;
	/** The rules inside a folder: those from outside, and its own before them. */
	readonly inside: (folder: string) => IgnoreRules;
};

type Rule = {readonly glob: Glob; readonly isNegated: boolean; readonly isFolderOnly: boolean};

type RuleList = {readonly folder: string; readonly rules: readonly Rule[]};

/** The rules that hold for a folder, from the root of its repository down. */
export function ignoreRulesFor(folder: string): IgnoreRules {
	const root = repositoryRoot(folder);
	if (root === null) {
		return rulesOf([readRules(folder, '.gitignore')]);
	}
	const folders = [root];
	for (const name of relative(root, folder).split(sep).filter(Boolean)) {
		folders.push(join(folders.at(-1)!, name));
	}
	return rulesOf([
		...folders.map(each => readRules(each, '.gitignore')).reverse(),
		readRules(root, '.git/info/exclude'),
	]);
}

/** The nearest list that knows the path decides; within a list, the last rule that does. */
function rulesOf(lists: readonly RuleList[]): IgnoreRules {
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
		inside: folder => rulesOf([readRules(folder, '.gitignore'), ...lists]),
	};
}

const rulesBytesMax = 262_144;

function readRules(folder: string, name: string): RuleList {
	try {
		const text = readFileSync(join(folder, name), 'utf8').slice(0, rulesBytesMax);
		return {folder, rules: text.split(/\r?\n/).flatMap(parseRule)};
	} catch {
		return {folder, rules: []};
	}
}

function parseRule(line: string): readonly Rule[] {
	const trimmed = line.replace(/(?<!\\)\s+$/, '');
	if (trimmed === '' || trimmed.startsWith('#')) {
		return [];
	}
	const isNegated = trimmed.startsWith('!');
	const pattern = isNegated ? trimmed.slice(1) : trimmed;
	const isFolderOnly = pattern.endsWith('/');
	const path = isFolderOnly ? pattern.slice(0, -1) : pattern;
	// A slash before the end ties the pattern to this folder; without one it holds at any depth.
	const isTied = path.includes('/');
	const glob = compileGlob(isTied ? path.replace(/^\//, '') : `**/${path}`);
	return [{glob, isNegated, isFolderOnly}];
}

function repositoryRoot(folder: string): string | null {
	if (existsSync(join(folder, '.git'))) {
		return folder;
	}
	const parent = dirname(folder);
	return parent === folder ? null : repositoryRoot(parent);
}
