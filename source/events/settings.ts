import {checkValue, type Finding} from './check-value.ts';
import {isJsonObject, type Json} from './json.ts';
import type {Schema, ValueOf} from './schema.ts';
import {
	type prices,
	type provider,
	type route,
	type rule,
	type SettingRow,
	settingsTable,
	type worker,
} from './settings-table.ts';

export type ProviderSettings = ValueOf<typeof provider>;
export type ProviderKind = ProviderSettings['kind'];
export type Prices = ValueOf<typeof prices>;
export type WorkerSettings = ValueOf<typeof worker>;
export type RouteSettings = ValueOf<typeof route>;
export type PermissionRule = ValueOf<typeof rule>;

/** Workspace files by name, with the SHA-256 of their content. */
export type FileDigests = Readonly<Record<string, string>>;

/** What of the settings the gate goes by, at one moment. */
export type Permissions = {
	readonly rules: readonly PermissionRule[];
	/** Why not every rule could be read; until that is mended everything asks. */
	readonly problem: string | null;
};

type Table = typeof settingsTable;

export type SettingKey = keyof Table;
export type SettingValue<Key extends SettingKey> = Table[Key]['standard'];

type Group = SettingKey extends infer Key
	? Key extends `${infer G}.${string}`
		? G
		: never
	: never;

/** The content of `config.json`. `storage/` reads it; the proxy gets a copy. */
export type Settings = {
	readonly [Key in SettingKey as Key extends `${string}.${string}`
		? never
		: Key]: SettingValue<Key>;
} & {
	readonly [Name in Group]: {
		readonly [Key in SettingKey as Key extends `${Name}.${infer Inner}`
			? Inner
			: never]: SettingValue<Key>;
	};
};

/** The settings that a front end may read: none that holds a secret. */
export type FrontEndKey = {
	[Key in SettingKey]: Table[Key] extends {readonly isPrivate: true} ? never : Key;
}[SettingKey];

/** What a front end knows of the settings, by key. */
export type FrontEndSettings = {readonly [Key in FrontEndKey]: SettingValue<Key>};

/** How the code of a front end reads a setting: by its key, as it is now. */
export type ReadSetting = <Key extends FrontEndKey>(key: Key) => FrontEndSettings[Key];

export const settingKeys = Object.keys(settingsTable) as readonly SettingKey[];

/** Everything known of one setting, such as its words and its default. */
export function settingRow(key: SettingKey): SettingRow<unknown> & {readonly isPrivate?: true} {
	return settingsTable[key] as SettingRow<unknown>;
}

/** Whether a change of the setting counts in sessions that run already. */
export function isLiveSetting(key: string): boolean {
	return settingKeys.some(one => one === key && settingRow(one).isLive === true);
}

export const defaultSettings = settingsOf(key => settingRow(key).standard);

/** `config.json` as JSON Schema. */
export const settingsSchema: Schema & {readonly properties: Readonly<Record<string, Schema>>} = {
	type: 'object',
	properties: nested(
		key => settingRow(key).schema,
		properties => ({type: 'object', properties}),
	) as Readonly<Record<string, Schema>>,
};

/** Lays a value from outside over the defaults. What does not fit is left out, and told. */
export function readSettingsFrom(value: Json): {
	readonly settings: Settings;
	readonly findings: readonly Finding[];
} {
	const {accepted, findings} = checkValue(settingsSchema, value, {policy: 'drop'});
	const given = (key: SettingKey) => {
		const [group = '', name] = key.split('.');
		const outer = valueIn(accepted, group);
		return name === undefined ? outer : valueIn(outer, name);
	};
	return {settings: settingsOf(key => given(key) ?? settingRow(key).standard), findings};
}

function valueIn(value: Json | undefined, name: string): Json | undefined {
	return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function settingAt<Key extends SettingKey>(settings: Settings, key: Key): SettingValue<Key> {
	const [group = '', name] = key.split('.');
	const outer = (settings as Readonly<Record<string, unknown>>)[group];
	const value = name === undefined ? outer : (outer as Readonly<Record<string, unknown>>)[name];
	return value as SettingValue<Key>;
}

/** Settings made of one value for each key. */
export function settingsOf(choose: (key: SettingKey) => unknown): Settings {
	return nested(choose, inner => inner) as unknown as Settings;
}

/** What permits something is off: so it is while not every rule of the file can be read. */
export function cautiousSettings(settings: Settings): Settings {
	return settingsOf(key => {
		const value = settingAt(settings, key);
		return settingRow(key).cautious?.(value) ?? value;
	});
}

export function frontEndSettings(settings: Settings): FrontEndSettings {
	const shown = settingKeys.filter(key => settingRow(key).isPrivate !== true);
	return Object.fromEntries(
		shown.map(key => [key, settingAt(settings, key)]),
	) as unknown as FrontEndSettings;
}

/** An object with the plain keys, and with an object for the keys of each group. */
function nested<Value>(
	choose: (key: SettingKey) => Value,
	groupOf: (inner: Readonly<Record<string, Value>>) => unknown,
): Readonly<Record<string, unknown>> {
	const outer = [...new Set(settingKeys.map(key => key.split('.')[0] ?? key))];
	return Object.fromEntries(
		outer.map(name => {
			const inner = settingKeys.filter(key => key.startsWith(`${name}.`));
			const values = inner.map(key => [key.slice(name.length + 1), choose(key)] as const);
			return [
				name,
				inner.length === 0 ? choose(name as SettingKey) : groupOf(Object.fromEntries(values)),
			];
		}),
	);
}
