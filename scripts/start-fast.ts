import {readFile} from 'node:fs/promises';
import type {Plugin} from 'esbuild';

/**
 * Takes out of dependencies what makes a start slow and is not needed for it: the start of ICU for
 * the first emoji (a third of Ink's loading time) waits until there is an emoji, and Yoga unpacks
 * itself without `fetch`, for which Node would load a whole HTTP client. Ink's developer tools are
 * left out. A patch that finds nothing to change any more fails the build: somebody has to look.
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

/** Texts of these characters only need no segmenter: each of them is a cluster of its own. */
const simple =
	'\\u0020-\\u007E\\u00A1-\\u00AC\\u00AE-\\u02FF\\u0370-\\u0377\\u0384-\\u0482\\u048A-\\u0523\\u2010-\\u2027\\u2030-\\u205E\\u2190-\\u2193\\u2200-\\u22FF\\u2500-\\u259F\\u2713\\u2717\\u276E-\\u2771\\u2800-\\u28FF';

const lateSegmenter: Change = {
	from: /^const (\w+) = new Intl\.Segmenter\((.*?)\);$/m,
	to: `const $1 = (() => {
	let made;
	return {segment(text) {
		if (!/^[\\n\\x1b${simple}]*$/.test(text)) {
			return (made ??= new Intl.Segmenter($2)).segment(text);
		}
		const list = Array.from(text, (segment, index) => ({segment, index, input: text}));
		list.containing = index => list[index];
		return list;
	}};
})();`,
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
	{file: /\/slice-ansi\/tokenize-ansi\.js$/, changes: [lateSegmenter]},
	{file: /\/wrap-ansi\/index\.js$/, changes: [lateSegmenter]},
	{file: /\/@alcalzone\/ansi-tokenize\/build\/tokenize\.js$/, changes: [lateSegmenter]},
	{file: /\/ink\/build\/line-update\.js$/, changes: [lateSegmenter]},
	{file: /\/ink\/build\/reconciler\.js$/, changes: [noDevtools(2)]},
	{file: /\/ink\/build\/ink\.js$/, changes: [noDevtools(1)]},
];

/** The text with every change made, and a sentence for each that did not find its place. */
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
