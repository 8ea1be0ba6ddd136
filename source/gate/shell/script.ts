import {isStreamNumber, takeArgument, takeAssignment} from './arguments.ts';
import {takeReserved} from './blocks.ts';
import {readDocuments} from './documents.ts';
import {finishCommand} from './finish.ts';
import {type CommandList, isAtStart, notWhole, openList} from './list.ts';
import {takeParenthesis, takeSubstitution} from './parentheses.ts';
import {readPatterns} from './patterns.ts';
import {
	type Found,
	type Given,
	mayGoOn,
	openFound,
	openReader,
	type ReadPath,
	type ShellReader,
	type SimpleCommand,
	type Write,
} from './reader.ts';
import {takeRedirection} from './redirections.ts';
import {readOperator, redirections, skipBlanks} from './tokens.ts';
import {readWord} from './word.ts';

export type {Given, ReadPath, SimpleCommand, Word, Write} from './reader.ts';

/** What a command line would run, as far as that can be determined without running it. */
export type Script = {
	/** All simple commands, including those inside other commands. */
	readonly commands: readonly SimpleCommand[];
	/**
	 * What can't be known before the line runs. If this is not empty, only a rule or grant for
	 * exactly this text allows the line without a question.
	 */
	readonly unseen: readonly string[];
	/**
	 * Unknown parts of arguments. A grant covers a line with such parts; a rule for the beginning of
	 * a command does not.
	 */
	readonly hidden: readonly string[];
	/** Where output is redirected to. */
	readonly writes: readonly Write[];
	/** The files that are read by `<`. */
	readonly reads: readonly ReadPath[];
	/** The values that the line itself gives to variables. */
	readonly given: readonly Given[];
	/** The line changes where its later commands run, or what their words mean. */
	readonly isChanged: boolean;
};

/**
 * Splits a command line into its simple commands. If shells read it differently, every reading is
 * listed. Anything that the grammar does not know for certain is reported as unseen instead of
 * guessed, since a mistake here would let something run without a question.
 */
export function readScript(source: string): Script {
	const found = openFound();
	if (source.includes('\0')) {
		// Some shells ignore this character, others end the line at it.
		found.unseen.add('a control character');
	}
	const reader = openReader(source, {found, depth: 0, readList});
	readList(reader, 'end');
	judgeSums(found);
	return {
		commands: found.commands,
		writes: found.writes,
		reads: found.reads,
		given: found.given,
		unseen: [...found.unseen],
		hidden: [...found.hidden, ...[...found.assigned].map(name => `the variable ${name} is set`)],
		isChanged: found.isChanged,
	};
}

function judgeSums({counted, tainted, unseen}: Found): void {
	for (const name of counted) {
		if (tainted.has(name) || /^[\d@*]$/.test(name)) {
			unseen.add(`arithmetic with the variable ${name}, which can hold anything`);
		}
	}
}

const readList: ShellReader['readList'] = (reader, end) => {
	const list = openList();
	const documentsBefore = reader.documents.length;
	let isClosed = false;
	while (!isClosed && mayGoOn(reader) && skipBlanks(reader)) {
		const operator = readOperator(reader);
		if (operator === null) {
			takeWord(reader, list);
		} else if (operator === ')') {
			isClosed = end === ')';
			finishCommand(reader, list, operator);
			if (!isClosed) {
				notWhole(reader);
			}
		} else {
			takeOperator(reader, list, operator);
		}
	}
	if (!isClosed) {
		finishCommand(reader, list, '\n');
	}
	const isWhole = list.blocks.length === 0 && isClosed === (end === ')');
	if (!isWhole || reader.documents.length > documentsBefore) {
		notWhole(reader);
	}
};

function takeWord(reader: ShellReader, list: CommandList): void {
	const start = reader.at;
	const word = readWord(reader);
	if (reader.at === start) {
		reader.at += 1;
	}
	if (isAtStart(list) && word.isPlain && takeReserved(reader, list, word)) {
		return;
	}
	if (list.isBehindBlock && !isStreamNumber(reader, word)) {
		notWhole(reader);
	}
	if (list.command.words.length === 0 && takeAssignment(reader, list, word)) {
		return;
	}
	takeArgument(reader, list, word);
}

function takeOperator(reader: ShellReader, list: CommandList, operator: string): void {
	if (operator === '(') {
		return takeParenthesis(reader, list);
	}
	if (operator === '<(' || operator === '>(') {
		return takeSubstitution(reader, list);
	}
	if (redirections.has(operator)) {
		return takeRedirection(reader, list, operator);
	}
	finishCommand(reader, list, operator);
	list.command.isPiped = operator === '|' || operator === '|&';
	if (operator === '\n') {
		readDocuments(reader);
	} else if (operator.length > 1 && operator.startsWith(';')) {
		readNextPatterns(reader, list);
	}
}

function readNextPatterns(reader: ShellReader, list: CommandList): void {
	if (list.blocks.at(-1) === 'case') {
		readPatterns(reader, list);
	} else {
		notWhole(reader);
	}
}
