import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {API} from 'typescript/unstable/sync';
import {expect, it} from 'vitest';
import {faultsIn} from '../../scripts/faults-in.ts';

function plantedIn(text: string): readonly string[] {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-faults-in-'));
	writeFileSync(join(folder, 'a.ts'), text);
	writeFileSync(join(folder, 'tsconfig.json'), '{"files": ["a.ts"]}');
	const api = new API({cwd: folder});
	try {
		const [project] = api
			.updateSnapshot({openProject: join(folder, 'tsconfig.json')})
			.getProjects();
		const tree = project!.program.getSourceFile(join(folder, 'a.ts'))!;
		return faultsIn(tree, {text}).map(
			fault => text.slice(0, fault.start) + fault.text + text.slice(fault.end),
		);
	} finally {
		api.close();
		rmSync(folder, {recursive: true});
	}
}

it.each([
	['if (a) b();', ['if (!(a)) b();', 'if (a) ;']],
	['const x = a < 1;', ['const x = a <= 1;', 'const x = a < (1 + 1);']],
	['const x = a && !b;', ['const x = a || !b;', 'const x = a && b;']],
	['const x = a ? true : b;', ['const x = !(a) ? true : b;', 'const x = a ? false : b;']],
	['const x = a.some(b);', ['const x = a.every(b);']],
	['const x = {...(a && {b})};', ['const x = {...{}};', 'const x = {...(a || {b})};']],
	[
		'function f(): void { g(); }',
		['function f(): void { return; g(); }', 'function f(): void { ; }'],
	],
	['function f(): string { return a; }', []],
	['type T = {a: true; b: 1};', []],
])('into %j it plants %j', (text, planted) => {
	expect(plantedIn(text)).toEqual(planted);
});
