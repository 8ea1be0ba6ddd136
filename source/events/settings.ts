import {checkValue, type ValueFinding} from './check-value.ts';
import {isJsonObject, type Json} from './json.ts';
import type {Schema, ValueOf} from './schema.ts';
import type {prices, provider, route, rule, worker} from './settings-shapes.ts';
import {type SettingRow, settingsTable} from './settings-table.ts';

export type ProviderSettings = ValueOf<typeof provider>;
export type ProviderKind = ProviderSettings['kind'];
export type Prices = ValueOf<typeof prices>;
export type WorkerSettings = ValueOf<typeof worker>;
export type RouteSettings = ValueOf<typeof route>;
export type PermissionRule = ValueOf<typeof rule>;

/** Workspace files by name, with the SHA-256 of their content. */
export type FileDigests = Readonly<Record<string, string>>;

/** A snapshot of the settings that the gate uses. */
export type Permissions = {
	readonly rules: readonly PermissionRule[];
	/** Why some rules could not be read; null if all could. While it is set, every call asks. */
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

/** The keys of the settings that a front end may read: those that can't contain a secret. */
export type FrontEndKey = {
	[Key in SettingKey]: Table[Key] extends {readonly isPrivate: true} ? never : Key;
}[SettingKey];

/** The settings that a front end knows, by key. */
export type FrontEndSettings = {readonly [Key in FrontEndKey]: SettingValue<Key>};

export const settingKeys = Object.keys(settingsTable) as readonly SettingKey[];

/** Returns the table's row for a setting, with its description and its default. */
export function settingRow(key: SettingKey): SettingRow<unknown> & {readonly isPrivate?: true} {
	return settingsTable[key] as SettingRow<unknown>;
}

/** Whether a change of the setting takes effect in running sessions. */
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

/**
 * Applies a value from outside over the defaults. Values of a wrong type are left out and reported.
 */
export function readSettingsFrom(value: Json): {
	readonly settings: Settings;
	readonly findings: readonly ValueFinding[];
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

/** Builds the settings by calling `choose` for each key. */
export function settingsOf(choose: (key: SettingKey) => unknown): Settings {
	return nested(choose, inner => inner) as unknown as Settings;
}

/** Returns the settings with permissions switched off, for use while some rules can't be read. */
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

export const defaultFrontEndSettings = frontEndSettings(defaultSettings);

/** Turns dotted keys into nested objects: `proxy.port` becomes `port` in the object `proxy`. */
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
