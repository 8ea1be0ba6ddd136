import type {McpTool} from '../events/mcp.ts';

/**
 * Finds tools by words of their server, name and description, best match first (BM25). A word
 * counts for more if fewer tools have it, and a long description brings no advantage. Tools that
 * match far worse than the best one are left out.
 */
export function searchTools<Tool extends Pick<McpTool, 'server' | 'name' | 'description'>>(
	tools: readonly Tool[],
	query: string,
): readonly Tool[] {
	const wanted = [...new Set(wordsOf(query))];
	const documents = tools.map(tool => ({tool, counts: countsOf(tool)}));
	const meanLength = mean(documents.map(({counts}) => counts.length)) || 1;
	const weights = new Map(
		wanted.map(word => {
			const having = documents.filter(({counts}) => counts.of.has(word)).length;
			return [word, Math.log(1 + (documents.length - having + 0.5) / (having + 0.5))] as const;
		}),
	);
	const scored = documents
		.map(({tool, counts}) => ({tool, score: scoreOf(counts, {weights, meanLength})}))
		.toSorted((one, other) => other.score - one.score);
	const least = (scored[0]?.score ?? 0) * leastShare;
	return scored.filter(({score}) => score > 0 && score >= least).map(({tool}) => tool);
}

const leastShare = 0.2;

type Counts = {readonly of: ReadonlyMap<string, number>; readonly length: number};

/** A word of a tool's name counts for more than one of its description. */
const nameWeight = 4;
const serverWeight = 2;
/** Only the beginning of a description is searched, so that no server wins by an endless one. */
const searchedLengthMax = 2000;

function countsOf({server, name, description}: Parameters<typeof searchTools>[0][number]): Counts {
	const counts = new Map<string, number>();
	let length = 0;
	const add = (text: string, weight: number) => {
		for (const word of wordsOf(text)) {
			counts.set(word, (counts.get(word) ?? 0) + weight);
			length += weight;
		}
	};
	add(name.slice(0, searchedLengthMax), nameWeight);
	add(server, serverWeight);
	add(description.slice(0, searchedLengthMax), 1);
	return {of: counts, length};
}

/** The usual constants of BM25: how soon repetitions stop counting, and how much length counts. */
const saturation = 1.2;
const lengthShare = 0.75;

function scoreOf(
	{of: counts, length}: Counts,
	{weights, meanLength}: {weights: ReadonlyMap<string, number>; meanLength: number},
): number {
	const damping = saturation * (1 - lengthShare + (lengthShare * length) / meanLength);
	return [...weights].reduce((sum, [word, weight]) => {
		const count = counts.get(word) ?? 0;
		return sum + (weight * count * (saturation + 1)) / (count + damping);
	}, 0);
}

/** Returns the words of a text; `listPullRequests` and `list_pull_request` have the same ones. */
function wordsOf(text: string): readonly string[] {
	const parts = text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ').toLowerCase();
	return (parts.match(/[\p{L}\p{N}]+/gu) ?? []).map(stem);
}

/** Removes the ending of the plural. */
function stem(word: string): string {
	return word.length > 3 ? word.replace(/(?<=[^s])s$/, '') : word;
}

function mean(numbers: readonly number[]): number {
	return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
