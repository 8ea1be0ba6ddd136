import {acpCommand} from './acp-command.ts';
import {mcpCommand} from './mcp-command.ts';
import {attachCommand, sessionsCommand, stopCommand} from './sessions-command.ts';
import {useCommand} from './use/command.ts';

/**
 * A flag of the command line. Parsing, help, README and completions are all made from the tables in
 * this file, so they can't differ.
 */
export type Flag = {
	readonly name: string;
	readonly short?: string;
	/** The name of the flag's value in the help. A flag without this takes no value. */
	readonly value?: string;
	readonly kind?: 'port' | 'count' | 'dollars' | 'scopes' | 'folder' | 'file';
	/**
	 * Set if the flag takes several values: `repeated` takes one each time that it is written,
	 * `listed` takes all words that follow it. If unset, a second value is refused.
	 */
	readonly many?: 'repeated' | 'listed';
	/** Values that the shell's completion offers; the flag accepts others too. */
	readonly suggestions?: readonly string[];
	readonly summary: string;
};

export type CliCommand = {
	readonly name: string;
	/** The words that may follow the command's name, as the help shows them. */
	readonly words?: string;
	readonly wordsMax: number;
	/** If set, the first word after the command's name must be one of these. */
	readonly choices?: readonly string[];
	readonly flags: readonly Flag[];
	readonly summary: string;
	/**
	 * The first word after the command's name is a program, and all words after it belong to that
	 * program.
	 */
	readonly startsProgram?: true;
	readonly wordsMin?: number;
};

export const scopes = [
	'read',
	'write',
	'shell',
	'network',
	'hop',
	'arq_control',
	'everything-in-this-sandbox',
] as const;

export const inputFormats = ['text', 'stream-json'] as const;

const json: Flag = {name: 'json', summary: 'print JSON for other programs'};
const session: Flag = {
	name: 'session',
	value: 'ID',
	summary: 'the session, by the beginning of its id',
};

export const globalFlags: readonly Flag[] = [
	{name: 'help', short: 'h', summary: 'show this help; after a command, its own'},
	{name: 'version', short: 'v', summary: 'print the version'},
	{name: 'cwd', value: 'DIR', kind: 'folder', summary: 'work in this folder'},
	{
		name: 'theme',
		value: 'NAME',
		suggestions: ['dark', 'light', 'sixteen', 'ascii', 'contrast'],
		summary: 'use this theme, now only',
	},
	{name: 'provider', value: 'NAME', summary: 'use this provider, now only'},
	{name: 'model', value: 'NAME', summary: 'use this model, now only'},
	{
		name: 'hop',
		value: 'HOST',
		summary: 'work on this machine: an alias of the ssh config, user@host:port, web:/srv/app',
	},
	{name: 'inside', summary: 'let the session end with this window'},
	{name: 'low-bandwidth', summary: 'draw less, for slow connections'},
	{name: 'screen-reader', summary: 'print line by line, nothing that ticks'},
	{name: 'no-color', summary: 'use no colours'},
];

/** The command that runs if none is named: it opens the screen. */
export const openCommand: CliCommand = {
	name: '',
	words: '[prompt…]',
	wordsMax: Number.POSITIVE_INFINITY,
	flags: [],
	summary: 'open the screen, with a first message if one is given',
};

