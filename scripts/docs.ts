/**
 * `npm run docs`: generates `docs/` and the generated rows of README.md from the data in the code.
 */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {clientRows} from '../source/cli/use/clients.ts';
import {carriedPage} from './docs-carried.ts';
import {execStreamSchema} from './docs-exec.ts';
import {faultsPage} from './docs-faults.ts';
import {formatsPage} from './docs-formats.ts';
import {referencePages} from './docs-reference.ts';

const readme = join(import.meta.dirname, '../README.md');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	writeFileSync(readme, withGenerated(readFileSync(readme, 'utf8')));
	mkdirSync(join(readme, '../docs'), {recursive: true});
	writeFileSync(join(readme, '../docs/formats.md'), formatsPage());
	writeFileSync(join(readme, '../docs/faults.md'), faultsPage());
	writeFileSync(join(readme, '../docs/carried.md'), carriedPage());
	writeFileSync(join(readme, '../docs/exec-stream.schema.json'), execStreamSchema());
	for (const [name, page] of Object.entries(referencePages())) {
		writeFileSync(join(readme, '../docs', name), page);
	}
}

/** Replaces the rows between `<!-- clients -->` and `<!-- /clients -->`. */
export function withGenerated(page: string): string {
	return page.replace(
		/(<!-- clients -->\n)[\s\S]*?(\n<!-- \/clients -->)/,
		(_, open: string, close: string) => open + clientRows().trim() + close,
	);
}
