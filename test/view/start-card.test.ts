import {describe, expect, it} from 'vitest';
import {styledWidth, unstyled} from '../../source/text/styled.ts';
import {builtInThemes} from '../../source/view/built-in-themes.ts';
import {startRows} from '../../source/view/start-card.ts';
import {createPaint} from '../../source/view/theme.ts';
import {testPaint} from './markdown/fixture.ts';

const paint = testPaint();
const facts = {
	version: '1.2.3',
	place: {folder: '/home/me/demo', branch: 'main'},
	model: 'openai/gpt-5',
	instructions: 'AGENTS.md (1.2 kB)',
};

describe('an empty transcript', () => {
	it('says which program this is, where, with which model, and what to try', () => {
		const text = startRows(facts, {width: 100, height: 30}, paint).map(unstyled).join('\n');
		expect(text).toMatch(/^agent-tui 1\.2\.3$/m);
		expect(text).toMatch(/^folder +\/home\/me\/demo \(main\)$/m);
		expect(text).toMatch(/^model +openai\/gpt-5$/m);
		expect(text).toMatch(/^reads +AGENTS\.md \(1\.2 kB\)$/m);
		expect(text).toMatch(/^try +what is in this folder\? +a card asks before anything runs$/m);
	});

	it('has its facts where they are when nothing is known yet, so that nothing moves', () => {
		const size = {width: 100, height: 30};
		const early = startRows({version: '1.2.3'}, size, paint);
		const late = startRows(facts, size, paint);
		expect(late.length).toBe(early.length);
		const differing = late.filter((row, index) => row !== early[index]);
		expect(differing.map(row => unstyled(row).slice(0, 6))).toEqual(['folder', 'model ', 'reads ']);
	});

	it.each([
		[100, 30],
		[56, 12],
		[55, 30],
		[80, 5],
		[40, 10],
		[20, 3],
	])('stays within %d columns and %d rows', (width, height) => {
		const long = {...facts, place: {folder: `/${'deep/'.repeat(40)}`, branch: '\u001B[31mx\nb'}};
		const rows = startRows(long, {width, height}, paint);
		expect(rows.length).toBeLessThanOrEqual(height);
		expect(rows.every(row => styledWidth(row) <= width)).toBe(true);
		expect(rows.join('')).not.toContain('\n');
	});

	it('needs no more than ASCII in the ascii theme', () => {
		const plain = createPaint(builtInThemes.find(({ascii}) => ascii)!, 0);
		expect(unstyled(startRows(facts, {width: 100, height: 30}, plain).join(''))).toMatch(
			/^[ -~]*$/,
		);
	});
});
