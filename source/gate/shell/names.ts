import type {Word} from './reader.ts';

/** Returns the program's own name, whatever folder it is called from. */
export function nameOf(word: Word | undefined): string {
	const text = word?.text ?? '';
	return text.includes('/') ? text.slice(text.lastIndexOf('/') + 1) : text;
}

/**
 * Whether the word is an option whose name is only known when the command runs, such as `-e$()xec`.
 * It may turn out to be an option that runs the words after it.
 */
export function isVagueOption({text, isSeen}: Word): boolean {
	const isMade =
		/^-[$`]|^--[^=]*[$`]|^-\w*(?:\$\([^)]*\)|\$\{[^}]*\}|\$[@*#?$!-]|`[^`]*`)[\w-]/.test(text);
	return !isSeen && isMade;
}

/** Programs that run their input as shell commands. */
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

/** Programs that pass their input to a shell. */
export const readingShells: ReadonlySet<string> = new Set(['at', 'batch', 'sg', 'newgrp', 'su']);

/** Programs that run their input as a program in their own language. */
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

// biome-ignore format: a list reads better in rows
/**
 * Words of the shell itself that run, read or change something, depending on the words after them.
 */
export const ruling: ReadonlySet<string> = new Set([
	'if', 'then', 'else', 'elif', 'fi', 'do', 'done', 'for', 'while', 'until', 'case', 'esac', 'function',
	'select', 'coproc', 'time', 'repeat', 'foreach', 'exec', 'eval', '.', 'source', 'trap', 'alias', 'unalias',
	'hash', 'enable', 'command', 'builtin', 'cd', 'chdir', 'pushd', 'popd', 'export', 'readonly', 'declare',
	'typeset', 'local', 'read', 'mapfile', 'readarray', 'printf', 'unset', 'set', 'shopt', 'let', 'getopts', 'fc',
	'history', 'complete', 'compgen', 'bind', 'setopt', 'emulate', 'autoload', 'zmodload', 'integer', 'float',
]);
