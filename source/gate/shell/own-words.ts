import {gitRuns} from './git.ts';
import {awkRuns, sedRuns} from './inline.ts';
import {isVagueOption} from './names.ts';
import {rareRunners} from './rare-runners.ts';
import type {Found, ShellReader, Word} from './reader.ts';
import {type Runner, runners} from './runners.ts';

/** Notes what else a program may run because of its own options and arguments. */
export function judgeWords({found}: ShellReader, name: string, rest: readonly Word[]): void {
	if (name === 'git') {
		const why = gitRuns(rest);
		if (why !== null) {
			found.unseen.add(why);
		}
		if (rest.some(word => word.text === '--help' || word.text === 'help')) {
			found.hidden.add('the program that shows the help of git');
		}
		return;
	}
	const runsText = textRunners.get(name);
	if (runsText && (runsText(rest) || rest.some(isVagueOption))) {
		found.unseen.add(`what ${name} runs`);
	}
	const runner = runners[name] ?? rareRunners[name];
	if (runner !== undefined) {
		judgeRunner(found, {name, rest, runner});
	}
}

/** Programs that run a small language, such as a sed script, which we can analyse. */
const textRunners: ReadonlyMap<string, (rest: readonly Word[]) => boolean> = new Map([
	...['awk', 'gawk', 'mawk', 'nawk'].map(name => [name, awkRuns] as const),
	...['sed', 'gsed'].map(name => [name, sedRuns] as const),
]);

function judgeRunner(
	{unseen, hidden}: Found,
	{name, rest, runner}: {name: string; rest: readonly Word[]; runner: Runner},
): void {
	const {runs, loads} = runner;
	const isTar = name === 'tar' && /^[a-zA-Z]*[IF]/.test(rest[0]?.text ?? '');
	const isRemote = name === 'rsync' && rest.some(isRemoteShell);
	if (isTar || isRemote || rest.some(word => runs?.test(word.text))) {
		unseen.add(`what ${name} runs`);
	}
	if (runs && rest.some(isVagueOption)) {
		unseen.add(`what ${name} does: an option is not known`);
	}
	if (rest.some(word => loads?.test(word.text))) {
		hidden.add(`what ${name} reads or writes`);
	}
	// A pattern could expand to a file name that begins with a dash, which would be an option.
	if (runs && rest.some(({isSplit, text}) => isSplit && /^[*?[$`]/.test(text))) {
		const isGrave = name === 'tar' || name === 'rsync' || name === 'zip';
		(isGrave ? unseen : hidden).add(`what ${name} does: an argument is not known`);
	}
}

function isRemoteShell({text}: Word, index: number, words: readonly Word[]): boolean {
	return /^-[a-zA-Z0-9]*e$/.test(text) && words[index + 1]?.text !== 'ssh';
}

/** The programs whose arguments this file can judge. */
export const namesWithWords: readonly string[] = [
	...['git', ...textRunners.keys()],
	...[...Object.keys(runners), ...Object.keys(rareRunners)],
];
