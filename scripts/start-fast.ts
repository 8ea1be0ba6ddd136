import {readFile} from 'node:fs/promises';
import type {Plugin} from 'esbuild';

/**
 * Patches dependencies whose code makes a start slow without need: Ink starts ICU to find clusters
 * (a third of its loading time), and unpacks Yoga with `fetch`, for which Node loads a whole HTTP
 * client. Ink's developer tools are left out. If the code to patch is not found any more, the build
 * fails, so that a person looks at it.
 */
export function startFast(): Plugin {
	return {
		name: 'start-fast',
		setup(build) {
			for (const patch of patches) {
				build.onLoad({filter: patch.file}, async ({path}) => {
					const before = await readFile(path, 'utf8');
					const {text, problems} = applyPatch(patch, before);
					return {contents: text, errors: problems.map(problem => ({text: `${path}: ${problem}`}))};
				});
			}
			build.onEnd(({metafile, errors}) => {
				const loaded = Object.keys(metafile?.inputs ?? {});
				const hasInk = loaded.some(path => /node_modules\/ink\/build\/ink\.js$/.test(path));
				const missing = patches.filter(({file}) => !loaded.some(path => file.test(`/${path}`)));
				if (hasInk && errors.length === 0 && missing.length > 0) {
					const text = `not in the bundle any more: ${missing.map(({file}) => file.source).join(', ')}`;
					return {errors: [{text}]};
				}
				return null;
			});
		},
	};
}

export type Patch = {readonly file: RegExp; readonly changes: readonly Change[]};

type Change = {readonly from: RegExp; readonly to: string; readonly times: number};

/**
 * Replaces Ink's segmenter by one that splits into characters. All text for Ink has one cell per
 * character (`source/view/ink/stand-ins.ts`), and a real segmenter would start ICU, which takes
 * time and 10 MB.
 */
const charactersOnly: Change = {
	from: /^const (\w+) = new Intl\.Segmenter\((.*?)\);$/m,
	to: `const $1 = {segment(text) {
	const list = [];
	let index = 0;
	for (const segment of text) {
		list.push({segment, index, input: text});
		index += segment.length;
	}
	list.containing = at => list.length === text.length ? list[at] : list.findLast(({index}) => index <= at);
	return list;
}};`,
	times: 1,
};

const noDevtools = (times: number): Change => ({
	from: /process\.env\['DEV'\] === 'true'/g,
	to: 'false',
	times,
});

export const patches: readonly Patch[] = [
	{
		file: /\/yoga-layout\/dist\/binaries\/yoga-wasm-base64-esm\.js$/,
		changes: [{from: /"function"!=typeof fetch/g, to: '!0', times: 2}],
	},
	{
		file: /\/ink\/build\/output\.js$/,
		changes: [
			{
				from: /\.filter\(character => !\/\^\\p\{Default_Ignorable_Code_Point\}\+\$\/u\.test\(character\.value\)\)/,
				to: '',
				times: 1,
			},
		],
	},
	{
		file: /\/ink\/build\/sanitize-ansi\.js$/,
		changes: [
			{
				from: /\(\?!\[\\t\\n\]\)\\p\{Control\}/,
				to: '[\\x00-\\x08\\x0B-\\x1F\\x7F-\\x9F]',
				times: 1,
			},
			{from: /leadingMarksRegex\.exec\(value\)\?\.\[0\] \?\? ''/, to: "''", times: 1},
		],
	},
	{file: /\/slice-ansi\/tokenize-ansi\.js$/, changes: [charactersOnly]},
	{file: /\/wrap-ansi\/index\.js$/, changes: [charactersOnly]},
	{file: /\/@alcalzone\/ansi-tokenize\/build\/tokenize\.js$/, changes: [charactersOnly]},
	{
		file: /\/@alcalzone\/ansi-tokenize\/build\/styledChars\.js$/,
		changes: [
			// The original makes three sets for every cell of the screen, even between cells of the same
			// style.
			{
				from: /ansiCodesToString\(diffAnsiCodes\(chars\[i - 1\]\.styles, char\.styles\)\)/,
				to: 'sameStyles(chars[i - 1].styles, char.styles) ? "" : $&',
				times: 1,
			},
			{
				from: /^export function styledCharsToString/m,
				to: `function sameStyles(one, other) {
	return one === other || (one.length === other.length && one.every((style, at) => style.code === other[at].code));
}
$&`,
				times: 1,
			},
			{from: /styles: \[\.\.\.codes\]/, to: 'styles: codes', times: 1},
		],
	},
	{file: /\/ink\/build\/line-update\.js$/, changes: [charactersOnly]},
	{file: /\/ink\/build\/reconciler\.js$/, changes: [noDevtools(2)]},
	{file: /\/ink\/build\/ink\.js$/, changes: [noDevtools(1)]},
];

/** Makes the changes in a text. `problems` has a sentence for each whose place was not found. */
export function applyPatch(
	{changes}: Pick<Patch, 'changes'>,
	before: string,
): {readonly text: string; readonly problems: readonly string[]} {
	let text = before;
	const problems: string[] = [];
	for (const {from, to, times} of changes) {
		const found =
			text.match(new RegExp(from, [...new Set(`${from.flags}g`)].join('')))?.length ?? 0;
		if (found !== times) {
			problems.push(`${from} was found ${found} times and not ${times}; see scripts/start-fast.ts`);
		}
		text = text.replace(from, to);
	}
	return {text, problems};
}
