import {isJsonObject} from '../events/json.ts';
import {settingAt, settingKeys, settingRow} from '../events/settings.ts';
import {makePrivateFolder, writeFileAtomic} from '../platform/atomic-file.ts';
import {didYouMean} from '../platform/nearest.ts';
import {runEditor} from '../platform/run-editor.ts';
import {setSetting} from '../storage/set-setting.ts';
import {readSettings, readSettingsFile, settingsPath} from '../storage/settings.ts';
import type {CliCall, CliContext} from './context.ts';
import {oneLine} from './format.ts';
import {createPaint} from './paint.ts';

/** `agent-tui config [path|get K|set K V|list|edit]`; without a word it lists. */
export async function runConfig(call: CliCall, cli: CliContext): Promise<number> {
	const [action = 'list', key, value] = call.words;
	const given = call.words.length - 1;
	const usage = usages[action];
	if (usage && given !== usage.words) {
		cli.complain(`agent-tui: use it as: agent-tui config ${usage.text}\n`);
		return 2;
	}
	switch (action) {
		case 'path':
			cli.print(`${settingsPath(cli.folders.config)}\n`);
			return 0;
		case 'get':
			return get(cli, key ?? '');
		case 'set':
			return set(cli, key ?? '', value ?? '');
		case 'edit':
			return edit(cli);
		default:
			return list(call, cli);
	}
}

const usages: Readonly<Record<string, {words: number; text: string}>> = {
	path: {words: 0, text: 'path'},
	get: {words: 1, text: 'get KEY'},
	set: {words: 2, text: 'set KEY VALUE'},
	edit: {words: 0, text: 'edit'},
};

function get(cli: CliContext, key: string): number {
	const {settings, warnings} = readSettings(cli.folders.config);
	let value: unknown = settings;
	for (const [index, name] of key.split('.').entries()) {
		const inside: unknown = value;
		value = lookUp(inside, name);
		if (value === undefined) {
			const known = isJsonObject(inside) ? Object.keys(inside) : [];
			const place = key
				.split('.')
				.slice(0, index + 1)
				.join('.');
			cli.complain(`agent-tui: "${place}" is not set.${didYouMean(name, known)}\n`);
			return 2;
		}
	}
	warn(cli, warnings);
	const shown = withoutKeys(value, key.split('.').at(-1) ?? '');
	cli.print(`${typeof shown === 'string' ? shown : JSON.stringify(shown, null, '\t')}\n`);
	return 0;
}

async function set(cli: CliContext, key: string, text: string): Promise<number> {
	const problem = key === 'theme' ? await themeProblem(cli, text) : null;
	if (problem !== null) {
		cli.complain(`agent-tui: ${problem}\n`);
		return 2;
	}
	const changed = await setSetting({
		folder: cli.folders.config,
		key,
		text,
	});
	if (!changed.ok) {
		cli.complain(`agent-tui: ${changed.failure.message}\n`);
		return changed.failure.kind === 'bad-input' ? 2 : 1;
	}
	warn(cli, changed.value.warnings);
	return 0;
}

async function themeProblem(cli: CliContext, name: string): Promise<string | null> {
	const {themeNames} = await import('../front-ends/themes.ts');
	const known = ['default', ...themeNames(cli.folders.config)];
	return name === 'null' || known.includes(name)
		? null
		: `there is no theme "${name}".${didYouMean(name, known)} Themes: ${known.join(', ')}.`;
}

function list(call: CliCall, cli: CliContext): number {
	const {settings, warnings} = readSettings(cli.folders.config);
	const file = readSettingsFile(settingsPath(cli.folders.config));
	const own = file.status === 'read' ? file.value : {};
	const paint = createPaint(call, cli);
	const lines = settingKeys.map(key => {
		const value = oneLine(JSON.stringify(withoutKeys(settingAt(settings, key), '')));
		return `${key.padEnd(keyWidth)}  ${value.padEnd(valueWidth)}  ${settingRow(key).words}`;
	});
	const isOwn = (line: string) => Object.hasOwn(own, line.split(/[.\s]/)[0] ?? '');
	cli.print(lines.map(line => `${isOwn(line) ? line : paint.dim(line)}\n`).join(''));
	warn(cli, warnings);
	return 0;
}

const keyWidth = Math.max(...settingKeys.map(key => key.length));
const valueWidth = 12;

async function edit(cli: CliContext): Promise<number> {
	const path = settingsPath(cli.folders.config);
	if (readSettingsFile(path).status === 'missing') {
		makePrivateFolder(cli.folders.config);
		writeFileAtomic(path, '{}\n');
	}
	const {editor, isWell} = await runEditor(path, cli);
	if (!isWell) {
		cli.complain(`agent-tui: the editor "${editor}" did not end well. Set EDITOR to another.\n`);
		return 1;
	}
	const {warnings, problem} = readSettings(cli.folders.config);
	warn(cli, warnings);
	return problem === null ? 0 : 1;
}

function warn(cli: CliContext, warnings: readonly string[]): void {
	for (const warning of warnings) {
		cli.complain(`agent-tui: ${warning}\n`);
	}
}

function lookUp(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** Hides API keys, because printed output may end up in a log or on a shared screen. */
function withoutKeys(value: unknown, name: string): unknown {
	if (name === 'apiKey' && typeof value === 'string') {
		return '‹hidden›';
	}
	if (Array.isArray(value)) {
		return value.map(entry => withoutKeys(entry, ''));
	}
	return isJsonObject(value)
		? Object.fromEntries(
				Object.entries(value).map(([key, entry]) => [key, withoutKeys(entry, key)]),
			)
		: value;
}
