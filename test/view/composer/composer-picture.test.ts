import {describe, expect, it} from 'vitest';
import {emptyState} from '../../../source/state/empty-state.ts';
import {unstyled} from '../../../source/text/styled.ts';
import {textWidth} from '../../../source/text/width.ts';
import {composerPicture} from '../../../source/view/composer/composer-picture.ts';
import {emptyComposer} from '../../../source/view/composer/composer-state.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {testPaint} from '../markdown/fixture.ts';

const size = {width: 60, height: 8};
const frame = {outer: {x: 0, y: 0, ...size}, inner: {x: 1, y: 1, width: 58, height: 6}};

function suggested(items: readonly {value: string; detail: string}[]): readonly string[] {
	const suggestions = {items: items.map(item => ({...item, wantsArgument: false})), selected: 0};
	const ui = {...initialUiState, composer: {...emptyComposer, suggestions}};
	const {rows} = composerPicture({state: emptyState, ui}, {frame, paint: testPaint()});
	expect(new Set(rows.map(row => textWidth(unstyled(row))))).toEqual(new Set([size.width]));
	return rows.map(unstyled).slice(1, 1 + items.length);
}

describe('what is suggested', () => {
	it.each([
		['a\nb', 'a␊b'],
		['a\r\n\u001B[2Jb', 'a␍␊␛[2Jb'],
		['a\tb', 'a␉b'],
	])('is one row each, and shows what a name really holds: %j', (value, shown) => {
		const [first, second] = suggested([
			{value, detail: value},
			{value: 'o', detail: ''},
		]);
		expect(first?.split(/ {2,}/)).toEqual([`│❯ ${shown}`, shown, '│']);
		expect(second).toContain('o');
	});

	it('has the whole width for its name where nothing is said of it', () => {
		const value = `far:/srv/application/current/${'n'.repeat(22)}`;
		expect(suggested([{value, detail: ''}])[0]).toContain(value);
	});

	it('leaves room for what is said of a long name', () => {
		const [row] = suggested([{value: 'n'.repeat(90), detail: 'of your ssh config'}]);
		expect(row).toContain('of your ssh config');
	});
});
