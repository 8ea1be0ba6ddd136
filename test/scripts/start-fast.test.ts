import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {applyPatch, patches} from '../../scripts/start-fast.ts';
import {textWidth} from '../../source/text/width.ts';
import {createStandIns} from '../../source/view/ink/stand-ins.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const packages = join(import.meta.dirname, '../../node_modules');

/** Where each patched file lies; the patterns are made for the bundler, which gives whole paths. */
const files = [
	'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
	'slice-ansi/tokenize-ansi.js',
	'wrap-ansi/index.js',
	'@alcalzone/ansi-tokenize/build/tokenize.js',
	'@alcalzone/ansi-tokenize/build/styledChars.js',
	'ink/build/output.js',
	'ink/build/sanitize-ansi.js',
	'ink/build/line-update.js',
	'ink/build/reconciler.js',
	'ink/build/ink.js',
];

it.each(files)('every change finds its place in %s', file => {
	const found = patches.filter(patch => patch.file.test(`/${file}`));
	expect(found).toHaveLength(1);
	expect(applyPatch(found[0]!, readFileSync(join(packages, file), 'utf8')).problems).toEqual([]);
});

it('a change that finds nothing, or too much, is a problem that names it', () => {
	const changes = [{from: /old/g, to: 'new', times: 1}];
	expect(applyPatch({changes}, 'an old text')).toEqual({text: 'an new text', problems: []});
	expect(applyPatch({changes}, 'a text').problems).toEqual([
		'/old/g was found 0 times and not 1; see scripts/start-fast.ts',
	]);
	expect(applyPatch({changes}, 'old and old').problems).toHaveLength(1);
});

it('each character of what Ink gets is a cell, and nobody looks for clusters', () => {
	const found = patches.find(patch => patch.file.test('/ink/build/line-update.js'))!;
	const source = "const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});";
	const {text} = applyPatch({changes: found.changes}, source);
	const made = new Function(`${text} return segmenter;`)() as Intl.Segmenter;
	const {encode} = createStandIns();
	for (const sample of ['', 'plain text ─│é', '日本', 'e\u0301x', '👨‍👩‍👧 family', 'नमस्ते']) {
		const pieces = [...made.segment(encode(sample))].map(({segment}) => segment);
		expect(pieces).toHaveLength(textWidth(sample));
		expect(pieces.join('')).toBe(encode(sample));
		for (const {segment, index} of made.segment(encode(sample))) {
			expect(encode(sample).slice(index, index + segment.length)).toBe(segment);
			expect(made.segment(encode(sample)).containing(index)?.segment).toBe(segment);
		}
	}
});

it('rows of cells come out with the styles that they had, cell by cell', async () => {
	const found = patches.find(({file}) =>
		file.test('/@alcalzone/ansi-tokenize/build/styledChars.js'),
	)!;
	const read = (name: string) =>
		readFileSync(join(packages, files.find(file => file.endsWith(name))!));
	const {text} = applyPatch(found, read('styledChars.js').toString());
	const folder = temporaryFolder();
	const built = join(packages, '@alcalzone/ansi-tokenize/build');
	writeFileSync(
		join(folder, 'patched.mjs'),
		text
			.replace(/\n\/\/# sourceMappingURL.*/, '')
			.replaceAll(/from "\.\/(.*?)"/g, `from ${JSON.stringify(`${built}/`).slice(0, -1)}$1"`),
	);
	const patched = await import(join(folder, 'patched.mjs'));
	const plain = await import(join(built, 'index.js'));
	for (const row of [
		'plain',
		'\u001B[1;31mred\u001B[0m and \u001B[2mdim\u001B[22m',
		'\u001B[7ma\u001B[27mb',
	]) {
		const cells = patched.styledCharsFromTokens(plain.tokenize(row));
		expect(cells).toEqual(plain.styledCharsFromTokens(plain.tokenize(row)));
		expect(patched.styledCharsToString(cells)).toBe(plain.styledCharsToString(cells));
	}
});
