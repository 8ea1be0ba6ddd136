import {moveBack, moveTo} from './folders.ts';
import {knownWord, type ShellReader, unknownWord, type Word} from './reader.ts';
import {readText} from './shell-call.ts';
import {readSumText} from './sums.ts';
import {judgeTest} from './tests.ts';
import {assign, isRunning} from './variables.ts';

type Effect = (reader: ShellReader, rest: readonly Word[]) => void;

const unseen =
	(why: string): Effect =>
	({found}) => {
		found.isChanged = true;
		found.unseen.add(why);
	};

const declare: Effect = (reader, rest) => {
	const {found} = reader;
	found.isChanged = true;
	for (const word of rest) {
		const {text, isSeen, plainLength} = word;
		const name = /^[A-Za-z_]\w*/.exec(text.slice(0, plainLength))?.[0];
		const isOption = isSeen && /^[-+][aAfFgprtxluUL]+$/.test(text);
		if (isOption || (isSeen && text === '--')) {
			continue;
		}
		const isWhole = name !== undefined && (name === text || text[name.length] === '=');
		if (!isWhole || (!isSeen && name === text)) {
			found.unseen.add('a variable whose name is not known is set');
		} else if (name !== text) {
			if (text[name.length + 1] === '(') {
				found.unseen.add('a list in quotes');
			}
			assign(reader, {name, value: {...word, isNumber: false, text: text.slice(name.length + 1)}});
		} else if (isRunning(name)) {
			found.hidden.add(`the variable ${name} is passed on`);
		}
	}
};

/**
 * Returns the words after the options. `valued` are the letters of the options that take a value.
 */
function operands(rest: readonly Word[], valued: string): readonly Word[] {
	let at = 0;
	while (at < rest.length && /^-[\w-]+$/.test(rest[at]!.text)) {
		const {text} = rest[at]!;
		at += 1;
		if (text === '--') {
			break;
		}
		at += text.length > 1 && valued.includes(text.at(-1)!) ? 1 : 0;
	}
	return rest.slice(at);
}

function assignAll(reader: ShellReader, names: readonly Word[]): void {
	reader.found.isChanged = true;
	for (const {text, isSeen} of names) {
		if (isSeen && /^[A-Za-z_]\w*$/.test(text)) {
			assign(reader, {name: text, value: unknownWord});
		} else {
			reader.found.unseen.add('a variable whose name is not known is set');
		}
	}
}

const lists: Effect = (reader, rest) => {
	if (rest.some(({text, isSeen}) => /^-[a-zA-Z]*C/.test(text) || !isSeen)) {
		reader.found.unseen.add('what is run for each line');
	}
	const names = operands(rest, 'dnOsucC');
	assignAll(reader, names.length === 0 ? [knownWord('MAPFILE')] : names);
};

const counting: Effect = ({found}, rest) => {
	for (const {text, isSeen, isNumber, names} of rest) {
		const isHarmless = isSeen ? /^[-\w]*$/.test(text) : isNumber;
		if (!isHarmless) {
			found.unseen.add('a number that is not known');
		}
		for (const name of names.filter(one => /^\w/.test(one))) {
			found.counted.add(name);
		}
	}
};

const test: Effect = (reader, rest) => judgeTest(reader, rest);

