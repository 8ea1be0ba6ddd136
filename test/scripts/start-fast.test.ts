import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {applyPatch, patches} from '../../scripts/start-fast.ts';

const packages = join(import.meta.dirname, '../../node_modules');

/** Where each patched file lies; the patterns are made for the bundler, which gives whole paths. */
const files = [
	'yoga-layout/dist/binaries/yoga-wasm-base64-esm.js',
	'slice-ansi/tokenize-ansi.js',
	'wrap-ansi/index.js',
	'@alcalzone/ansi-tokenize/build/tokenize.js',
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

it('a late segmenter splits as the real one does', async () => {
	const found = patches.find(patch => patch.file.test('/ink/build/line-update.js'))!;
	const source = "const segmenter = new Intl.Segmenter(undefined, {granularity: 'grapheme'});";
	const {text} = applyPatch({changes: found.changes}, source);
	const late = new Function(`${text} return segmenter;`)() as Intl.Segmenter;
	const real = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
	for (const sample of [
		'',
		'plain text ─│é',
		'a\nb',
		'日本',
		'e\u0301x',
		'👨‍👩‍👧 family',
		'a\r\nb',
	]) {
		const pieces = (segmenter: Intl.Segmenter) =>
			[...segmenter.segment(sample)].map(({segment, index}) => [segment, index]);
		expect(pieces(late), sample).toEqual(pieces(real));
		if (sample !== '') {
			expect(late.segment(sample).containing(0)?.segment).toBe(
				real.segment(sample).containing(0)?.segment,
			);
		}
	}
});
