import {dirname, join} from 'node:path';
import {rooms} from './rooms.ts';

/** Module names in a source text; the formatter keeps imports in a shape that this finds. */
export function importsOf(text: string): readonly string[] {
	const patterns = [
		/(?:^|\n)(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]/g,
		/(?:^|\n)import\s*['"]([^'"]+)['"]/g,
		/\bimport\(\s*['"]([^'"]+)['"]/g,
		/getBuiltinModule\(\s*['"]([^'"]+)['"]/g,
	];
	return patterns.flatMap(pattern => [...text.matchAll(pattern)].map(match => match[1]!));
}

/** What a file imports and may not, one sentence each. */
export function violations(file: string, imports: readonly string[]): readonly string[] {
	const room = roomOf(file);
	const row = room === null ? undefined : rooms[room];
	if (!row) {
		return [];
	}
	return imports.flatMap(name => {
		if (name.endsWith('.json')) {
			return [];
		}
		if (!name.startsWith('.')) {
			return isAllowedPackage(name, row.packages) ? [] : [`${file} imports ${name}`];
		}
		const target = roomOf(join(dirname(file), name));
		return target === room || (target !== null && row.imports.includes(target))
			? []
			: [`${file} imports ${name}`];
	});
}

/** All files that one of these reaches by imports, itself included, in the order of their names. */
export function importClosure(
	entries: readonly string[],
	textOf: (file: string) => string,
): readonly string[] {
	const reached = new Set(entries);
	for (const file of reached) {
		for (const name of importsOf(textOf(file))) {
			if (name.startsWith('.') && /\.tsx?$/.test(name)) {
				reached.add(join(dirname(file), name));
			}
		}
	}
	return [...reached].toSorted();
}

/** Every room may use what has no effects of its own. */
const harmless = [
	'node:assert',
	'node:crypto',
	'node:path',
	'node:url',
	'node:os',
	'node:util',
	'node:events',
	'node:string_decoder',
];

function isAllowedPackage(name: string, owned: readonly string[]): boolean {
	return [...harmless, ...owned].some(known => name === known || name.startsWith(`${known}/`));
}

/** The innermost room of the table in which a file lies; null for `main.ts`, which starts them all. */
function roomOf(file: string): string | null {
	if (file.startsWith('commands/')) {
		return 'commands';
	}
	const folders = dirname(file).split('/').slice(1);
	for (let depth = folders.length; depth > 0; depth -= 1) {
		const name = folders.slice(0, depth).join('/');
		if (name in rooms) {
			return name;
		}
	}
	return file.startsWith('source/') ? (folders[0] ?? null) : null;
}
