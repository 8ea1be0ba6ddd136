export type FunctionSize = {readonly file: string; readonly name: string; readonly lines: number};

/**
 * Top-level functions by their closing brace in the first column; the formatter guarantees that
 * shape. Biome checks nested ones with the same ceiling.
 */
export function longestFunctions(file: string, text: string): readonly FunctionSize[] {
	const lines = text.split('\n');
	return lines.flatMap((line, start) => {
		const name = /^(?:export )?(?:default )?(?:async )?function\*? ?(\w+)/.exec(line)?.[1];
		if (name === undefined) {
			return [];
		}
		const end = lines.findIndex((other, index) => index >= start && /^}/.test(other));
		return [{file, name, lines: lines.slice(start, end).filter(isCode).length}];
	});
}

/** As Biome counts: blank lines, comments and closing brackets make nothing harder to understand. */
function isCode(line: string): boolean {
	return !/^\s*(\/\/|\/\*|\*|[)\]};,]*$)/.test(line);
}
