/**
 * The engine's messages name commands of the screen. In `exec` nobody can type those commands, so
 * this function names the matching flags instead.
 */
export function withFlags(text: string): string {
	return words.reduce((said, [command, flag]) => said.replaceAll(command, flag), text);
}

/**
 * Screen commands and the flags that replace them. A command stands at the beginning of a word; in
 * a path such as `/model/x` it is none.
 */
const words: readonly (readonly [RegExp, string])[] = [
	[/(?<= |^)\/model lists them\./g, 'providers[].models in the settings lists them.'],
	[/, \/hop local works here(?=\.)/g, ''],
	[/ \/hop local comes back\./g, ''],
	[/(?<=[ :(]|^)\/(model|hop)(?![\w/-])/g, '--$1'],
];
