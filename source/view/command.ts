import {nearest} from '../platform/nearest.ts';
import type {State} from '../state/state.ts';
import {shorten} from '../text/width.ts';
import type {Intent} from './ui-state/intent.ts';

/** A slash command. It has no side effects: it returns intents. Its file has the command's name. */
export type SlashCommand = {
	readonly summary: string;
	/** What may follow the command's name, as help shows it: `[name]`. */
	readonly usage?: string;
	readonly run: (argument: string, context: CommandContext) => readonly Intent[] | UsageError;
};

export type UsageError = {readonly problem: string};

export type CommandContext = {
	readonly state: State;
	/** The name of the current theme. */
	readonly theme: string;
	readonly themes: readonly string[];
	readonly now: number;
};

/** Runs the command of this name; null if there is none. */
export function runNamed(
	commands: Readonly<Record<string, SlashCommand>>,
	{name, argument}: {readonly name: string; readonly argument: string},
	context: CommandContext,
): ReturnType<SlashCommand['run']> | null {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	const words = argument.trim();
	if (!command) {
		return null;
	}
	if (words === '--help' || words === '-h') {
		return {problem: `/${name}${command.usage ? ` ${command.usage}` : ''}: ${command.summary}`};
	}
	const answer =
		command.usage === undefined && words !== ''
			? {
					problem: `/${name} takes nothing after it, so "${words}" was not used and nothing was done.`,
				}
			: command.run(words, context);
	return 'problem' in answer ? {problem: withShortWords(answer.problem, words)} : answer;
}

/** Shortens the words that the person wrote, so that the advice after them stays visible. */
function withShortWords(problem: string, words: string): string {
	return problem
		.replace(`"${words}"`, () => `"${shorten(words, quotedWidthMax)}"`)
		.replaceAll(/\S{100,}/g, long => shorten(long, quotedWidthMax));
}

const quotedWidthMax = 40;

/** Splits `/name argument`. */
export function readCommand(text: string): {readonly name: string; readonly argument: string} {
	const [, name = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(text) ?? [];
	return {name, argument};
}

/** Says that no command has this name, and which one was probably meant. */
export function noSuchCommand(name: string, known: Iterable<string>): string {
	const meant = nearest(name, known);
	return `There is no /${name}.${meant === null ? '' : ` Did you mean /${meant}?`}`;
}

/** A user's Markdown command: its body is the prompt. */
export type PromptCommand = {
	readonly name: string;
	readonly summary: string;
	readonly usage: string;
	readonly expand: (argument: string) => string;
};
