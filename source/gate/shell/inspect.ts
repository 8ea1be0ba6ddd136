import {builtins} from './builtins.ts';
import {inspectFind} from './find.ts';
import {dashedGit} from './git.ts';
import {inspectInterpreter} from './interpreter-call.ts';
import {interpreters, nameOf, shells} from './names.ts';
import {judgeWords, namesWithWords} from './own-words.ts';
import {takersByAction, takesByAction} from './rare-runners.ts';
import {knownWord, type ShellReader, type SimpleCommand, unknownWord, type Word} from './reader.ts';
import {inspectShell} from './shell-call.ts';
import {inspectTaker, isLoader, listStarts, takers} from './takers.ts';
import {containerRuns, containers, type Wrapper, wrapperNames, wrapperOf} from './wrappers.ts';

/** The contents of more nested wrappers are not examined. Nobody nests them so deep by hand. */
const levelsMax = 12;

/** Examines one command: which other commands it runs, and what it changes for later ones. */
export function inspect(reader: ShellReader, command: SimpleCommand, level = 0): void {
	const {found} = reader;
	const [first] = command.words;
	const rest = command.words.slice(1);
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
	builtins.get(name)?.(reader, rest);
	const inspector = inspectors.get(name) ?? (isLoader.test(name) ? inspectTaker : undefined);
	inspector?.(reader, {name, rest, command, level});
}

type Call = {
	readonly name: string;
	readonly rest: readonly Word[];
	readonly command: SimpleCommand;
	readonly level: number;
};

/** If a name occurs twice in this list, the later entry counts. */
const inspectors: ReadonlyMap<string, (reader: ShellReader, call: Call) => void> = new Map([
	...each([...namesWithWords, ...takersByAction, ...containers, ...wrapperNames], inspectByWords),
	...each(takers, inspectTaker),
	...each(['find', 'fd', 'fdfind'], inspectFinder),
	...each(interpreters, inspectInterpreter),
	...each(shells, inspectShell),
]);

function each<Inspector>(names: Iterable<string>, inspector: Inspector) {
	return [...names].map(name => [name, inspector] as const);
}

function inspectFinder(reader: ShellReader, {name, rest, command, level}: Call): void {
	const {found} = reader;
	inspectFind(rest, {
		inner: words => inspectInner(reader, {...command, words}, level),
		runs: () => found.unseen.add(`what ${name} does with what it finds`),
		writes: target => found.writes.push({target, how: 'overwrite', from: found.folders}),
		isChosen: ({text, names}) =>
			names.some(one => found.tainted.has(one) || /^[\d@*]/.test(one)) || /\$\(|`/.test(text),
		deletes: () => found.hidden.add('what find deletes'),
	});
}

function inspectByWords(reader: ShellReader, call: Call): void {
	const {name, rest, command} = call;
	const wrapper = wrapperOf(name, rest[0]?.text);
	if (wrapper) {
		return unwrap(reader, {...wrapper, ...call});
	}
	if (takesByAction(name, rest)) {
		return inspectTaker(reader, call);
	}
	if (containers.has(name) && rest.some(word => containerRuns.test(word.text))) {
		return listContained(reader, command, rest);
	}
	judgeWords(reader, name, rest);
}

function inspectInner(reader: ShellReader, command: SimpleCommand, level: number): void {
	reader.found.commands.push(command);
	inspect(reader, command, level + 1);
}

/**
 * Lists the commands that may run in a container. A path that is mounted into the container is no
 * command, even if its value is unknown.
 */
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

type Wrapped = NonNullable<ReturnType<typeof wrapperOf>> & Call;

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

/**
 * Marks the words in which `xargs -I` replaces something as unknown, since a line of its input
 * comes in their place.
 */
function replacedIn(options: readonly Word[], inner: readonly Word[]): readonly Word[] {
	const at = options.findIndex(({text}) => /^-[a-zA-Z0-9]*I/.test(text));
	const mark = at === -1 ? null : (/I(.+)/.exec(options[at]!.text)?.[1] ?? options[at + 1]?.text);
	return mark
		? inner.map(word => (word.text.includes(mark) ? {...word, isSeen: false} : word))
		: inner;
}

/** Returns the index at which the wrapped command begins; null if an option is unknown. */
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
	const [name = '', value] = text.slice(2).split('=');
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
		builtins.get('export')?.(reader, [{...words[at]!, plainLength: text.length}]);
		at += 1;
	}
	return words.slice(at);
}
