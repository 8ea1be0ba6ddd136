import type {CliCommand} from './table.ts';

const clientWords = [
	'list',
	'call',
	'add',
	'import',
	'remove',
	'test',
	'login',
	'logout',
	'trust',
] as const;

export const mcpCommand = {
	name: 'mcp',
	words: `[${clientWords.join('|')}]`,
	wordsMax: Number.POSITIVE_INFINITY,
	choices: clientWords,
	flags: [
		{name: 'http', value: 'PORT', kind: 'port', summary: 'serve HTTP instead of stdio; 0 is any'},
		{
			name: 'session',
			value: 'NAME',
			summary: 'serve in a session of this name, beside the usual one of this folder',
		},
		{name: 'server', value: 'NAME', summary: 'list: only this server'},
		{name: 'json', summary: 'list and call: print JSON for other programs'},
		{
			name: 'env',
			value: 'NAME=VALUE',
			many: 'repeated',
			summary: 'add: a variable for the program; may be repeated',
		},
		{
			name: 'header',
			value: 'NAME:VALUE',
			many: 'repeated',
			summary: 'add: a header for the address; may be repeated',
		},
		{name: 'scope', value: 'SCOPES', summary: 'login: ask for these scopes too'},
		{name: 'on', value: 'HOST', summary: 'add: the machine on which it runs'},
		{name: 'write', summary: 'import: write what it has shown, after a question'},
		{name: 'yes', summary: 'trust, and import --write: without a question'},
	],
	summary:
		'offer the tools to another agent, as an MCP server; with a word, the MCP servers of the settings: list their tools, call one; add, import from other clients, remove, test a server, sign in to it',
} as const satisfies CliCommand;
