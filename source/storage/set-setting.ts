import type Conf from 'conf';
import {checkValue, type ValueFinding} from '../events/check-value.ts';
import {failed, type Result} from '../events/failure.ts';
import {isJsonObject, type Json, type JsonObject, parseJson} from '../events/json.ts';
import type {Schema} from '../events/schema.ts';
import {settingsSchema} from '../events/settings.ts';
import {codeOf, makePrivateFolder, privateFileMode, readTextFile} from '../platform/atomic-file.ts';
import {byteOrderMark} from '../platform/json-text.ts';
import {didYouMean} from '../platform/nearest.ts';
import {whenUnlocked} from '../platform/with-lock.ts';
import {readSettings, readSettingsFile, sentenceOf, settingsPath} from './settings.ts';

export type SettingChange = {
	readonly path: string;
	/** The value that is stored now; `null` if the key was removed, so that its default applies. */
	readonly value: Json;
	readonly warnings: readonly string[];
};

/**
 * Sets one key, such as `proxy.port` or `providers.0.model`. The text is JSON or plain text; `null`
 * removes the key. All other content is kept, even unknown keys.
 */
export async function setSetting({
	folder,
	key,
	text,
}: {
	folder: string;
	key: string;
	text: string;
}): Promise<Result<SettingChange>> {
	const path = key.split('.');
	const schema = schemaAt(settingsSchema, path);
	if (!schema.ok) {
		return schema;
	}
	const value = readValue(schema.value, text);
	const {findings} =
		value === null ? noFindings : checkValue(schema.value, value, {policy: 'drop', path});
	const wrong = findings.find(({type}) => type !== 'unknown');
	if (wrong) {
		return {ok: false, failure: failed('bad-input', `${sentenceOf(wrong)}.`)};
	}
	const written = await write(folder, path, () => value);
	if (!written.ok) {
		return written;
	}
	return {
		ok: true,
		value: {
			path: settingsPath(folder),
			value,
			warnings: readSettings(folder).warnings,
		},
	};
}

/** Changes the list of rules in the file. Fails while some rules can't be read. */
export async function changeRules(
	folder: string,
	update: (rules: readonly Json[]) => readonly Json[],
): Promise<Result<null>> {
	const {problem} = readSettings(folder);
	return problem === null
		? write(folder, ['permissions', 'rules'], rules => update(Array.isArray(rules) ? rules : []))
		: {ok: false, failure: failed('bad-input', `Nothing was changed. ${problem}`)};
}

const noFindings: {readonly findings: readonly ValueFinding[]} = {findings: []};

/**
 * The part of the schema for a path. An unknown name gives a failure that suggests the nearest one.
 */
function schemaAt(root: Schema, path: readonly string[]): Result<Schema> {
	let schema = root;
	for (const [index, name] of path.entries()) {
		const next = step(schema, name);
		if (!next) {
			const known = Object.keys(schema.properties ?? {});
			const place = path.slice(0, index + 1).join('.');
			return {
				ok: false,
				failure: failed('bad-input', `"${place}" is not a setting.${didYouMean(name, known)}`),
			};
		}
		schema = next;
	}
	return {ok: true, value: schema};
}

function step(schema: Schema, name: string): Schema | undefined {
	if (schema.properties && Object.hasOwn(schema.properties, name)) {
		return schema.properties[name];
	}
	if (schema.type === 'array' && isIndex(name)) {
		return schema.items ?? {};
	}
	// Without a type the schema accepts anything, below this key too.
	return (
		schema.additionalProperties ?? (schema.type === undefined && !schema.anyOf ? {} : undefined)
	);
}

function isIndex(name: string): boolean {
	return /^(?:0|[1-9]\d{0,3})$/.test(name);
}

/** Reads the text by the schema: `4` is a number for a port, but a text for the name of a theme. */
function readValue(schema: Schema, text: string): Json {
	const value = parseJson(text) as Json | undefined;
	if (value === undefined) {
		return schema.type === 'boolean' ? (flagWords[text.toLowerCase()] ?? text) : text;
	}
	return schema.type === 'string' && typeof value !== 'string' && value !== null ? text : value;
}

/** Words for true and false, as people say and read them. */
const flagWords: Readonly<Record<string, boolean>> = {on: true, off: false, yes: true, no: false};

/** Computes the new value from the current one. */
type Update = (value: Json | undefined) => Json;

/**
 * Changes the file's current content under a lock, so that two programs' changes are both kept.
 * conf checks the result and writes it atomically. It is loaded here because that costs 50 ms.
 */
async function write(
	folder: string,
	path: readonly string[],
	update: Update,
): Promise<Result<null>> {
	const {default: Conf} = await import('conf');
	try {
		makePrivateFolder(folder);
		return await whenUnlocked(settingsPath(folder), () => {
			const changed = change(folder, path, update);
			if (changed.ok) {
				store(changed.value, schema => openConf(Conf, {folder, schema}));
			}
			return changed.ok ? {ok: true, value: null} : changed;
		});
	} catch (error) {
		return {ok: false, failure: writeFailure(error, settingsPath(folder))};
	}
}

