/** The length of the longest row of backticks, for a fence around the text that has more of them. */
export function longestTicks(text: string): number {
	let longest = 0;
	// A text may have more such rows than a function can take arguments.
	for (const [ticks] of text.matchAll(/`+/g)) {
		longest = Math.max(longest, ticks.length);
	}
	return longest;
}
