/**
 * Adds a command or action to the recent ones, newest first. The palette lists these at the top.
 */
export function withRecent(recent: readonly string[], name: string): readonly string[] {
	return [name, ...recent.filter(known => known !== name)].slice(0, recentMax);
}

const recentMax = 20;

/** Returns the commands among earlier inputs; the oldest input comes first. */
export function recentCommands(history: readonly string[]): readonly string[] {
	return history
		.flatMap(text => text.match(/^\/[\w-]+(?=\s|$)/)?.[0] ?? [])
		.reduce<readonly string[]>(withRecent, []);
}
