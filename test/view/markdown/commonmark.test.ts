import {createRequire} from 'node:module';
import {describe, expect, it} from 'vitest';
import {asHtml, comparable} from './as-html.ts';

type Example = {
	readonly number: number;
	readonly section: string;
	readonly markdown: string;
	readonly html: string;
};

// The package has no types.
const {tests} = createRequire(import.meta.url)('commonmark-spec') as {
	readonly tests: readonly Example[];
};

/** An arrow stands for a tab. */
const examples = tests.map(one => ({
	...one,
	markdown: one.markdown.replaceAll('→', '\t'),
	html: one.html.replaceAll('→', '\t'),
}));

/** Examples of the CommonMark specification that we read otherwise on purpose, by number. */
const otherwise: Readonly<Record<string, readonly number[]>> = {
	'tabs become spaces before anything is drawn': [1, 2, 3, 13],
	'only the names of characters that are written often are known': [25, 32, 503],
	'a line break that is written as a number is a space': [39],
	'a line under several lines of text is no mark of a heading': [81, 82, 95],
	'a quote ends with its last >': [93, 232, 233, 238, 247, 250, 251, 292, 293],
	'two columns are enough to belong to an item': [257, 276, 297, 311, 312, 313],
	'an item may begin below its mark': [280],
	'spaces at the end of a line are not drawn, in code of several lines too': [335, 336, 337, 640],
	'a title is set apart by a plain space': [507],
	'links and images do not stand in each other': [517, 520, 575],
	'only addresses that may be opened are links': [596, 599, 601, 604, 605],
	'a bare address is a link': [602, 608, 611],
};

const listed = new Set(Object.values(otherwise).flat());

/** HTML is shown as it stands, and an address stands where it is used. */
function isUnsupported({markdown, html, section}: Example): boolean {
	const tags = html.match(/<[^>\s/]+/g) ?? [];
	const known = /^<(?:p|h[1-6]|hr|pre|code|blockquote|ul|ol|li|em|strong|br|a|img)$/;
	const hasHtml = tags.some(tag => !known.test(tag)) || /<(?:a|img)\b[^>]*[\s>]/i.test(markdown);
	return hasHtml || section.includes('HTML') || /\[[\s\S]*?\]:/.test(markdown);
}

const supported = examples.filter(one => !isUnsupported(one));

const isSame = ({markdown, html}: {readonly markdown: string; readonly html: string}) =>
	comparable(asHtml(markdown)) === comparable(html);

describe('the examples of the CommonMark specification', () => {
	it.each(supported.filter(({number}) => !listed.has(number)))(
		'$number ($section) means the same to us',
		({markdown, html}) => {
			expect(comparable(asHtml(markdown))).toBe(comparable(html));
		},
	);

	it('are mostly such that we can read, and none is listed as different that is not', () => {
		expect(examples).toHaveLength(652);
		expect(supported.length).toBeGreaterThan(470);
		expect(supported.filter(one => listed.has(one.number)).filter(isSame)).toEqual([]);
		const numbers = new Set(supported.map(({number}) => number));
		expect([...listed].filter(number => !numbers.has(number))).toEqual([]);
	});
});
