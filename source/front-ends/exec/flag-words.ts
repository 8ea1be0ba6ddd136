/**
 * The engine's sentences name the commands of the screen. Under `exec` nobody can type those, so
 * what they say is said with flags.
 */
export function withFlags(text: string): string {
	return words.reduce((said, [command, flag]) => said.replaceAll(command, flag), text);
}

/** A command stands at the beginning of a word, and a path like `/model/x` is none. */
const words: readonly (readonly [RegExp, string])[] = [
	[/(?<= |^)\/model lists them\./g, 'providers[].models in the settings lists them.'],
	[/, \/hop local works here(?=\.)/g, ''],
	[/ \/hop local comes back\./g, ''],
	[/(?<=[ :(]|^)\/(model|hop)(?![\w/-])/g, '--$1'],
];
