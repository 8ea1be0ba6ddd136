import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {describe, expect, it} from 'vitest';
import {commands} from '../../commands/index.ts';
import {withGenerated} from '../../scripts/docs.ts';
import {longestFunctions} from './functions.ts';
import {importClosure, importsOf, violations} from './imports.ts';
import {rooms} from './rooms.ts';

const root = join(import.meta.dirname, '../..');
const fileLinesMax = 300;
const functionLinesMax = 60;

function filesUnder(folder: string): readonly string[] {
	return readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'})
		.filter(name => /\.tsx?$/.test(name))
		.map(name => join(folder, name));
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = filesUnder('source');

/** The types that more than one of these texts exports. */
function exportedTwice(texts: readonly string[]): readonly string[] {
	const names = texts.flatMap(text =>
		[...text.matchAll(/^export type (\w+)/gm)].map(([, name]) => name ?? ''),
	);
	return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Where the types are that the whole program speaks of. */
const vocabulary =
	/^source\/(?:events\/|state\/|engine\/engine\.ts|gate\/gate\.ts|terminal\/terminals?\.ts)/;

type SourceText = {readonly file: string; readonly text: string};

/** Private types of other files, or imports under another name, that take a name of the vocabulary. */
function namesakes(files: readonly SourceText[]): readonly string[] {
	const shared = new Map(
		files
			.filter(({file}) => vocabulary.test(file))
			.flatMap(({file, text}) =>
				[...text.matchAll(/^export type (\w+)/gm)].map(([, name]) => [name ?? '', file] as const),
			),
	);
	return files.flatMap(({file, text}) =>
		[...text.matchAll(/^type (\w+)|^import [^;]*\bas (\w+)/gm)]
			.map(([, own, renamed]) => own ?? renamed ?? '')
			.filter(name => shared.has(name) && shared.get(name) !== file)
			.map(name => `${name} in ${file}`),
	);
}

describe('the names of exported types', () => {
	it('mean one thing each: no two files export the same one', () => {
		expect(exportedTwice([...sources, ...filesUnder('commands')].map(read))).toEqual([]);
		expect(exportedTwice(['export type Way = 1;', 'export type Way<A> = A;'])).toEqual(['Way']);
	});

	it('of the shared vocabulary are no names of private types elsewhere', () => {
		const files = [...sources, ...filesUnder('commands')];
		expect(namesakes(files.map(file => ({file, text: read(file)})))).toEqual([]);
		const shared = {file: 'source/state/state.ts', text: 'export type Turn = 1;\ntype Own = 2;'};
		const planted = "import {type A as Turn} from './a.ts';\ntype Own = 1;\ntype Turn = 2;";
		expect(namesakes([shared, {file: 'source/hop/hop.ts', text: planted}])).toEqual([
			'Turn in source/hop/hop.ts',
			'Turn in source/hop/hop.ts',
		]);
	});
});

describe('the rooms', () => {
	it('import only what their row in the table allows', () => {
		expect(sources.flatMap(file => violations(file, importsOf(read(file))))).toEqual([]);
	});

	it('would be found out: a planted import of Ink in state/ is reported', () => {
		expect(violations('source/state/store.ts', ['ink'])).toHaveLength(1);
		expect(violations('source/state/store.ts', ['../view/theme.ts'])).toHaveLength(1);
		expect(violations('source/state/store.ts', ['../events/event.ts'])).toEqual([]);
		expect(violations('source/engine/engine.ts', ['../view/theme.ts'])).toHaveLength(1);
		expect(
			violations('source/engine/monitoring/monitoring.ts', ['../../view/theme.ts']),
		).toHaveLength(1);
	});

	it('leave the engine without a screen: nothing that it imports leads to the view', () => {
		const engine = sources.filter(file => file.startsWith('source/engine/'));
		const leads = (files: readonly string[]) =>
			files.filter(file => /^source\/(?:view|keys|front-ends|cli)\//.test(file));
		const reached = importClosure(engine, read);
		expect(reached.length).toBeGreaterThan(engine.length);
		expect(leads(reached)).toEqual([]);
		const planted = (file: string) =>
			file === 'source/state/reduce.ts' ? "import '../view/theme.ts';" : read(file);
		expect(leads(importClosure(engine, planted))).toContain('source/view/theme.ts');
	});

	it('load what looks at background workers only when one is looked at', () => {
		const isLoaded = (text: string) => /^import (?!type )[^;]*from '[./]*\/workers\//m.test(text);
		const engine = sources.filter(file => file.startsWith('source/engine/'));
		expect(engine.filter(file => isLoaded(read(file)))).toEqual([]);
		expect(isLoaded("import {createWorkers} from '../workers/workers.ts';")).toBe(true);
		expect(isLoaded("import type {Workers} from '../workers/workers.ts';")).toBe(false);
	});

	it('let a front end stand on the interface of the engine, and on nothing behind it', () => {
		const frontEnds = sources.filter(file => file.startsWith('source/front-ends/'));
		const behind = (text: string) => /\bparts\b/.test(text);
		expect(frontEnds.filter(file => behind(read(file)))).toEqual([]);
		expect(behind('engine.parts.store.append(event)')).toBe(true);
	});

	it('are all in the table, and the table names no room that is gone', () => {
		const folders = readdirSync(join(root, 'source'), {withFileTypes: true})
			.filter(entry => entry.isDirectory())
			.map(entry => entry.name);
		const outer = Object.keys(rooms).filter(room => !room.includes('/'));
		expect(folders.toSorted()).toEqual(outer.toSorted());
		expect(Object.keys(rooms).filter(room => !existsSync(join(root, 'source', room)))).toEqual([]);
	});

	it('stand in ARCHITECTURE.md word for word', () => {
		const page = read('ARCHITECTURE.md');
		for (const [name, room] of Object.entries(rooms)) {
			const owns = room.packages.join(', ') || '–';
			const imports = room.imports.join(', ') || 'nothing';
			expect(page).toContain(`| \`${name}/\` | ${room.sentence} | ${imports} | ${owns} |`);
		}
	});
});

describe('the sizes', () => {
	it(`of files stay within ${fileLinesMax} lines`, () => {
		const long = sources
			.map(file => ({file, lines: read(file).split('\n').length - 1}))
			.filter(({lines}) => lines > fileLinesMax);
		expect(long).toEqual([]);
	});

	it(`of functions stay within ${functionLinesMax} lines; the worst ten are named`, () => {
		const worst = sources
			.flatMap(file => longestFunctions(file, read(file)))
			.toSorted((a, b) => b.lines - a.lines);
		const listed = worst.slice(0, 10).map(({file, name, lines}) => `${lines} ${name} (${file})`);
		console.info(listed.join('\n'));
		expect(worst.filter(({lines}) => lines > functionLinesMax)).toEqual([]);
	});

	it('of functions count brackets, and neither comments nor blank lines', () => {
		const text = 'function a() {\n\t// why\n\n\tgo({\n\t\tx,\n\t});\n}\n';
		expect(longestFunctions('a.ts', text)).toEqual([{file: 'a.ts', name: 'a', lines: 5}]);
	});
});

describe('the house', () => {
	it('has no file that nothing imports', () => {
		const entries = ['source/main.ts', 'source/proxy/entry.ts'];
		const everything = [
			...sources,
			...filesUnder('commands'),
			...filesUnder('test'),
			...filesUnder('scripts'),
			...filesUnder('bench'),
		];
		const imported = new Set(
			[...sources, ...filesUnder('commands')].flatMap(file =>
				importsOf(read(file))
					.filter(name => name.startsWith('.'))
					.map(name => relative(root, join(root, file, '..', name))),
			),
		);
		expect(everything.length).toBeGreaterThan(sources.length);
		expect(sources.filter(file => !imported.has(file) && !entries.includes(file))).toEqual([]);
	});

	it('gives text to Ink in one place only, where each cell becomes one character', () => {
		const givesText = (file: string) => /import \{[^}]*\bText\b[^}]*\} from 'ink'/.test(read(file));
		expect(sources.filter(givesText)).toEqual([
			'source/view/ink/frame.tsx',
			'source/view/ink/words.tsx',
		]);
	});

	it('uses timers and the wall clock only in the clock', () => {
		const banned = /\b(setTimeout|setInterval|setImmediate|Date\.now|performance\.now)\s*\(/;
		expect(
			sources.filter(file => file !== 'source/platform/clock.ts' && banned.test(read(file))),
		).toEqual([]);
	});

	it('starts children in one place, where none inherits our terminals', () => {
		const imported =
			/^import \{[^}]*\b(spawn|fork|exec|execFile)\b[^}]*\} from 'node:child_process'/m;
		expect(
			sources.filter(file => file !== 'source/platform/spawn.ts' && imported.test(read(file))),
		).toEqual([]);
	});

	it('has no leftover marks and no escape from the type checker', () => {
		const banned = /\/\/.*\b(TODO|FIXME|XXX)\b|@ts-ignore|@ts-nocheck|\bas any\b/;
		expect([...sources, ...filesUnder('commands')].filter(file => banned.test(read(file)))).toEqual(
			[],
		);
	});

	it('has every room’s tests under the same name', () => {
		const untested = Object.keys(rooms).filter(
			room => room !== 'events' && !room.includes('/') && !existsSync(join(root, 'test', room)),
		);
		expect(untested).toEqual([]);
	});
});

