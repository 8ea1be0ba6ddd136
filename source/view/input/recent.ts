/** Commands and actions that were used last, the newest first: the palette lists them first. */
export function withRecent(recent: readonly string[], name: string): readonly string[] {
	return [name, ...recent.filter(known => known !== name)].slice(0, recentMax);
}

const recentMax = 20;

/** The commands among earlier input, which is the oldest first. */
export function recentCommands(history: readonly string[]): readonly string[] {
	return history
		.flatMap(text => text.match(/^\/[\w-]+(?=\s|$)/)?.[0] ?? [])
		.reduce<readonly string[]>(withRecent, []);
}
