import type {RiskFacts} from '../events/authorization.ts';
import {runsLater} from '../platform/files-that-run.ts';
import type {DecisionContext, Subject} from './decide.ts';
import {type AnyDeed, allDeedsOf} from './deeds.ts';
import {type CommandsByName, commandsByName, covers, coversScript} from './shell/cover.ts';
import {withMadeHere} from './shell/made-here.ts';
import {isOutside, type Place, pathsOf, realOf, somewhere} from './shell/places.ts';
import {readScript, type Script, type SimpleCommand} from './shell/script.ts';
import {readsOutside, whySecretsAsk} from './shell/secrets.ts';
import {sightWords} from './shell/sight-words.ts';
import {madeBy, writesElsewhere} from './shell/writes.ts';

export type Reading = {
	readonly subject: Subject;
	readonly script: Script | null;
	/**
	 * The parsed command. If it is unknown which part of a shell call is the command, this is the
	 * call's text, parsed as one, so that rules which deny or ask still find it.
	 */
	readonly said: Script | null;
	readonly saidByName: CommandsByName | null;
	/** The call's own text without blanks around it. */
	readonly words: string;
	readonly place: Place;
	readonly deeds: readonly AnyDeed[];
};

/** Analyses what a call would do, as far as its text tells. */
export function readSubject(subject: Subject, {place = somewhere}: DecisionContext): Reading {
	const script = scriptOf(subject.exposure ?? {}, place);
	const isBare = script === null && subject.scope === 'shell';
	const said = isBare ? withMadeHere(readScript(subject.summary), place) : script;
	return {
		subject,
		script,
		said,
		saidByName: said && commandsByName(said),
		words: bareWords(subject.summary),
		place,
		deeds: said === null ? [] : allDeedsOf(said, place),
	};
}

function bareWords(text: string): string {
	const isBlank = (character: string | undefined) =>
		character === ' ' || character === '\t' || character === '\n';
	let [start, end] = [0, text.length];
	while (isBlank(text[start])) {
		start += 1;
	}
	while (end > start && isBlank(text[end - 1])) {
		end -= 1;
	}
	return text.slice(start, end);
}

function scriptOf({command, doubt}: RiskFacts, place: Place): Script | null {
	if (command === undefined) {
		return null;
	}
	const script = withMadeHere(readScript(command), place);
	return doubt === undefined ? script : {...script, unseen: [...script.unseen, doubt]};
}

/**
 * Whether rules that allow a command's beginning cover all commands of the line. They cover none
 * that reads secrets or files outside the workspace, makes files that are run later, or writes
 * outside the workspace although its program is not meant for writing.
 */
export function coversCommands(
	beginnings: readonly (readonly string[])[],
	{script, place}: Reading,
): boolean {
	return (
		script !== null &&
		coversScript(beginnings, script) &&
		!script.commands.some(
			command =>
				isPlanted(command, place) ||
				makesRunning(command, place) ||
				writesElsewhere(command, place, namedBy(beginnings, command)),
		) &&
		!readsOutside(script, path => isOutside(path, place), place) &&
		whySecretsAsk(script, place) === null
	);
}

/** Returns the words that the covering rules name: files in a rule's own text count as allowed. */
function namedBy(
	beginnings: readonly (readonly string[])[],
	command: SimpleCommand,
): ReadonlySet<string> {
	return new Set(beginnings.filter(beginning => covers(beginning, command)).flat());
}

/**
 * Whether the program lies in the workspace. With `.` in PATH, `ls` may run a file of that name in
 * the workspace, which a rule for `ls` does not mean.
 */
function isPlanted({words}: SimpleCommand, place: Place): boolean {
	const [first] = words;
	const isBare = first !== undefined && !first.text.includes('/');
	const found = isBare ? (place.program?.(first.text, place.cwd) ?? null) : null;
	return found !== null && !isOutside(found, place);
}

/** Whether the command makes or changes a file that some program runs or obeys later. */
function makesRunning(command: SimpleCommand, place: Place): boolean {
	return madeBy(command)
		.flatMap(target => pathsOf(target, command.from, place) ?? [])
		.some(path => runsLater(path) !== null || runsLater(realOf(place, path)) !== null);
}

/**
 * Returns the card's sentence about what can't be known about the command. A doubt that comes with
 * the call, such as that the command runs elsewhere, is already a sentence.
 */
export function unseenWords(unseen: string, {exposure}: Subject): string {
	return unseen === exposure?.doubt ? unseen : sightWords(unseen);
}
