import type {CliCommand} from './table.ts';

export const sessionsCommand = {
	name: 'sessions',
	words: '[rename ID NAME|fork ID|export ID FILE|delete ID]',
	wordsMax: 3,
	choices: ['rename', 'fork', 'export', 'delete'],
	flags: [
		{name: 'json', summary: 'print JSON for other programs'},
		{name: 'running', summary: 'only those that run now, with what each is doing'},
		{name: 'waiting', summary: 'one line for a status bar: those in which a card waits'},
		{name: 'yes', summary: 'delete without a question'},
	],
	summary: 'list the sessions, the latest first, or do something with one',
} as const satisfies CliCommand;

export const stopCommand = {
	name: 'stop',
	words: '[ID|NAME]',
	wordsMax: 1,
	flags: [
		{name: 'all', summary: 'end all sessions of yours that run on this machine'},
		{name: 'now', summary: 'kill at once, with the programs in its terminals'},
	],
	summary: 'end a session that runs, with its programs; resume opens it again',
} as const satisfies CliCommand;

export const attachCommand = {
	name: 'attach',
	words: '[ID|NAME]',
	wordsMax: 1,
	flags: [{name: 'watch', summary: 'see everything and change nothing'}],
	summary: 'come back to a session that runs without a window',
} as const satisfies CliCommand;
