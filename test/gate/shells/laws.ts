/**
 * What has to hold between what the gate said of a line and what a real shell then did with it.
 * Pure: records in, broken laws out.
 */
import {basename, dirname, resolve} from 'node:path';
import type {Script, SimpleCommand, Write} from '../../../source/gate/shell/script.ts';
import type {Outcome, Run} from './world.ts';

export type LawName = 'P1' | 'P2' | 'P3' | 'P4' | 'P7';
export type Breach = {readonly law: LawName; readonly detail: string};

/** P1: every program that ran was among the commands seen, or something was said not to be. */
export function runsUnseen(saw: Script, {runs}: Outcome): readonly Breach[] {
	if (saw.unseen.length > 0) {
		return [];
	}
	return runs
		.filter(run => !isOfFile(run))
		.filter(run => !saw.commands.some(command => isOf(run, command)))
		.map(run => ({law: 'P1', detail: `ran ${shown(run)}`}));
}

/** P2: every file that appeared, changed or went was among the writes seen, or likewise. */
export function changesUnseen(saw: Script, {runs, changes}: Outcome): readonly Breach[] {
	// What a script of its own writes is not of this line.
	if (saw.unseen.length > 0 || runs.some(({words}) => isShellWithFile(words))) {
		return [];
	}
	return filesOf(changes)
		.filter(path => !saw.writes.some(write => meets(path, write)))
		.map(path => ({law: 'P2', detail: `changed ${path}`}));
}

/**
 * P3: what rules for these beginnings (`git`, `git status`) allow runs nothing else, from nowhere
 * else, in no other folder, and changes no file.
 */
export function runsOutside(allowed: readonly string[], outcome: Outcome): readonly Breach[] {
	const strangers = outcome.runs.filter(
		run => !isTrusted(run) || !allowed.some(words => begins(words, run)) || run.cwd !== workFolder,
	);
	return [
		...strangers.map(run => ({law: 'P3', detail: `allowed ${shown(run)} in ${run.cwd}`}) as const),
		...filesOf(outcome.changes).map(
			path => ({law: 'P3', detail: `allowed to change ${path}`}) as const,
		),
	];
}

/** P4: what a grant of the scope lets through runs nothing that a rule denies or asks about. */
export function runsForbidden(forbidden: readonly string[], outcome: Outcome): readonly Breach[] {
	return outcome.runs
		.filter(run => forbidden.some(words => speaksOf(words, run)))
		.map(run => ({law: 'P4', detail: `let through ${shown(run)}`}));
}

/**
 * Without zsh's own: while it reads a document, that lies in a file, which stays behind when zsh is
 * ended there by a limit of the sandbox.
 */
function filesOf(changes: Outcome['changes']): Outcome['changes'] {
	return changes.filter(path => !/^\/tmp\/zsh\w{6}$/.test(path));
}

export const workFolder = '/world/work';
const homeFolder = '/world/home';

function begins(words: string, run: Run): boolean {
	const own = [basename(run.name), ...run.words.slice(1)];
	return words.split(' ').every((word, index) => own[index] === word);
}

/** Found by its bare name where programs are, and not in a folder of the line's choice. */
function isTrusted({name}: Run): boolean {
	return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'].includes(dirname(name));
}

const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash']);

/** It stands in a file that a shell was called with: that file is a program like any other. */
function isOfFile({inside}: Run): boolean {
	return isShellWithFile(inside.split('\u0001'));
}

function isShellWithFile([name = '', ...rest]: readonly string[]): boolean {
	let at = 0;
	while (/^[-+][a-bd-rt-zA-Z]+$/.test(rest[at] ?? '')) {
		at += /[oO]$/.test(rest[at]!) ? 2 : 1;
	}
	const isEnd = rest[at] === '--' || rest[at] === '-';
	const file = rest[isEnd ? at + 1 : at];
	return shells.has(basename(name)) && file !== undefined && (isEnd || !/^[-+]/.test(file));
}

function isOf(run: Run, {words}: SimpleCommand): boolean {
	const [first, ...rest] = words;
	if (first === undefined || !first.isSeen) {
		return false;
	}
	const isNamed = first.text.includes('/')
		? resolve(run.cwd, run.name) === resolve(run.cwd, first.text)
		: isTrusted(run) && basename(run.name) === first.text;
	return isNamed && areOf(run.words.slice(1), rest);
}

/** A word that is not known can become any number of arguments. */
function areOf(given: readonly string[], words: SimpleCommand['words']): boolean {
	const [word, ...rest] = words;
	if (word === undefined) {
		return given.length === 0;
	}
	if (word.isSeen) {
		return given[0] === word.text && areOf(given.slice(1), rest);
	}
	return given.some((_, index) => areOf(given.slice(index), rest)) || areOf([], rest);
}

/** From every folder in which the gate says that it may run; from any where it does not know. */
function meets(path: string, {target, from = ['']}: Write): boolean {
	return from === null
		? path.endsWith(`/${basename(target)}`)
		: from.some(folder => resolve(workFolder, atHome(folder), atHome(target)) === path);
}

function atHome(path: string): string {
	return path === '~' || path.startsWith('~/') ? homeFolder + path.slice(1) : path;
}

/** A bare program, or `git push`, which global options may stand between. */
function speaksOf(words: string, run: Run): boolean {
	const [program, action] = words.split(' ');
	return basename(run.name) === program && (action === undefined || actionOf(run.words) === action);
}

const gitOptionsWithValue = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace']);

function actionOf(words: readonly string[]): string | undefined {
	let index = 1;
	while (words[index]?.startsWith('-')) {
		index += gitOptionsWithValue.has(words[index]!) ? 2 : 1;
	}
	return words[index];
}

function shown({name, words}: Run): string {
	return JSON.stringify([name, ...words.slice(1)]);
}
