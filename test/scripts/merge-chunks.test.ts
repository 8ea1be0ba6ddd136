import {mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {expect, it} from 'vitest';
import {mergeChunks} from '../../scripts/merge-chunks.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const sources = {
	'start.ts': `import {count, take} from './counter.ts'; import {own} from './own.ts';
		take(); own();
		export const first = count();
		export const late = () => import('./late.ts');
		export const other = () => import('./other.ts');`,
	'counter.ts': `import {step} from './step.ts'; let taken = 0;
		export function take() { taken += step; } export const count = () => taken;`,
	'step.ts': 'export const step = 1;',
	'own.ts': 'export function own() {}',
	'late.ts': `import {count, take} from './counter.ts'; import {shared} from './shared.ts';
		export function again() { take(); return count() + shared; }`,
	'other.ts': `import {step} from './step.ts'; import {shared} from './shared.ts';
		export const sum = step + shared;`,
	'shared.ts': 'export const shared = 10;',
};

it('an entry is one file, what comes late a file of its own, and nothing is there twice', async () => {
	const folder = temporaryFolder();
	for (const [name, text] of Object.entries(sources)) {
		writeFileSync(join(folder, name), text);
	}
	const dist = join(folder, 'dist');
	const split = await build({
		entryPoints: [join(folder, 'start.ts')],
		absWorkingDir: folder,
		outdir: dist,
		bundle: true,
		splitting: true,
		format: 'esm',
		write: false,
		metafile: true,
	});
	mkdirSync(dist);
	writeFileSync(join(dist, 'package.json'), '{"type": "module"}');
	for (const {path, text} of await mergeChunks(split, {entry: 'start.js', external: []})) {
		writeFileSync(join(dist, basename(path)), text);
	}
	const {first, late, other} = await import(pathToFileURL(join(dist, 'start.js')).href);
	expect([first, (await late()).again(), (await other()).sum]).toEqual([1, 12, 11]);
	const start = split.metafile.outputs['dist/start.js'];
	expect(start?.imports.filter(({kind}) => kind === 'import-statement')).not.toEqual([]);
	const merged = (await mergeChunks(split, {entry: 'start.js', external: []})).find(
		({path}) => basename(path) === 'start.js',
	);
	expect(merged?.text).not.toMatch(/\bfrom\s*["']\.\//);
	expect(readdirSync(dist).length).toBeLessThan(split.outputFiles.length + 2);
});
