import {join} from 'node:path';
import {beforeAll, describe, expect, it} from 'vitest';
import {type Bundle, bundle} from '../../scripts/bundle.ts';

let files: Bundle['files'] = [];
beforeAll(async () => {
	files = (await bundle(join(import.meta.dirname, '../..'))).files;
});

const textOf = (name: string) => files.find(({path}) => path === name)?.text ?? '';

/** The files that are loaded before the first line of this one runs. */
function loadedWith(name: string, seen = new Set<string>()): ReadonlySet<string> {
	if (!seen.has(name)) {
		seen.add(name);
		for (const [, other = ''] of textOf(name).matchAll(/(?:from|import)"\.\/([\w-]+\.js)"/g)) {
			loadedWith(other, seen);
		}
	}
	return seen;
}

describe('what a start loads', () => {
	it('is one small file up to the first frame', () => {
		expect(loadedWith('main.js').size).toBe(1);
		expect(textOf('main.js').length).toBeLessThan(64_000);
		expect(
			files.filter(({text}) => text.includes('devDependencies')).map(({path}) => path),
		).toEqual([]);
	});

	it('is one more file up to the screen, because each costs time, and no table of the command line', () => {
		const loaded = [...loadedWith('start.js')];
		expect(loaded).toEqual(['start.js']);
		expect(files.filter(({path}) => path.startsWith('screen-')).length).toBeGreaterThan(10);
		const holds = (name: string) => textOf(name).includes('function parseArguments(');
		expect(holds('main.js')).toBe(true);
		expect(loaded.filter(holds)).toEqual([]);
	});

	it('has one text under each name, though two builds may make the same chunk', () => {
		const texts = Map.groupBy(files, ({path}) => path);
		const twice = [...texts].filter(([, same]) => new Set(same.map(({text}) => text)).size > 1);
		expect(twice.map(([path]) => path)).toEqual([]);
	});
});