describe('the lists', () => {
	it('of commands and of their files are the same', () => {
		const files = filesUnder('commands')
			.map(file => file.slice('commands/'.length, -'.ts'.length))
			.filter(name => name !== 'index');
		expect(Object.keys(commands).toSorted()).toEqual(files.toSorted());
	});

	it('of colours stand in themes only', () => {
		const colored = sources.filter(
			file => file.startsWith('source/view/') && /['"]#[0-9a-f]{6}['"]|\bcolor=/i.test(read(file)),
		);
		expect(colored).toEqual([]);
	});
});

describe('the documents', () => {
	it('are fresh: the generated rows of README are what `npm run docs` writes', () => {
		const page = read('README.md');
		expect(withGenerated(page)).toBe(page);
	});

	it('keep ARCHITECTURE.md within 150 lines', () => {
		expect(read('ARCHITECTURE.md').split('\n').length).toBeLessThanOrEqual(150);
	});

	it('name only files that exist', () => {
		for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/own-code.md']) {
			const named = [
				...read(page).matchAll(/`((?:source|test|commands|themes|scripts)\/[\w./-]+\.tsx?)`/g),
			];
			const short = [
				...read('ARCHITECTURE.md').matchAll(
					/`((?:keys|view|gate|turn|tools|events|model|state|cli|storage|engine|front-ends)\/[\w./-]+\.ts)`/g,
				),
			];
			for (const [, file] of named) {
				expect(existsSync(join(root, file!)), `${page} names ${file}`).toBe(true);
			}
			for (const [, file] of short) {
				expect(existsSync(join(root, 'source', file!)), `it names ${file}`).toBe(true);
			}
		}
	});
});
