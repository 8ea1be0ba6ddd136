/** How many of the words with `@` in one file are looked up. */
const wordsMax = 50;

/**
 * The paths that a text includes: `@docs/style.md`, as other agents have it too. Code, in fences or
 * in backticks, includes nothing.
 */
export function includesIn(text: string): readonly string[] {
	const words = withoutCode(text).flatMap(prose =>
		[...prose.matchAll(/(?:^|[\s(])@([^\s`@]{1,400})/g)].map(([, word = '']) =>
			word.replace(/[.,;:!?)\]}'"]+$/, ''),
		),
	);
	return [...new Set(words.filter(word => word !== ''))].slice(0, wordsMax);
}

/** The lines outside fences, without what stands in backticks. */
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