const effects: Readonly<Record<string, Effect>> = {
	'[': test,
	'[[': test,
	test,
	cd: (reader, rest) => moveTo(reader, operands(rest, '')),
	chdir: (reader, rest) => moveTo(reader, operands(rest, '')),
	pushd: (reader, rest) => moveTo(reader, operands(rest, '')),
	popd: moveBack,
	export: declare,
	readonly: declare,
	declare,
	typeset: declare,
	local: declare,
	integer: unseen('what is assigned is counted out'),
	float: unseen('what is assigned is counted out'),
	read(reader, rest) {
		const names = operands(rest, 'adeinNptu');
		const list = rest.findIndex(({text}) => /^-[a-zA-Z]*a$/.test(text));
		assignAll(reader, list === -1 ? names : [...names, ...rest.slice(list + 1, list + 2)]);
	},
	coproc: unseen('"coproc"'),
	getopts: (reader, rest) => assignAll(reader, rest.slice(1, 2)),
	mapfile: lists,
	readarray: lists,
	printf(reader, rest) {
		const at = rest.findIndex(({text}) => /^-v/.test(text));
		if (at === 0) {
			const own = rest[0]!.text.slice(2);
			assignAll(reader, own === '' ? rest.slice(1, 2) : [knownWord(own)]);
		}
		const isCounted = /%[^%a-zA-Z]*[diouxXeEfFgGc]/.test(rest[0]?.text ?? '');
		if (isCounted && rest.some(({text, isSeen}) => isSeen && /\[.*[$`]/.test(text))) {
			reader.found.unseen.add('a number that is counted out');
		}
		const mayBeOption = rest[0]?.isSeen === false && /^[$`-]/.test(rest[0].text);
		const isName = rest.slice(1).some(({text}) => /\[.*[$`]/.test(text));
		if (rest.length > 1 && (rest[0]?.isSplit || (mayBeOption && isName))) {
			reader.found.unseen.add('what printf does: an argument is not known');
		}
	},
	unset(reader, rest) {
		reader.found.isChanged = true;
		const names = operands(rest, '');
		if (names.some(({text, isSeen}) => !isSeen || !/^\w+$/.test(text) || isRunning(text))) {
			reader.found.unseen.add('what is unset');
		}
	},
	set({found}, rest) {
		found.isChanged = true;
		const first = rest[0];
		const areKnown = rest.every(
			({text, isSeen}, index) =>
				/^[-+][abefhmuvxCBEHPT]*o?$/.test(text) ||
				(/o$/.test(rest[index - 1]?.text ?? '') && harmlessOptions.test(text)) ||
				(isSeen && text === '--') ||
				rest.slice(0, index).some(word => word.text === '--'),
		);
		if (first && !areKnown) {
			found.unseen.add('how the shell reads what follows');
		}
	},
	shopt({found}, rest) {
		found.isChanged = true;
		if (
			rest.some(
				({text}) =>
					!/^(?:-[supq]+|nullglob|globstar|failglob|dotglob|nocaseglob|nocasematch|inherit_errexit)$/.test(
						text,
					),
			)
		) {
			found.unseen.add('how the shell reads what follows');
		}
	},
	trap(reader, rest) {
		const [action] = operands(rest, '');
		reader.found.isChanged = true;
		reader.found.hidden.add('what runs at the end');
		if (action && action.text !== '-' && !/^\d*$/.test(action.text)) {
			readText(reader, 'trap', action);
		}
	},
	eval(reader, all) {
		const rest = all[0]?.text === '--' ? all.slice(1) : all;
		const text = rest.map(word => word.text).join(' ');
		reader.found.isChanged = true;
		reader.found.hidden.add('what eval runs');
		readText(reader, 'eval', {...knownWord(text), isSeen: rest.every(word => word.isSeen)});
	},
	let(reader, rest) {
		for (const {text, isSeen} of rest) {
			readSumText(reader, isSeen ? text : `${text}[$(`);
		}
	},
	hash({found}, rest) {
		if (rest.some(({text}) => text !== '-r')) {
			found.unseen.add('where programs are found');
		}
	},
	shift: counting,
	exit: counting,
	return: counting,
	break: counting,
	continue: counting,
	wait: ({found}, rest) => {
		if (rest.some(({text}) => /^-[a-zA-Z]*p/.test(text))) {
			found.unseen.add('a variable whose name is not known is set');
		}
	},
	print({found}, rest) {
		if (rest.some(({text}) => /^-[a-zA-Z]*[vzsSf]/.test(text))) {
			found.unseen.add('what print changes');
		}
	},
	history({found}, rest) {
		if (rest.some(({text}) => !/^\d+$/.test(text))) {
			found.unseen.add('what later words mean after "history"');
		}
	},
	'.': unseen('what a script runs'),
	// In zsh, `-` starts a program as a login shell. A shell that is started like this reads the
	// start files in the home folder.
	'-': unseen('"-"'),
	source: unseen('what a script runs'),
	...Object.fromEntries(
		[
			...['alias', 'unalias', 'enable', 'disable', 'complete', 'compgen', 'compopt', 'compctl'],
			...['compdef', 'bind', 'bindkey', 'zle', 'fc', 'r', 'setopt', 'unsetopt', 'emulate'],
			...['zmodload', 'autoload', 'sched', 'vared', 'zparseopts', 'zstyle', 'zformat', 'strftime'],
			...['zcompile', 'suspend', 'rehash', 'add-zsh-hook', 'nameref', 'getln', 'zstat'],
			...['sysread', 'zsystem', 'zselect', 'zpty', 'zsocket', 'ztcp', 'zargs', 'zmv', 'exec_async'],
		].map(name => [name, unseen(`what later words mean after "${name}"`)]),
	),
};

const harmlessOptions =
	/^(?:errexit|nounset|pipefail|xtrace|verbose|noglob|noclobber|errtrace|functrace|monitor|notify)$/;

/**
 * Commands of the shell itself that change the meaning of later words, or that run their arguments.
 */
export const builtins: ReadonlyMap<string, Effect> = new Map(Object.entries(effects));
