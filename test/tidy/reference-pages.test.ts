import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {pages, referencePages} from '../../scripts/docs-reference.ts';

const folder = join(import.meta.dirname, '../../docs');

it.each(Object.entries(referencePages()))('docs/%s is what `npm run docs` writes', (name, page) => {
	expect(readFileSync(join(folder, name), 'utf8')).toBe(page);
});

it('the index names every page of docs/, and none that is not there', () => {
	const files = readdirSync(folder, {withFileTypes: true})
		.filter(entry => entry.isFile() && entry.name !== 'README.md')
		.map(({name}) => name);
	expect(Object.keys(pages).toSorted()).toEqual(files.toSorted());
});
