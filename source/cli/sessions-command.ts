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
	details:
		'Alone it lists them. With --waiting nothing is printed while none waits. An id may be given by its beginning. An export is Markdown or JSON, as the name of the file says. Deleting asks first, and needs --yes where nobody can answer.',
	examples: [
		'agent-tui sessions export 20261118 last-tuesday.md',
		'agent-tui sessions delete 20261118-174501-abcde --yes',
	],
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
	details:
		'Without a name: the one of this folder. It ends in order, within 5 seconds; exits with 1 where it does not. An id may be given by its beginning.',
	examples: ['agent-tui stop deploy', 'agent-tui stop --all --now'],
} as const satisfies CliCommand;

export const attachCommand = {
	name: 'attach',
	words: '[ID|NAME]',
	wordsMax: 1,
	flags: [{name: 'watch', summary: 'see everything and change nothing'}],
	summary: 'come back to a session that runs without a window',
	details:
		'Without a name: the running session of this folder, else the newest that waits for you, else the newest.',
	examples: ['agent-tui attach', 'agent-tui attach --watch 20261118'],
} as const satisfies CliCommand;