export const commands = [
	{
		name: 'exec',
		words: '"prompt"',
		wordsMax: Number.POSITIVE_INFINITY,
		flags: [
			{name: 'json', summary: 'print every event as a line of JSON, as in the journal'},
			{
				name: 'allow',
				value: 'SCOPES',
				kind: 'scopes',
				many: 'repeated',
				suggestions: scopes,
				summary: 'allow calls of these scopes, with commas between them or --allow again',
			},
			{name: 'max-turns', value: 'N', kind: 'count', summary: 'stop after N answers of the model'},
			{
				name: 'session',
				value: 'ID',
				summary: 'go on with this session, by the beginning of its id',
			},
			{name: 'continue', summary: 'go on with the latest session of this folder'},
			{
				name: 'session-id',
				value: 'ID',
				summary: 'begin a session under this id: letters, digits, - and _',
			},
			{
				name: 'output',
				short: 'o',
				value: 'FILE',
				kind: 'file',
				summary: 'write the final answer into this file as well',
			},
			{
				name: 'output-schema',
				value: 'FILE',
				kind: 'file',
				summary: 'the answer has to be JSON that fits the JSON Schema in this file',
			},
			{
				name: 'max-budget-usd',
				value: 'N',
				kind: 'dollars',
				summary: 'stop when the answers have cost more than N dollars',
			},
			{
				name: 'detach',
				summary: 'leave it working in a session of its own, whose cards wait; print its id',
			},
			{
				name: 'input-format',
				value: 'FORMAT',
				suggestions: inputFormats,
				summary: 'what stdin is: text, or stream-json, a message as JSON on each line',
			},
		],
		summary: 'one run without a screen',
	},
	{
		name: 'resume',
		words: '[ID]',
		wordsMax: 1,
		flags: [],
		summary: 'reopen the last session of this folder, or the given one, with its waiting cards',
	},
	attachCommand,
	sessionsCommand,
	stopCommand,
	{
		name: 'proxy',
		wordsMax: 0,
		flags: [
			{
				name: 'port',
				value: 'N',
				kind: 'port',
				summary: 'listen on this port; 0, the default, is any',
			},
			{name: 'host', value: 'ADDRESS', summary: 'listen on this address; the default is 127.0.0.1'},
			{name: 'json', summary: 'first print one line of JSON with url, token and pid'},
		],
		summary: 'run the proxy alone, for other programs',
	},
	useCommand,
	acpCommand,
	mcpCommand,
	{
		name: 'launch',
		words: '[--] codex|claude|CMD…',
		startsProgram: true,
		wordsMin: 1,
		wordsMax: Number.POSITIVE_INFINITY,
		flags: [],
		summary: 'run another agent in a watched terminal, through the proxy',
	},
	{
		name: 'doctor',
		wordsMax: 0,
		flags: [
			json,
			{name: 'online', summary: 'also ask the model for one word, to see that it answers'},
		],
		summary: 'check terminal, config, providers, proxy and disk, and say what to do',
	},
	{
		name: 'logs',
		wordsMax: 0,
		flags: [
			session,
			{name: 'follow', summary: 'go on printing what is added, until Ctrl+C'},
			{
				name: 'type',
				value: 'T',
				many: 'listed',
				suggestions: [
					...['session', 'message', 'turn', 'reply', 'tool', 'authorization', 'terminal'],
					...['model', 'proxy', 'error', 'debug'],
				],
				summary: 'only events of these types, such as tool or tool.ended',
			},
			{name: 'failures', summary: 'only what failed, was denied or was interrupted'},
			{name: 'pretty', summary: 'print every event whole, over several lines'},
		],
		summary: 'read journal and debug sidecar of a session; without --session, of the last one',
	},
	{
		name: 'replay',
		words: 'ID',
		wordsMax: 1,
		flags: [],
		summary: 'give the recorded answers of a session again, and say where anything differs',
	},
	{
		name: 'incidents',
		wordsMax: 0,
		flags: [json, {name: 'export', value: 'FILE', kind: 'file', summary: 'write a report'}],
		summary: "the watchdog's incidents and what it learned",
	},
	{
		name: 'config',
		words: '[path|get K|set K V|list|edit]',
		wordsMax: 3,
		choices: ['path', 'get', 'set', 'list', 'edit'],
		flags: [],
		summary: 'settings',
	},
	{
		name: 'completion',
		words: 'bash|zsh|fish',
		wordsMax: 1,
		choices: ['bash', 'zsh', 'fish'],
		flags: [],
		summary: 'print the completion script for a shell',
	},
] as const satisfies readonly CliCommand[];

export type CommandName = (typeof commands)[number]['name'] | '';

export const exitCodes = [
	[0, 'done'],
	[1, 'failed'],
	[2, 'wrong use'],
	[3, 'denied by policy'],
	[4, 'provider unreachable'],
	[130, 'interrupted'],
] as const;

export function findCommand(name: string): CliCommand {
	return commands.find(command => command.name === name) ?? openCommand;
}

export function flagsOf(command: CliCommand): readonly Flag[] {
	return [...command.flags, ...globalFlags];
}
