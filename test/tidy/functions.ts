export type FunctionSize = {readonly file: string; readonly name: string; readonly lines: number};

/**
 * Top-level functions by their closing brace in the first column; the formatter guarantees that
 * shape. Every line from the name to that brace counts, except blank lines and comments. Biome
 * checks nested functions with the same ceiling; it does not count lines of brackets alone.
 */
export function longestFunctions(file: string, text: string): readonly FunctionSize[] {
	const lines = text.split('\n');
	return lines.flatMap((line, start) => {
		const name = /^(?:export )?(?:default )?(?:async )?function\*? ?(\w+)/.exec(line)?.[1];
		if (name === undefined) {
			return [];
		}
		const end = lines.findIndex((other, index) => index >= start && /^}/.test(other));
		return [{file, name, lines: lines.slice(start, end + 1).filter(isCounted).length}];
	});
}

function isCounted(line: string): boolean {
	return !/^\s*(\/\/|\/\*|\*|$)/.test(line);
}
