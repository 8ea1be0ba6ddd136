import {builtins} from './builtins.ts';
import {inspectFind} from './find.ts';
import {dashedGit, gitRuns} from './git.ts';
import {awkRuns, sedRuns} from './inline.ts';
import {inspectInterpreter} from './interpreter-call.ts';
import {interpreters, isVagueOption, nameOf, shells} from './names.ts';
import {rareRunners} from './rare-runners.ts';
import {knownWord, type ShellReader, type SimpleCommand, unknownWord, type Word} from './reader.ts';
import {runners} from './runners.ts';
import {inspectShell} from './shell-call.ts';
import {inspectTaker, isTaker, listStarts} from './takers.ts';
import {containerRuns, containers, type Wrapper, wrappers} from './wrappers.ts';

/** Nobody wraps a command so often. */
const levelsMax = 12;

/** Looks into one command: what it runs besides itself, and what it changes for those behind it. */
export function inspect(reader: ShellReader, command: SimpleCommand, level = 0): void {
	const {found} = reader;
	const [first, ...rest] = command.words;
	if (!first?.isSeen || level > levelsMax) {
		found.unseen.add('which program runs');
		listStarts(reader, command, rest);
		return;
	}
	const dashed = dashedGit(first);
	if (dashed) {
		return inspectInner(reader, {...command, words: [knownWord('git'), dashed, ...rest]}, level);
	}
	const name = nameOf(first);
	builtins[name]?.(reader, rest);
	const runs = (why: string) => found.unseen.add(why);
	if (shells.has(name)) {
		return inspectShell(reader, {name, rest, command});
	}
	if (interpreters.has(name)) {
		return inspectInterpreter(reader, {name, rest, command});
	}
	const wrapper = wrapperOf(name, rest);
	if (wrapper) {
		return unwrap(reader, {...wrapper, name, command, level});
	}
	if (name === 'find' || name === 'fd' || name === 'fdfind') {
		return inspectFind(rest, {
			inner: words => inspectInner(reader, {...command, words}, level),
			runs: () => runs(`what ${name} does with what it finds`),
			writes: target => found.writes.push({target, how: 'overwrite', from: found.folders}),
			isChosen: ({text, names}) =>
				names.some(one => found.tainted.has(one) || /^[\d@*]/.test(one)) || /\$\(|`/.test(text),
			deletes: () => found.hidden.add('what find deletes'),
		});
	}
	if (isTaker(name, rest)) {
		return inspectTaker(reader, {name, rest, command});
	}
	if (containers.test(name) && rest.some(word => containerRuns.test(word.text))) {
		return listContained(reader, command, rest);
	}
	inspectWords(reader, name, rest);
}

function inspectWords({found}: ShellReader, name: string, rest: readonly Word[]): void {
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
	if (/^(?:[gmn]?awk)$/.test(name) && (awkRuns(rest) || rest.some(isVagueOption))) {
		found.unseen.add(`what ${name} runs`);
	}
	if (/^g?sed$/.test(name) && (sedRuns(rest) || rest.some(isVagueOption))) {
		found.unseen.add(`what ${name} runs`);
	}
	const runner = runners[name] ?? rareRunners[name];
	const isTar = name === 'tar' && /^[a-zA-Z]*[IF]/.test(rest[0]?.text ?? '');
	if (isTar || rest.some(word => runner?.runs?.test(word.text))) {
		found.unseen.add(`what ${name} runs`);
	}
	if (name === 'rsync' && rest.some(isRemoteShell)) {
		found.unseen.add(`what ${name} runs`);
	}
	if (runner?.runs && rest.some(isVagueOption)) {
		found.unseen.add(`what ${name} does: an option is not known`);
	}
	if (rest.some(word => runner?.loads?.test(word.text))) {
		found.hidden.add(`what ${name} reads or writes`);
	}
	// A name of a file that begins with a dash would be an option.
	if (runner?.runs && rest.some(({isSplit, text}) => isSplit && /^[*?[$`]/.test(text))) {
		const isGrave = name === 'tar' || name === 'rsync' || name === 'zip';
		(isGrave ? found.unseen : found.hidden).add(`what ${name} does: an argument is not known`);
	}
}

function isRemoteShell({text}: Word, index: number, words: readonly Word[]): boolean {
	return /^-[a-zA-Z0-9]*e$/.test(text) && words[index + 1]?.text !== 'ssh';
}

function inspectInner(reader: ShellReader, command: SimpleCommand, level: number): void {
	reader.found.commands.push(command);
	inspect(reader, command, level + 1);
}

/** A folder that is made known to a container is no command, also where its path is not known. */
function listContained(reader: ShellReader, command: SimpleCommand, rest: readonly Word[]): void {
	const isPath = ({text}: Word) => /[:/=]/.test(text);
	if (rest.some(word => !word.isSeen && !isPath(word))) {
		reader.found.unseen.add('what runs in the container');
	}
	listStarts(
		reader,
		command,
		rest.filter(word => word.isSeen || !isPath(word)),
	);
}

type Wrapped = Wrapper & {
	readonly name: string;
	readonly command: SimpleCommand;
	readonly level: number;
	/** Words of its own name, such as `npm exec`. */
	readonly from: number;
};

function wrapperOf(name: string, rest: readonly Word[]): (Wrapper & {from: number}) | null {
	const one = wrappers[name];
	if (one) {
		return {...one, from: 1};
	}
	const two = rest[0] && wrappers[`${name} ${rest[0].text}`];
	return two ? {...two, from: 2} : null;
}

function unwrap(reader: ShellReader, wrapped: Wrapped): void {
	const {command, name, from, asks} = wrapped;
	const {found} = reader;
	const words = command.words.slice(from);
	if (asks?.test(words[0]?.text ?? '')) {
		return;
	}
	const at = endOfOptions(words, wrapped);
	if (at === null) {
		found.unseen.add(`what ${name} runs`);
		return listStarts(reader, command, words);
	}
	const inner = afterAssignments(reader, words.slice(at), wrapped);
	if (inner.length === 0) {
		if (name === 'xargs') {
			found.commands.push({...command, words: [knownWord('echo'), unknownWord]});
		}
		return;
	}
	const replaced = name === 'xargs' ? replacedIn(words.slice(0, at), inner) : inner;
	const added = wrapped.adds ? [...replaced, unknownWord] : replaced;
	if (wrapped.adds && added.slice(1).some(({text}) => text.includes(replaceMark))) {
		found.hidden.add('what xargs puts into the command');
	}
	inspectInner(reader, {...command, words: added}, wrapped.level);
}

const replaceMark = '{}';

/** What stands for each line that is read is not known. */
function replacedIn(options: readonly Word[], inner: readonly Word[]): readonly Word[] {
	const at = options.findIndex(({text}) => /^-[a-zA-Z0-9]*I/.test(text));
	const mark = at === -1 ? null : (/I(.+)/.exec(options[at]!.text)?.[1] ?? options[at + 1]?.text);
	return mark
		? inner.map(word => (word.text.includes(mark) ? {...word, isSeen: false} : word))
		: inner;
}

/** Where the command begins; null where an option is not known. */
function endOfOptions(words: readonly Word[], wrapper: Wrapper): number | null {
	const {flags = '', values = '', long = [], skips = 0} = wrapper;
	let at = 0;
	while (at < words.length && (words[at]!.text.startsWith('-') || !words[at]!.isSeen)) {
		const {text, isSeen} = words[at]!;
		if (!isSeen) {
			return words[at]!.isSplit || at === 0 ? null : at;
		}
		at += 1;
		if (text === '--') {
			break;
		}
		const steps = text.startsWith('--')
			? longSteps(text, long)
			: shortSteps(text.slice(1), {flags, values});
		if (steps === null) {
			return null;
		}
		at += steps;
	}
	const own = words.slice(at, at + skips);
	return own.every(word => word.isSeen || !word.isSplit)
		? Math.min(at + skips, words.length)
		: null;
}

function longSteps(text: string, long: readonly string[]): number | null {
	const [name = '', value] = text.slice(2).split('=', 2);
	if (long.includes(name)) {
		return 0;
	}
	return long.includes(`${name}=`) ? (value === undefined ? 1 : 0) : null;
}

function shortSteps(letters: string, {flags, values}: Required<Pick<Wrapper, 'flags' | 'values'>>) {
	for (let at = 0; at < letters.length; at += 1) {
		const letter = letters[at]!;
		if (values.includes(letter)) {
			return at === letters.length - 1 ? 1 : 0;
		}
		if (!flags.includes(letter)) {
			return null;
		}
	}
	return letters === '' ? null : 0;
}

function afterAssignments(
	reader: ShellReader,
	words: readonly Word[],
	{assigns}: Wrapper,
): readonly Word[] {
	let at = 0;
	while (assigns && words[at]?.text.includes('=')) {
		const {text} = words[at]!;
		if (!/^[A-Za-z_]\w*=/.test(text)) {
			reader.found.unseen.add('a variable whose name is not plain is set');
		}
		builtins['export']?.(reader, [{...words[at]!, plainLength: text.length}]);
		at += 1;
	}
	return words.slice(at);
}
