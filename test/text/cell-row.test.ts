import {expect, it} from 'vitest';
import type {CellRow} from '../../source/text/cell-row.ts';
import {createLexicon, type Lexicon} from '../../source/text/lexicon.ts';
import {safeWidths, type TerminalWidths} from '../../source/text/terminal-widths.ts';

/** `_` for each cell in which the character to the left goes on. */
function drawn(lexicon: Lexicon, {glyphs}: CellRow): string {
	return Array.from(glyphs, glyph => (glyph === 0 ? '_' : lexicon.glyphText(glyph))).join('');
}

function drawnBy(widths: TerminalWidths, text: string): string {
	const lexicon = createLexicon(widths);
	return drawn(lexicon, lexicon.row(text));
}

const modern: TerminalWidths = {family: 2, tone: 2, flag: 2, conjunct: 2, sign: 2};

it('a tone of skin gets the cells that the terminal gives it, out of the next gap', () => {
	expect(drawnBy(modern, '👍🏽 yes   │')).toBe('👍🏽_ yes   │');
	expect(drawnBy(safeWidths, '👍🏽 yes   │')).toBe('👍🏽___ yes │');
	expect(drawnBy(safeWidths, '👍🏽👍🏽 ok   │')).toBe('👍🏽___👍🏽___ ok │');
});

it('a gap that a program left for the cluster is taken whole', () => {
	expect(drawnBy(safeWidths, '👍🏽  next')).toBe('👍🏽___next');
});

it('a conjunct of letters that the terminal draws as one leaves no hole in the word', () => {
	expect(drawnBy(safeWidths, 'क्षिति  │')).toBe('क्षि__ति_  │');
	expect(drawnBy(modern, 'क्षिति  │')).toBe('क्षि_ति_   │');
	expect(drawnBy(modern, 'क्षि')).toBe('क्षि_ ');
});

it('a row without a gap has a form that is no wider, with the hand and without its tone', () => {
	const lexicon = createLexicon(safeWidths);
	const row = lexicon.row('│👍🏽 ok│');
	expect(row.width).toBe(9);
	expect(row.tight?.width).toBe(7);
	expect(drawn(lexicon, row.tight!)).toBe('│👍_ ok│');
	const family = lexicon.row('👩‍💻!');
	expect(drawn(lexicon, family)).toBe('👩‍💻___!');
	expect(drawn(lexicon, family.tight!)).toBe('👩_!');
});

it('says where each cell of the layout went, for the cursor', () => {
	const lexicon = createLexicon(safeWidths);
	expect(lexicon.row('a👍🏽b').places).toEqual(Int32Array.from([0, 1, 1, 5, 6]));
	expect(lexicon.row('plain').places).toBeNull();
});

it('rows are read anew once the terminal has said how it counts', () => {
	const lexicon = createLexicon(safeWidths);
	expect(lexicon.row('👍🏽').width).toBe(4);
	lexicon.measureBy(modern);
	expect(lexicon.row('👍🏽').width).toBe(2);
});