type Changed = {
	readonly before: JsonObject;
	readonly after: JsonObject;
	readonly findings: readonly ValueFinding[];
};

function change(folder: string, path: readonly string[], update: Update): Result<Changed> {
	const file = readSettingsFile(settingsPath(folder));
	// Never overwrite a file that its author must repair: its rules may deny something.
	if (file.status === 'broken' || file.status === 'unreadable') {
		const kind = file.status === 'broken' ? 'bad-input' : 'storage';
		return {ok: false, failure: failed(kind, `Nothing was changed. ${file.problem}`)};
	}
	const before = file.status === 'read' ? file.value : {};
	const after = place(before, path, update(valueAt(before, path)));
	const {findings} = checkValue(settingsSchema, before, {policy: 'drop'});
	return after.ok ? {ok: true, value: {before, after: after.value as JsonObject, findings}} : after;
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
	return path.reduce<Json | undefined>(
		(inside, name) =>
			isJsonObject(inside) && Object.hasOwn(inside, name) ? inside[name] : undefined,
		value,
	);
}

type Settled = Conf<Record<string, unknown>>;

function openConf(Made: typeof Conf, {folder, schema}: {folder: string; schema: Schema}): Settled {
	const hasMark = readTextFile(settingsPath(folder))?.startsWith(byteOrderMark) ?? false;
	return new Made<Record<string, unknown>>({
		cwd: folder,
		schema: structuredClone(schema.properties) as never,
		accessPropertiesByDotNotation: false,
		// Some editors start a file with a byte order mark. It is no part of the JSON, but is kept.
		deserialize: text => JSON.parse(text.replace(byteOrderMark, '').trim() || '{}'),
		serialize: value => `${hasMark ? byteOrderMark : ''}${JSON.stringify(value, null, '\t')}\n`,
		configFileMode: privateFileMode,
		ajvOptions: {strict: false},
	});
}

function store({before, after, findings}: Changed, open: (schema: Schema) => Settled): void {
	const conf = open(lenient(findings));
	for (const key of Object.keys({...before, ...after})) {
		const next = after[key];
		if (next === undefined) {
			conf.delete(key);
		} else if (next !== before[key]) {
			conf.set(key, next);
		}
	}
}

/**
 * An older mistake in the file must not prevent a change, least of all the one that corrects it.
 * The new value itself was checked before.
 */
function lenient(findings: readonly ValueFinding[]): Schema {
	return findings
		.filter(({type}) => type !== 'unknown')
		.reduce((schema, finding) => relax(schema, finding.path), settingsSchema as Schema);
}

function relax(schema: Schema, path: readonly string[]): Schema {
	const [name, ...rest] = path;
	const inner = name === undefined ? undefined : schema.properties?.[name];
	if (name === undefined || !inner) {
		return {};
	}
	return {...schema, properties: {...schema.properties, [name]: relax(inner, rest)}};
}

/** Returns a copy with the value set; missing objects and list entries on the way are created. */
function place(base: Json | undefined, path: readonly string[], value: Json): Result<Json> {
	const [name, ...rest] = path;
	if (name === undefined) {
		return {ok: true, value};
	}
	if (Array.isArray(base) || (base === undefined && isIndex(name))) {
		return placeInList(Array.isArray(base) ? base : [], [name, ...rest], value);
	}
	const object = isJsonObject(base) ? base : {};
	const inner = place(Object.hasOwn(object, name) ? object[name] : undefined, rest, value);
	if (!inner.ok) {
		return inner;
	}
	const others = Object.entries(object).filter(([key]) => key !== name);
	const changed: JsonObject =
		inner.value === null ? Object.fromEntries(others) : {...object, [name]: inner.value};
	return {ok: true, value: changed};
}

function placeInList(
	list: readonly Json[],
	[name = '', ...rest]: readonly string[],
	value: Json,
): Result<Json> {
	const index = Number(name);
	if (!isIndex(name) || index > list.length) {
		const message = `The list has ${list.length} entries, counted from 0; there is no place "${name}" in it.`;
		return {ok: false, failure: failed('bad-input', message)};
	}
	const inner = place(list[index], rest, value);
	if (!inner.ok) {
		return inner;
	}
	return {
		ok: true,
		value:
			inner.value === null
				? list.filter((_, at) => at !== index)
				: [...list.slice(0, index), inner.value, ...list.slice(index + 1)],
	};
}

function writeFailure(error: unknown, path: string) {
	const code = codeOf(error);
	return code === ''
		? failed('bad-input', `${path} was not changed: ${(error as Error).message}`)
		: failed(
				'storage',
				`${path} can't be written (${code}). Check the disk and the folder's rights.`,
			);
}
