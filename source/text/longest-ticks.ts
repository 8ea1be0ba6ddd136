/** The length of the longest run of backticks in a text, for a code fence that must be longer. */
export function longestTicks(text: string): number {
	let longest = 0;
	// A loop, because `Math.max(...lengths)` throws if there are too many arguments.
	for (const [ticks] of text.matchAll(/`+/g)) {
		longest = Math.max(longest, ticks.length);
	}
	return longest;
}
