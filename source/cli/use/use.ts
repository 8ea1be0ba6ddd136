import {existsSync} from 'node:fs';
import {homedir} from 'node:os';
import {failed, type Result} from '../../events/failure.ts';
import type {Settings} from '../../events/settings.ts';
import {codeOf} from '../../platform/atomic-file.ts';
import {readSettings} from '../../storage/settings.ts';
import type {CliCall, CliContext} from '../context.ts';
import {flagText, hasFlag} from '../parsed.ts';
import {
	type ClientFile,
	clients,
	pathsOf,
	type Target,
	tokenVariable,
	type UsableClient,
} from './clients.ts';
import type {ClientName, EditorName} from './command.ts';
import {type Editor, Unreadable} from './edit.ts';
import {editJson} from './edit-json.ts';
import {editToml} from './edit-toml.ts';
import {editYaml} from './edit-yaml.ts';
import {type UsableEditor, editors as usableEditors} from './editors.ts';
import {
	type Change,
	isWanted,
	readWhole,
	showChanges,
	shownPath,
	writeChange,
} from './write-changes.ts';

const editors: Readonly<Record<ClientFile['format'], Editor>> = {
	json: editJson,
	toml: editToml,
	yaml: editYaml,
};

const usualPort = '4141';

/** `agent-tui use CLIENT [--write] [--yes] [--port N]`. */
export async function runUse(call: CliCall, cli: CliContext): Promise<number> {
	const [name = ''] = call.words;
	if (Object.hasOwn(usableEditors, name)) {
		return tellEditor(usableEditors[name as EditorName], call, cli);
	}
	const client = clients[name as ClientName];
	const port = flagText(call.flags, 'port') ?? usualPort;
	const target: Target = {
		url: `http://127.0.0.1:${port}`,
		model: flagText(call.flags, 'model') ?? 'default',
	};
	const isWell = hasFlag(call.flags, 'write')
		? await write(client, {target, call, cli})
		: print(client, {target, cli});
	if (isWell) {
		sayWhatElse(client, {target, port, cli});
	}
	return isWell ? 0 : 1;
}

/**
 * Explains how to set up an editor. An editor starts this program itself, so it needs neither the
 * proxy's address nor its token.
 */
async function tellEditor(editor: UsableEditor, call: CliCall, cli: CliContext): Promise<number> {
	const target: Target = {url: '', model: ''};
	const wantsWriting = hasFlag(call.flags, 'write');
	if (editor.files.length === 0) {
		cli.complain(
			wantsWriting
				? `agent-tui: what ${editor.title} reads is a program, which is yours to write. These lines are for ${editor.place}:\n`
				: `${editor.place}:\n`,
		);
		cli.print(editor.lines);
	}
	const isWell = wantsWriting
		? editor.files.length > 0 && (await write(editor, {target, call, cli}))
		: print(editor, {target, cli});
	cli.complain(
		`${editor.next} If the editor does not find agent-tui, write its whole path as the command: command -v agent-tui says it.\n`,
	);
	return isWell ? 0 : 1;
}

type Told = Pick<UsableClient, 'title' | 'files' | 'environment'>;

type Given = {readonly target: Target; readonly cli: CliContext};

function print(client: Told, {target, cli}: Given): boolean {
	for (const file of client.files) {
		const made = editors[file.format]('', file.edits(target));
		cli.complain(`${shownPath(placeOf(file, cli), cli)}:\n`);
		cli.print(made.ok ? made.value : '');
	}
	if (client.files.length === 0) {
		cli.print(environmentLines(client, target).join(''));
	}
	return true;
}

function environmentLines({environment}: Told, target: Target): readonly string[] {
	return Object.entries(environment?.(target) ?? {}).map(
		([name, value]) => `export ${name}="${value}"\n`,
	);
}

async function write(client: Told, {call, ...given}: Given & {call: CliCall}): Promise<boolean> {
	const {cli} = given;
	if (client.files.length === 0) {
		cli.complain(
			`agent-tui: ${client.title} takes this from its environment only, so there is no file to write. These lines are for your shell's profile:\n`,
		);
		print(client, given);
		return false;
	}
	const planned = client.files.map(file => plan(file, given));
	const broken = planned.find(one => !one.ok);
	if (broken && !broken.ok) {
		cli.complain(`agent-tui: ${broken.failure.message}\n`);
		return false;
	}
	const changes = planned.flatMap(one =>
		one.ok && one.value.before !== one.value.after ? [one.value] : [],
	);
	if (changes.length === 0) {
		cli.complain('Nothing to change: all of it is there already.\n');
		return true;
	}
	showChanges(changes, cli);
	if (!hasFlag(call.flags, 'yes') && !(await isWanted(changes, cli))) {
		cli.complain('agent-tui: nothing was written. Say yes, or use --yes.\n');
		return false;
	}
	return changes.every(change => writeChange(change, cli));
}

function plan(file: ClientFile, {target, cli}: Given): Result<Change> {
	const path = placeOf(file, cli);
	const refused = (why: string): Result<Change> => ({
		ok: false,
		failure: failed(
			'bad-input',
			`${shownPath(path, cli)} was left alone: ${why}. Without --write, this prints what it must say.`,
		),
	});
	try {
		const before = readWhole(path);
		const edited = editors[file.format](before ?? '', file.edits(target));
		return edited.ok
			? {ok: true, value: {path, before, after: edited.value}}
			: refused(edited.failure.message);
	} catch (error) {
		return refused(
			error instanceof Unreadable ? error.message : `it can't be read (${codeOf(error)})`,
		);
	}
}

function sayWhatElse(client: UsableClient, {target, port, cli}: Given & {port: string}): void {
	const {settings} = readSettings(cli.folders.config);
	const unknown = isNameKnown(target.model, settings)
		? ''
		: `No provider, model or route here is called "${target.model}": add {"model": "*", "to": ["provider/model"]} to routes, and it is taken.\n`;
	const names = client.names === undefined ? '' : `${client.names}\n`;
	const tools =
		client.tools === undefined ? '' : `Our tools in it (docs/mcp.md):\n    ${client.tools}\n`;
	const lines = client.files.length > 0 ? environmentLines(client, target) : [];
	const rest = lines.map(line => `    ${line}`).join('');
	cli.complain(
		`${unknown}${names}The proxy, and then ${client.program} where the same ${tokenVariable} is set:\n    export ${tokenVariable}=$(openssl rand -hex 16)\n    agent-tui proxy --port ${port} &\n${rest}    ${client.program}\n${tools}`,
	);
}

/** Whether the settings tell which provider to ask for this model. */
function isNameKnown(model: string, {providers, routes}: Settings): boolean {
	return (
		model === 'default' ||
		model.includes('/') ||
		routes.some(route => route.model === '*' || route.model === model) ||
		providers.some(({models}) => models?.includes(model))
	);
}

function placeOf(file: ClientFile, cli: CliContext): string {
	const paths = pathsOf(file, {env: cli.env, home: cli.env['HOME'] || homedir()});
	return paths.find(path => existsSync(path)) ?? paths.at(-1)!;
}
