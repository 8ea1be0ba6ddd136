import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {execStreamSchema} from '../../scripts/docs-exec.ts';

it('docs/exec-stream.schema.json is what `npm run docs` writes', () => {
	const page = join(import.meta.dirname, '../../docs/exec-stream.schema.json');
	expect(readFileSync(page, 'utf8')).toBe(execStreamSchema());
});
