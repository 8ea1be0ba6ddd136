/**
 * Replaces the names of slash commands in a message by the flags that do the same, because in
 * `exec` no person can type a slash command.
 */
export function withFlags(text: string): string {
	return words.reduce((said, [command, flag]) => said.replaceAll(command, flag), text);
}

/**
 * Slash commands and the flags that replace them. Only a whole command is replaced, not the
 * `/model` at the beginning of a path such as `/model/x`.
 */
const words: readonly (readonly [RegExp, string])[] = [
	[/(?<= |^)\/model lists them\./g, 'providers[].models in the settings lists them.'],
	[/, \/hop local works here(?=\.)/g, ''],
	[/ \/hop local comes back\./g, ''],
	[/(?<=[ :(]|^)\/(model|hop)(?![\w/-])/g, '--$1'],
];
