import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {faultsPage} from '../../scripts/docs-faults.ts';
import {faults} from '../../source/watchdog/faults.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Where signals come from: not where they are named, counted, drawn or judged. */
const emitters = readdirSync(join(root, 'source'), {recursive: true, encoding: 'utf8'})
	.filter(name => /\.tsx?$/.test(name))
	.filter(name => !/^(?:events|view|state|cli)\//.test(name))
	.filter(name => !/^watchdog\/(?:faults?-?\w*|judge|meter|verification|knowledge)\.ts$/.test(name))
	.map(name => read(join('source', name)));

it('docs/faults.md is what `npm run docs` writes', () => {
	expect(read('docs/faults.md')).toBe(faultsPage());
});

describe('each fault', () => {
	it.each(faults)('$id was provoked in a test that is there', ({provoked: {file, title}}) => {
		const page = read(join('test', file));
		expect(page.includes(title) || page.includes(title.replaceAll("'", "\\'"))).toBe(true);
	});

	it.each(faults)('$id has signals and codes that somebody emits', ({signals}) => {
		for (const {kind, codes = []} of signals) {
			for (const word of [kind, ...codes]) {
				expect({word, isEmitted: emitters.some(text => text.includes(`'${word}'`))}).toEqual({
					word,
					isEmitted: true,
				});
			}
		}
	});
});
