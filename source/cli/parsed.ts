import type {CommandName} from './table.ts';

/** What the command line asks for. The name '' stands for opening the screen. */
export type Parsed =
	| {
			readonly status: 'run';
			readonly command: CommandName;
			readonly words: readonly string[];
			readonly flags: Flags;
	  }
	| {readonly status: 'help'; readonly command: CommandName}
	| {readonly status: 'version'}
	| {readonly status: 'refused'; readonly exitCode: 1 | 2; readonly message: string};

/** The flags by name, without dashes. The value is true, or the texts that follow the flag. */
export type Flags = ReadonlyMap<string, true | readonly string[]>;

export function hasFlag(flags: Flags, name: string): boolean {
	return flags.has(name);
}

/** The value of a flag that takes one; undefined if the flag is absent. */
export function flagText(flags: Flags, name: string): string | undefined {
	const value = flags.get(name);
	return value === true ? undefined : value?.at(-1);
}

export function flagTexts(flags: Flags, name: string): readonly string[] {
	const value = flags.get(name);
	return value === true || value === undefined ? [] : value;
}

const screenCommands: ReadonlySet<string> = new Set(['', 'resume', 'attach', 'launch']);

/** Whether the command line asks for the screen. If not, `runCommand` handles it. */
export function opensScreen(parsed: Parsed): boolean {
	return parsed.status === 'run' && screenCommands.has(parsed.command);
}
