/** Adds a command or action to the recently chosen ones, which the palette lists at its top. */
export function withRecent(recent: readonly string[], name: string): readonly string[] {
	return [name, ...recent.filter(known => known !== name)].slice(0, recentMax);
}

const recentMax = 20;

/** Finds the commands in earlier input, which begins with the oldest. */
export function recentCommands(history: readonly string[]): readonly string[] {
	return history
		.flatMap(text => text.match(/^\/[\w-]+(?=\s|$)/)?.[0] ?? [])
		.reduce<readonly string[]>(withRecent, []);
}
