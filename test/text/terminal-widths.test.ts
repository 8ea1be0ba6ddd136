import {expect, it} from 'vitest';
import {safeWidths, type TerminalWidths, widthIn} from '../../source/text/terminal-widths.ts';
import {clusters} from '../../source/text/width.ts';

const modern: TerminalWidths = {family: 2, tone: 2, flag: 2, conjunct: 1, sign: 2};

function cellsIn(terminal: TerminalWidths, text: string): number {
	return clusters(text).reduce((sum, cluster) => sum + widthIn(terminal, cluster), 0);
}

it.each([
	['👍🏽', 4, 2],
	['👨‍👩‍👧‍👦', 8, 2],
	['🧑🏻‍🤝‍🧑🏿', 10, 2],
	['☝🏽', 3, 2],
	['🇩🇪', 2, 2],
	['❤️', 2, 2],
	['क्षि', 3, 1],
	['น้ำ', 2, 1],
	['日本', 4, 4],
	['e\u0301', 1, 1],
	['plain', 5, 5],
])('%s takes %i cells where each code point counts, %i where clusters do', (text, safe, least) => {
	expect(cellsIn(safeWidths, text)).toBe(safe);
	expect(cellsIn(modern, text)).toBe(least);
});

it('a sign that only a selector makes a picture has one cell where the terminal says so', () => {
	expect(cellsIn({...modern, sign: 1}, '❤️1️⃣⌚️')).toBe(4);
});

it('where a conjunct has two cells, vowels with cells of their own still have them', () => {
	const two = {...modern, conjunct: 2};
	expect(cellsIn(two, 'क्षि')).toBe(2);
	expect(cellsIn(two, 'বাং')).toBe(3);
});
