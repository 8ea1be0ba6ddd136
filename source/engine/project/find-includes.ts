/** The number of words with `@` in one file that are checked for being a path. */
const wordsMax = 50;

/**
 * Returns the paths that a text includes, such as `@docs/style.md`. Other agents use the same form.
 * In code, an `@` includes nothing.
 */
export function includesIn(text: string): readonly string[] {
	const words = withoutCode(text).flatMap(prose =>
		[...prose.matchAll(/(?:^|[\s(])@([^\s`@]{1,400})/g)].map(([, word = '']) =>
			word.replace(/[.,;:!?)\]}'"]+$/, ''),
		),
	);
	return [...new Set(words.filter(word => word !== ''))].slice(0, wordsMax);
}

/** Returns the lines outside of code fences, without text in backticks. */
function withoutCode(text: string): readonly string[] {
	let fence: string | null = null;
	return text.split('\n').flatMap(line => {
		const mark = /^[ \t]*(```|~~~)/.exec(line)?.[1] ?? null;
		if (mark !== null && (fence === null || fence === mark)) {
			fence = fence === null ? mark : null;
			return [];
		}
		return fence === null
			? [
					line
						.split('`')
						.filter((_, at) => at % 2 === 0)
						.join('` `'),
				]
			: [];
	});
}
