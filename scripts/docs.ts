/**
 * `npm run docs`: generates `docs/` and the generated parts of README.md from the data in the code.
 */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {clientRows} from '../source/cli/use/clients.ts';
import {faults} from '../source/watchdog/faults.ts';
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

/**
 * Replaces each part between `<!-- name -->` and `<!-- /name -->`, which is rows or words within a
 * row.
 */
export function withGenerated(page: string): string {
	return Object.entries(parts()).reduce(
		(text, [name, content]) =>
			text.replace(
				new RegExp(`(<!-- ${name} -->)(\n?)[\\s\\S]*?(<!-- /${name} -->)`),
				(_, open: string, line: string, close: string) =>
					`${open}${line}${content.trim()}${line}${close}`,
			),
		page,
	);
}

function parts(): Readonly<Record<string, string>> {
	return {clients: clientRows(), faults: String(faults.length)};
}
