import {isJsonObject} from '../events/json.ts';
import {makePrivateFolder, writeFileAtomic} from '../platform/atomic-file.ts';
import {didYouMean} from '../platform/nearest.ts';
import {runEditor} from '../platform/run-editor.ts';
import {setSetting} from '../storage/set-setting.ts';
import {readSettings, readSettingsFile, settingsPath} from '../storage/settings.ts';
import type {Call, Front} from './context.ts';
import {alignColumns, oneLine} from './format.ts';
import {createPaint} from './paint.ts';

/** `agent-tui config [path|get K|set K V|list|edit]`; alone it is `list`. */
export async function runConfig(call: Call, front: Front): Promise<number> {
	const [action = 'list', key, value] = call.words;
	const given = call.words.length - 1;
	const usage = usages[action];
	if (usage && given !== usage.words) {
		front.complain(`agent-tui: use it as: agent-tui config ${usage.text}\n`);
		return 2;
	}
	switch (action) {
		case 'path':
			front.print(`${settingsPath(front.folders.config)}\n`);
			return 0;
		case 'get':
			return get(front, key ?? '');
		case 'set':
			return set(front, key ?? '', value ?? '');
		case 'edit':
			return edit(front);
		default:
			return list(call, front);
	}
}

const usages: Readonly<Record<string, {words: number; text: string}>> = {
	path: {words: 0, text: 'path'},
	get: {words: 1, text: 'get KEY'},
	set: {words: 2, text: 'set KEY VALUE'},
	edit: {words: 0, text: 'edit'},
};

function get(front: Front, key: string): number {
	const {settings, warnings} = readSettings(front.folders.config);
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
			front.complain(`agent-tui: "${place}" is not set.${didYouMean(name, known)}\n`);
			return 2;
		}
	}
	warn(front, warnings);
	const shown = withoutKeys(value, key.split('.').at(-1) ?? '');
	front.print(`${typeof shown === 'string' ? shown : JSON.stringify(shown, null, '\t')}\n`);
	return 0;
}

async function set(front: Front, key: string, text: string): Promise<number> {
	const problem = key === 'theme' ? await themeProblem(front, text) : null;
	if (problem !== null) {
		front.complain(`agent-tui: ${problem}\n`);
		return 2;
	}
	const changed = await setSetting({
		folder: front.folders.config,
		key,
		text,
	});
	if (!changed.ok) {
		front.complain(`agent-tui: ${changed.failure.message}\n`);
		return changed.failure.kind === 'bad-input' ? 2 : 1;
	}
	warn(front, changed.value.warnings);
	return 0;
}

async function themeProblem(front: Front, name: string): Promise<string | null> {
	const {themeNames} = await import('../front-ends/theme-names.ts');
	const known = ['default', ...themeNames(front.folders.config)];
	return name === 'null' || known.includes(name)
		? null
		: `there is no theme "${name}".${didYouMean(name, known)} Themes: ${known.join(', ')}.`;
}

function list(call: Call, front: Front): number {
	const {settings, warnings} = readSettings(front.folders.config);
	const file = readSettingsFile(settingsPath(front.folders.config));
	const own = file.status === 'read' ? file.value : {};
	const paint = createPaint(call, front);
	const lines = alignColumns(
		flatten(withoutKeys(settings, ''), '').map(([key, value]) => [
			key,
			oneLine(JSON.stringify(value)),
		]),
	);
	const isOwn = (line: string) => Object.hasOwn(own, line.split(/[.\s]/)[0] ?? '');
	front.print(lines.map(line => `${isOwn(line) ? line : paint.dim(line)}\n`).join(''));
	warn(front, warnings);
	return 0;
}

async function edit(front: Front): Promise<number> {
	const path = settingsPath(front.folders.config);
	if (readSettingsFile(path).status === 'missing') {
		makePrivateFolder(front.folders.config);
		writeFileAtomic(path, '{}\n');
	}
	const {editor, isWell} = await runEditor(path, front);
	if (!isWell) {
		front.complain(`agent-tui: the editor "${editor}" did not end well. Set EDITOR to another.\n`);
		return 1;
	}
	const {warnings, problem} = readSettings(front.folders.config);
	warn(front, warnings);
	return problem === null ? 0 : 1;
}

function warn(front: Front, warnings: readonly string[]): void {
	for (const warning of warnings) {
		front.complain(`agent-tui: ${warning}\n`);
	}
}

function lookUp(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
		? (value as Record<string, unknown>)[name]
		: undefined;
}

/** Masks keys: printed output may end up in a log or on a shared screen. */
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

function flatten(value: unknown, path: string): readonly (readonly [string, unknown])[] {
	return isJsonObject(value) && Object.keys(value).length > 0
		? Object.entries(value).flatMap(([key, entry]) =>
				flatten(entry, path === '' ? key : `${path}.${key}`),
			)
		: [[path, value]];
}
