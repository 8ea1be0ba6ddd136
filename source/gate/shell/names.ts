import type {Word} from './reader.ts';

/** The program's own name, whatever folder it is called from. */
export function nameOf(word: Word | undefined): string {
	return word?.text.split('/').at(-1) ?? '';
}

/** They run as commands what they are given to read. */
export const shells: ReadonlySet<string> = new Set([
	'sh',
	'bash',
	'rbash',
	'dash',
	'zsh',
	'ksh',
	'mksh',
	'ash',
	'fish',
	'csh',
	'tcsh',
	'nu',
	'pwsh',
]);

/** They run as a program of their own language what they are given to read. */
export const interpreters: ReadonlySet<string> = new Set([
	'python',
	'python2',
	'python3',
	'pypy3',
	'perl',
	'ruby',
	'irb',
	'node',
	'nodejs',
	'bun',
	'deno',
	'ts-node',
	'tsx',
	'php',
	'lua',
	'luajit',
	'Rscript',
	'R',
	'julia',
	'tclsh',
	'expect',
	'osascript',
	'guile',
	'racket',
	'elixir',
	'erl',
	'groovy',
	'scala',
	'ghci',
	'jshell',
]);
