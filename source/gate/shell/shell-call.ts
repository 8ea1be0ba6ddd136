import {isFedCommand} from './list.ts';
import {readInside, type ShellReader, type SimpleCommand, type Word} from './reader.ts';

type Call = {
	readonly name: string;
	readonly rest: readonly Word[];
	readonly command: SimpleCommand;
};

/** Examines `sh -c '…'`, `sh file`, and a shell that reads its commands from its input. */
export function inspectShell(reader: ShellReader, {name, rest, command}: Call): void {
	const {found} = reader;
	const options = readOptions(rest);
	if (!options.areKnown) {
		found.unseen.add(`what ${name} runs`);
	}
	const script = rest[options.at];
	if (options.isCommand) {
		if (rest.length > options.at + 1) {
			found.hidden.add(`words that ${name} is given for its commands`);
		}
		return readText(reader, name, script);
	}
	if (script !== undefined) {
		// The script's name is known, as a program's name would be. A built-in rule asks about running
		// scripts.
		const why = `what the script ${script.text} runs`;
		const isLikeProgram = script.isSeen && knownGrammar.has(name);
		(isLikeProgram ? found.hidden : found.unseen).add(why);
	} else if (command.input !== undefined) {
		readText(reader, name, command.input);
	} else if (command.isPiped) {
		found.unseen.add(`what comes through the pipe, which ${name} runs`);
	} else if (!isFedCommand(command) && !options.isAsking) {
		found.unseen.add(`what ${name} runs`);
	}
}

/**
 * Examines a word that contains commands. If a part of the word is unknown, the commands are too.
 */
export function readText(reader: ShellReader, name: string, text: Word | undefined): void {
	const {found} = reader;
	if (!text?.isSeen) {
		found.unseen.add(`what ${name} runs`);
	}
	if (!knownGrammar.has(name)) {
		found.unseen.add(`what ${name} runs, which has a grammar of its own`);
	}
	if (text) {
		readInside(reader, text.text);
	}
}

/** Returns the file that a shell is called to run; undefined if there is none. */
export function scriptOf(rest: readonly Word[]): Word | undefined {
	const {at, isCommand} = readOptions(rest);
	return isCommand ? undefined : rest[at];
}

const knownGrammar = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'ash', 'eval', 'trap', 'mksh']);

type Options = {
	/** The index of the first word that is no option. */
	readonly at: number;
	readonly isCommand: boolean;
	readonly isAsking: boolean;
	readonly areKnown: boolean;
};

function readOptions(rest: readonly Word[]): Options {
	let at = 0;
	let isCommand = false;
	let isAsking = false;
	let areKnown = true;
	for (; at < rest.length && /^[-+]/.test(rest[at]!.text); at += 1) {
		const {text, isSeen} = rest[at]!;
		if (text === '--' || text === '-') {
			at += 1;
			break;
		}
		areKnown &&=
			isSeen && (harmlessLong.has(text) || /^[-+][aefuxvnbhmpCTPEHBo]*c?[eux]*$/.test(text));
		isAsking ||= text === '--version' || text === '--help';
		isCommand ||= /^-[a-zA-Z]*c/.test(text) && !text.startsWith('--');
		at += /^[-+][a-zA-Z]*[oO]$/.test(text) ? 1 : 0;
	}
	areKnown &&= rest[at]?.isSeen !== false || !isCommand;
	return {at, isCommand, isAsking, areKnown};
}

const harmlessLong = new Set(['--norc', '--noprofile', '--posix', '--version', '--help']);
