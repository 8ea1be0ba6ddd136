import {relative} from 'node:path';
import {interpreters, nameOf, shells} from './names.ts';
import {isOutside, type Place, pathsOf} from './places.ts';
import {readScript, type SimpleCommand, type Word} from './script.ts';

/** At most this many files are listed for one line. */
const filesMax = 8;

/**
 * Returns the files of the workspace that a command line would run (`./s.sh`, `sh s.sh`, `npm run
 * x`, `make`), relative to the workspace. A permanent yes to such a line counts only as long as
 * these files keep their content.
 */
export function scriptsOf(command: string, place: Place): readonly string[] {
	const paths = readScript(command).commands.flatMap(simple =>
		filesOf(simple).flatMap(file => pathsOf(file, simple.from, place) ?? []),
	);
	return [...new Set(paths)]
		.filter(path => !isOutside(path, place))
		.map(path => relative(place.workspace, path))
		.slice(0, filesMax);
}

/**
 * Returns the files that one command runs: those that its words name, and those, such as a
 * makefile, that its program reads by itself.
 */
export function filesOf({words}: SimpleCommand): readonly Pick<Word, 'text' | 'isSeen'>[] {
	const [first, ...rest] = words;
	if (!first?.isSeen) {
		return [];
	}
	const name = nameOf(first);
	const own = first.text.includes('/') ? [first] : [];
	if (shells.has(name) || interpreters.has(name) || name === '.' || name === 'source') {
		return [...own, ...rest.filter(({text, isSeen}) => isSeen && !/^[-+]/.test(text)).slice(0, 1)];
	}
	return [...own, ...(described[name] ?? []).map(text => ({text, isSeen: true}))];
}

const packages = ['package.json'];
const described: Readonly<Record<string, readonly string[]>> = {
	__proto__: null as never,
	npm: packages,
	pnpm: packages,
	yarn: packages,
	bun: packages,
	make: ['GNUmakefile', 'makefile', 'Makefile'],
	gmake: ['GNUmakefile', 'makefile', 'Makefile'],
	just: ['justfile', 'Justfile', '.justfile'],
	task: ['Taskfile.yml', 'Taskfile.yaml'],
	rake: ['Rakefile'],
	composer: ['composer.json'],
};
