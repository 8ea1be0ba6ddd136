import type {Json, JsonObject} from '../../events/json.ts';
import type {CallForm, NeutralTool, ToolName} from '../neutral.ts';
import {listOf, optionalObject} from '../translate/request-reading.ts';

/** A call that the practice model wants to make. */
export type WantedCall = ToolName & {readonly form: CallForm; readonly arguments: string};

/**
 * Creates the calls that the practice model can make in this conversation. Each function returns
 * null if no tool for it is offered.
 */
export type ToolCaller = {
	readonly run: (command: string, how?: {readonly tty?: boolean}) => WantedCall | null;
	readonly list: () => WantedCall | null;
	readonly read: (path: string) => WantedCall | null;
	readonly search: (pattern: string, path: string) => WantedCall | null;
	readonly replace: (change: TextChange) => WantedCall | null;
	readonly write: (path: string, content: string) => WantedCall | null;
	readonly type: (session: Json, chars: string | null) => WantedCall | null;
	readonly close: (session: Json) => WantedCall | null;
	readonly connect: (host: string) => WantedCall | null;
	readonly fetch: (url: string) => WantedCall | null;
};

export type TextChange = {readonly path: string; readonly before: string; readonly after: string};

/** Fits calls to the offered tools, whatever names their client has given them. */
export function createToolCaller(tools: readonly NeutralTool[]): ToolCaller {
	const call = (purpose: Purpose, wanted: Wanted) => {
		const tool = tools.find(({name}) => toolNames[purpose].includes(name.toLowerCase()));
		return tool ? callOf(tool, wanted) : null;
	};
	const run: ToolCaller['run'] = (command, {tty} = {}) =>
		call('run', {command, ...(tty ? {tty: true} : {})});
	return {
		run,
		list: () => run('ls -la') ?? call('list', {folder: '.'}),
		read: path => call('read', {path}) ?? run(`cat -- ${quoted(path)}`),
		search: (pattern, path) =>
			call('search', {pattern, optionalFolder: path}) ??
			run(`grep -rn -- ${quoted(pattern)} ${quoted(path)}`),
		replace: change =>
			call('edit', {path: change.path, before: change.before, after: change.after}) ??
			patchOf(tools, change),
		write: (path, content) => call('write', {path, content}),
		type: (session, chars) => call('type', chars === null ? {session} : {session, chars}),
		close: session => call('close', {session}),
		connect: host => call('connect', {host}),
		fetch: url => call('fetch', {url}),
	};
}

/** Quotes a text for the shell, so that it can be a word of a command. */
export function quoted(text: string): string {
	return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

type Purpose =
	| 'run'
	| 'list'
	| 'read'
	| 'search'
	| 'edit'
	| 'write'
	| 'type'
	| 'close'
	| 'connect'
	| 'fetch';

const toolNames: Readonly<Record<Purpose, readonly string[]>> = {
	run: ['unified_exec', 'exec_command', 'run_in_terminal', 'shell', 'bash', 'run_shell_command'],
	list: ['list_files', 'list_directory', 'list_dir', 'ls'],
	read: ['read_file', 'read'],
	search: ['search_files', 'grep', 'search_file_content'],
	edit: ['edit_file', 'edit', 'replace'],
	write: ['write_file', 'write', 'create_file'],
	type: ['write_stdin'],
	close: ['close_pty_session'],
	connect: ['hop_connect'],
	fetch: ['fetch_url', 'webfetch', 'web_fetch'],
};

type Wanted = Readonly<Partial<Record<Field, Json>>>;

type Field =
	| 'command'
	| 'tty'
	| 'path'
	| 'folder'
	| 'optionalFolder'
	| 'pattern'
	| 'before'
	| 'after'
	| 'content'
	| 'session'
	| 'chars'
	| 'host'
	| 'url';

/** The names that tools use for a field, the most usual one first. */
const fieldNames: Readonly<Record<Field, readonly string[]>> = {
	command: ['cmd', 'command'],
	tty: ['tty'],
	path: ['path', 'file_path', 'filePath', 'file', 'absolute_path'],
	folder: ['path', 'dir_path', 'folder', 'directory'],
	optionalFolder: ['path', 'dir_path', 'folder', 'directory'],
	pattern: ['pattern', 'query', 'text'],
	before: ['old', 'old_text', 'old_string', 'oldString', 'find', 'search'],
	after: ['new', 'new_text', 'new_string', 'newString', 'replace', 'replacement'],
	content: ['content', 'contents', 'text'],
	session: ['session_id', 'session'],
	chars: ['chars', 'input'],
	host: ['host', 'target', 'destination', 'to', 'name'],
	url: ['url'],
};

/** Fields that may be dropped if the tool does not have them. */
const optionalFields: readonly string[] = ['tty', 'optionalFolder'];

function callOf(tool: NeutralTool, wanted: Wanted): WantedCall | null {
	const properties = optionalObject(tool.parameters?.['properties']);
	const given: Record<string, Json> = {};
	for (const [field, value] of Object.entries(wanted)) {
		const names = fieldNames[field as Field];
		const name = properties ? names.find(each => each in properties) : names[0];
		if (name !== undefined) {
			given[name] = field === 'command' ? commandFor(properties?.[name], String(value)) : value;
		} else if (!optionalFields.includes(field)) {
			return null;
		}
	}
	for (const name of listOf(tool.parameters?.['required'])) {
		if (typeof name === 'string' && !(name in given)) {
			if (!explanationNames.includes(name)) {
				return null;
			}
			given[name] = 'The user asked for it.';
		}
	}
	const {name, namespace} = tool;
	return {name, namespace, form: 'function', arguments: JSON.stringify(given)};
}

const explanationNames: readonly string[] = ['explanation', 'description', 'justification'];

/** Returns the command in the form that the tool takes: one line, or a list of words. */
function commandFor(property: Json | undefined, command: string): Json {
	const isList = optionalObject(property)?.['type'] === 'array';
	return isList ? ['bash', '-lc', command] : command;
}

/**
 * Returns a call of `apply_patch`. A patch replaces whole lines, so it works only for a whole line.
 */
function patchOf(
	tools: readonly NeutralTool[],
	{path, before, after}: TextChange,
): WantedCall | null {
	const tool = tools.find(({name}) => name === 'apply_patch');
	if (!tool) {
		return null;
	}
	const patch = [
		'*** Begin Patch',
		`*** Update File: ${path}`,
		'@@',
		`-${before}`,
		`+${after}`,
		'*** End Patch',
	].join('\n');
	const {name, namespace, form} = tool;
	const properties = optionalObject(tool.parameters?.['properties']);
	const field = ['patch', 'input'].find(each => properties && each in properties) ?? 'patch';
	const given: JsonObject = {[field]: patch};
	return {name, namespace, form, arguments: form === 'custom' ? patch : JSON.stringify(given)};
}
