/** Only the last part of a longer text is searched, because there is the name of the file. */
const textCharactersMax = 300;

/**
 * Returns the items that contain the letters of every word of the query in that order, the best
 * first. Letters at the beginning of words and adjacent letters count more. If the query has a
 * capital, capitals matter.
 */
export function rank<Item>(
	query: string,
	items: readonly Item[],
	textOf: (item: Item) => string,
): readonly Item[] {
	const words = query.split(/\s+/).filter(word => word !== '');
	if (words.length === 0) {
		return items;
	}
	const sheet = createSheet();
	const scored: {item: Item; score: number; length: number; index: number}[] = [];
	for (const [index, item] of items.entries()) {
		const text = textOf(item);
		const score = scoreOf(words, text, sheet);
		if (score !== null) {
			scored.push({item, score, length: text.length, index});
		}
	}
	scored.sort(
		(one, other) => other.score - one.score || one.length - other.length || one.index - other.index,
	);
	return scored.map(({item}) => item);
}

/** What a matching letter scores, and what each character between two matching letters costs. */
const matchScore = 16;
const gapCost = 1;
const boundaryBonus = 10;
const capitalBonus = 7;
const adjacentBonus = 12;
const baseNameBonus = 3;
const firstBonus = 4;

/**
 * Memory for the grids, shared by all texts of a search: allocating it for each text would take
 * longer than the search.
 */
type Sheet = {
	/**
	 * The best score up to each position, minus the cost of the gap after the match; 0 if there is no
	 * match.
	 */
	scores: Int32Array;
	/** The score if the letter matches exactly at this position; 0 if not. */
	exact: Int32Array;
};

/** One row for each letter of the query, one column for each position in the text. */
type Grid = Readonly<Sheet> & {
	readonly rows: number;
	readonly columns: number;
};

function createSheet(): Sheet {
	return {scores: new Int32Array(0), exact: new Int32Array(0)};
}

function scoreOf(words: readonly string[], text: string, sheet: Sheet): number | null {
	let score = 0;
	for (const word of words) {
		const grid = fill(word, text, sheet);
		if (!grid) {
			return null;
		}
		score += endScore(grid);
	}
	return score;
}

function fill(query: string, whole: string, sheet: Sheet): Grid | null {
	const text = whole.length > textCharactersMax ? whole.slice(-textCharactersMax) : whole;
	const letters = query === query.toLowerCase() ? lower(text) : text;
	if (query === '' || !holds(letters, query)) {
		return null;
	}
	const rows = query.length;
	const columns = text.length;
	if (sheet.exact.length < rows * columns) {
		sheet.scores = new Int32Array(rows * columns * 2);
		sheet.exact = new Int32Array(rows * columns * 2);
	}
	const grid: Grid = {...sheet, rows, columns};
	const baseName = text.lastIndexOf('/', text.length - 2) + 1;
	for (let row = 0; row < rows; row += 1) {
		fillRow(grid, row, {query, letters, text, baseName});
	}
	return grid;
}

type Letters = {
	readonly query: string;
	/** The text, in lower case unless the query contains a capital. */
	readonly letters: string;
	readonly text: string;
	/** The position at which the last part of a path begins. */
	readonly baseName: number;
};

function fillRow(grid: Grid, row: number, {query, letters, text, baseName}: Letters): void {
	const {scores, exact, columns} = grid;
	const wanted = query.charCodeAt(row);
	const here = row * columns;
	const above = here - columns;
	let best = 0;
	for (let column = row; column < columns; column += 1) {
		const before = row === 0 ? 0 : scores[above + column - 1]!;
		best = best === 0 ? 0 : Math.max(1, best - gapCost);
		exact[here + column] = 0;
		if (letters.charCodeAt(column) === wanted && (row === 0 || before > 0)) {
			const adjacent = row === 0 ? 0 : exact[above + column - 1]!;
			const inName = column >= baseName ? baseNameBonus : 0;
			const far = before + (startBonus(text, column) + inName) * (row === 0 ? 2 : 1);
			const near = adjacent === 0 ? 0 : adjacent + adjacentBonus + inName;
			exact[here + column] = matchScore + Math.max(far, near);
			best = Math.max(best, exact[here + column]!);
		}
		scores[here + column] = best;
	}
}

/**
 * Returns the bonus for a match at the beginning of the text or of a word, or at a capital in a
 * word.
 */
function startBonus(text: string, at: number): number {
	if (at === 0) {
		return boundaryBonus + firstBonus;
	}
	const before = text[at - 1]!;
	if (' /\\_.:@-'.includes(before)) {
		return boundaryBonus;
	}
	const isCapital = isSmall(before) && text[at] !== text[at]!.toLowerCase();
	return isCapital ? capitalBonus : 0;
}

function isSmall(letter: string): boolean {
	return letter !== letter.toUpperCase();
}

/** The best score in the row of the last letter. What follows in the text costs nothing. */
function endScore({exact, rows, columns}: Grid): number {
	const last = rows - 1;
	let best = 0;
	// The n-th letter can't match before column n, so the cells before it still contain values of
	// another text.
	for (let column = last; column < columns; column += 1) {
		best = Math.max(best, exact[last * columns + column]!);
	}
	return best;
}

function holds(letters: string, query: string): boolean {
	let at = -1;
	for (let index = 0; index < query.length; index += 1) {
		at = letters.indexOf(query[index]!, at + 1);
		if (at < 0) {
			return false;
		}
	}
	return true;
}

/** Converts to lower case, unless that would move a letter to another position. */
function lower(text: string): string {
	const small = text.toLowerCase();
	return small.length === text.length ? small : text;
}
