import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {formatsPage} from '../../scripts/docs-formats.ts';

it('docs/formats.md is what `npm run docs` writes', () => {
	const page = join(import.meta.dirname, '../../docs/formats.md');
	expect(readFileSync(page, 'utf8')).toBe(formatsPage());
});
