import {expect, test} from 'vitest';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {parsePatch} from '../../../source/view/diff/patch.ts';
import {renderDiff} from '../../../source/view/diff/render.ts';
import {type ColorLevel, createPaint, type Paint} from '../../../source/view/theme.ts';
import {plainRows} from '../markdown/fixture.ts';

function testPaint(name: string, level: ColorLevel): Paint {
	return createPaint(builtInThemes.find(theme => theme.name === name)!, level);
}

function rows(file: string, lines: string, {theme = 'dark', level = 3 as ColorLevel} = {}) {
	const paint = testPaint(theme, level);
	const count = lines.split('\n').length;
	const patch = `--- a/${file}\n+++ b/${file}\n@@ -1,${count} +1,${count} @@\n${lines}\n`;
	const options = {width: 60, paint, layout: 'unified'} as const;
	return {paint, rows: renderDiff(parsePatch(patch), options).slice(1)};
}

test.each(['x.ts', 'src/deep/x.test.js'])(
	'the words of %s have the colours of its language',
	name => {
		const {paint, rows: shown} = rows(name, ' const a = 1;');
		expect(shown[0]).toContain(`${paint.open('code.keyword')}const`);
	},
);

test.each(['x.unknown', 'x', 'const'])('the words of %s have none', name => {
	const {paint, rows: shown} = rows(name, ' const a = 1;');
	expect(shown[0]).not.toContain(paint.open('code.keyword'));
});

test('a file without an ending is known by its name', () => {
	const {paint, rows: shown} = rows('docker/Dockerfile', '+RUN ls');
	expect(shown[0]).toContain(`${paint.open('code.keyword')}RUN`);
});

test('code in a changed line stands on the ground of what was added or removed', () => {
	const {paint, rows: shown} = rows('x.ts', '-const a = 1;\n+return later();');
	const ground = {
		removed: paint.open('diff.remove.ground'),
		added: paint.open('diff.add.ground'),
	};
	expect(shown[0]).toContain(`${ground.removed}${paint.open('code.keyword')}const`);
	expect(shown[1]).toContain(`${ground.added}${paint.open('code.keyword')}return`);
	expect(shown[0]).toContain(paint.style('diff.remove', '-'));
	expect(shown[1]).toContain(paint.style('diff.add', '+'));
});

test('the words that changed stay marked in the colour of their line', () => {
	const {paint, rows: shown} = rows('x.ts', '-const old = some(1);\n+const young = some(1);');
	expect(shown[1]).toContain(`${paint.open('diff.add')}\u001B[7myoung`);
	expect(plainRows(shown)).toEqual(['1   - const old = some(1);', '  1 + const young = some(1);']);
});

test.each([
	['dark', 0],
	['sixteen', 3],
	['dark', 1],
] as const)(
	'where %s at level %d has no grounds, a changed line keeps its colour',
	(theme, level) => {
		const {paint, rows: shown} = rows('x.ts', '+return 1;', {theme, level});
		expect(shown[0]).toContain(`${paint.open('diff.add')}return 1;`);
	},
);

test.each(['dark', 'light'])('the grounds of %s differ also with 256 colours', theme => {
	const paint = testPaint(theme, 2);
	expect(paint.open('diff.add.ground')).not.toBe(paint.open('diff.remove.ground'));
});

test('a comment that only the old text opens is none in the new', () => {
	const {paint, rows: shown} = rows('x.ts', '-/* a\n+a();\n const b = 2;');
	expect(shown[2]).toContain(`${paint.open('code.keyword')}const`);
});
