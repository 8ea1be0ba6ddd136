import {createLexicon, looseFlag} from '../../../source/text/lexicon.ts';
import {attribute, type Style} from '../../../source/text/style.ts';
import {createGrid} from '../../../source/view/paint/grid.ts';
import type {Scene} from '../../../source/view/paint/scene.ts';
import type {Emulator, EmulatorCell} from './emulator.ts';

/**
 * Where the emulator shows something else than the scene; empty when all is right. Of a cluster
 * about whose width terminals disagree only the first character is compared, and what it may
 * cover is not: nothing else may be off.
 */
export function differences(
	emulator: Emulator,
	scene: Scene,
	{columns, rows}: {columns: number; rows: number},
): readonly string[] {
	const lexicon = createLexicon();
	const grid = createGrid(columns, rows);
	scene.compose(grid, lexicon);
	const found: string[] = [];
	for (let y = 0; y < rows; y++) {
		for (let x = 0; x < columns; x++) {
			const glyph = grid.glyphs[y * columns + x]!;
			if (glyph === 0) {
				continue;
			}
			const style = lexicon.style(grid.styles[y * columns + x]!);
			const expected = {text: lexicon.glyphText(glyph), style, loose: (glyph & looseFlag) !== 0};
			const seen = emulator.cell(x, y);
			if (!looksAs(seen, expected)) {
				found.push(`${x},${y}: ${JSON.stringify(seen)} instead of ${JSON.stringify(expected)}`);
			}
		}
	}
	return found;
}

type Expected = {readonly text: string; readonly style: Style; readonly loose: boolean};

function looksAs(seen: EmulatorCell, expected: Expected): boolean {
	if (expected.loose) {
		return seen.text.codePointAt(0) === expected.text.codePointAt(0);
	}
	if (seen.text !== expected.text) {
		return false;
	}
	const {style} = expected;
	if (expected.text === ' ' && (style.attributes & attribute.inverse) === 0) {
		const shown = attribute.inverse | attribute.strike | attribute.overline;
		return (
			seen.style.background === style.background &&
			(seen.style.attributes & shown) === (style.attributes & shown) &&
			seen.style.underlined === style.underline > 0
		);
	}
	return (
		seen.style.attributes === style.attributes &&
		seen.style.foreground === style.foreground &&
		seen.style.background === style.background &&
		seen.style.underlined === style.underline > 0
	);
}
