import {isDeepStrictEqual} from 'node:util';
import type {Result} from '../events/failure.ts';
import {createEmitter, type Live} from '../events/live.ts';
import {
	type FrontEndSettings,
	frontEndSettings,
	type PermissionRule,
	type Permissions,
	type SettingKey,
	type Settings,
	settingAt,
	settingRow,
	settingsOf,
} from '../events/settings.ts';
import type {Folders} from '../platform/folders.ts';
import {changeRules, setSetting} from '../storage/set-setting.ts';
import {readSettings} from '../storage/settings.ts';
import type {SettingsNow} from '../storage/settings-book.ts';

/**
 * The settings of this run. If a live setting changes in the file, the change takes effect here.
 */
export type LiveSettings = {
	readonly now: () => Settings;
	/** The settings that front ends use. */
	readonly shown: Live<FrontEndSettings>;
	/** Reads the file again if it has changed. Returns the rules in force. */
	readonly look: () => Permissions;
	/** Stores a setting in the file. Live settings take effect in this run as well. */
	readonly change: (key: string, value: string) => Promise<Result<FrontEndSettings>>;
	/**
	 * Adds the rule to the file as it is on disk now: another program may have changed it meanwhile.
	 */
	readonly addRule: (rule: PermissionRule) => Promise<Result<null>>;
	readonly removeRule: (rule: PermissionRule) => Promise<Result<null>>;
};

export function createLiveSettings({
	settings,
	folders,
	settingsNow,
}: {
	settings: Settings;
	folders: Pick<Folders, 'config'>;
	settingsNow: () => SettingsNow;
}): LiveSettings {
	const emitter = createEmitter();
	let current = settings;
	let shown = frontEndSettings(settings);
	let seen: Settings | null = settings;
	const takeFrom = (file: Settings, isTaken: (key: SettingKey) => boolean) => {
		current = settingsOf(key => settingAt(isTaken(key) ? file : current, key));
		const next = frontEndSettings(current);
		if (!isDeepStrictEqual(next, shown)) {
			shown = next;
			emitter.emit();
		}
	};
	const look = () => {
		const {permissions, settings: file} = settingsNow();
		if (file !== null && file !== seen) {
			takeFrom(file, key => settingRow(key).isLive === true);
		}
		seen = file;
		return permissions;
	};
	const change = async (key: string, value: string): Promise<Result<FrontEndSettings>> => {
		const done = await setSetting({folder: folders.config, key, text: value});
		if (!done.ok) {
			return done;
		}
		look();
		takeFrom(readSettings(folders.config).settings, one => one === key);
		return {ok: true, value: shown};
	};
	return {
		now: () => current,
		shown: {subscribe: emitter.subscribe, snapshot: () => shown},
		look,
		change,
		addRule: rule => changeRules(folders.config, rules => [...rules, rule]),
		removeRule: rule =>
			changeRules(folders.config, rules => rules.filter(one => !isDeepStrictEqual(one, rule))),
	};
}
