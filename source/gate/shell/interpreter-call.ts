import {isHarmlessPerl} from './inline.ts';
import {isFedCommand} from './list.ts';
import {isVagueOption} from './names.ts';
import type {ShellReader, SimpleCommand, Word} from './reader.ts';

type Call = {
	readonly name: string;
	readonly rest: readonly Word[];
	readonly command: SimpleCommand;
};

/**
 * Examines `python -c …` and similar calls. Code of another language on the command line can't be
 * analysed, but the name of a script file is known.
 */
export function inspectInterpreter({found}: ShellReader, {name, rest, command}: Call): void {
	if (name === 'perl' && isHarmlessPerl(rest)) {
		found.hidden.add('which files perl changes');
		return;
	}
	const isCode = rest.some(word => codeOption.test(word.text) || isVagueOption(word));
	const [first] = rest.filter(({text}) => !text.startsWith('-') || text === '-');
	const isAsking =
		rest.length > 0 && rest.every(({text}) => /^(?:-[vVh]|--version|--help)$/.test(text));
	const isModule = rest.some(({text}) => /^-[a-zA-Z]*m$|^--test/.test(text));
	// Python modules that take code as their arguments.
	const isCodeModule =
		isModule && rest.some(({text}) => /^-?m?(?:timeit|code|pdb|trace)$/.test(text));
	if (isCode || isCodeModule || !(rest.length === 0 || first?.isSeen || isAsking || isModule)) {
		found.unseen.add(`what ${name} is told to run`);
	}
	const isReading = command.isPiped || isFedCommand(command) || command.input !== undefined;
	if ((first === undefined || first.text === '-') && isReading && !isModule && !isAsking) {
		found.unseen.add(`what ${name} is given to run`);
	}
	found.hidden.add(`what ${name} runs`);
}

const codeOption =
	/^(?:-[a-zA-Z0-9]*[ceErR]|-p|-pe|--(?:eval|print|require|import|loader|experimental-loader|command|run|init-file))(?:=|$)|^-[ce].|^(?:eval|repl)$/;
