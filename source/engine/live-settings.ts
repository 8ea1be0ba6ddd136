import {isDeepStrictEqual} from 'node:util';
import type {Result} from '../events/failure.ts';
import type {FrontEndSettings} from '../events/query.ts';
import type {PermissionRule, Permissions, Settings} from '../events/settings.ts';
import type {Folders} from '../platform/folders.ts';
import {changeRules, setSetting} from '../storage/set-setting.ts';
import {readSettings} from '../storage/settings.ts';

/** The settings of this run. A change in the file takes effect as soon as possible. */
export type LiveSettings = {
	readonly monitoring: () => Settings['monitoring'];
	readonly shown: () => FrontEndSettings;
	readonly change: (key: string, value: string) => Promise<Result<FrontEndSettings>>;
	/** Adds the rule to the file as it is now: another program may have changed it meanwhile. */
	readonly addRule: (rule: PermissionRule) => Promise<Result<null>>;
	readonly removeRule: (rule: PermissionRule) => Promise<Result<null>>;
};

export function createLiveSettings({
	settings,
	folders,
	permissions,
}: {
	settings: Settings;
	folders: Pick<Folders, 'config'>;
	permissions: () => Permissions;
}): LiveSettings {
	let {monitoring, theme} = settings;
	const {vim, bell} = settings;
	const shown = () => ({monitoring, theme, vim, bell, rules: permissions().rules});
	const change = async (key: string, value: string): Promise<Result<FrontEndSettings>> => {
		const done = await setSetting({folder: folders.config, key, text: value});
		if (!done.ok) {
			return done;
		}
		if (key.startsWith('monitoring.')) {
			monitoring = readSettings(folders.config).settings.monitoring;
		}
		theme = key === 'theme' ? value : theme;
		return {ok: true, value: shown()};
	};
	return {
		monitoring: () => monitoring,
		shown,
		change,
		addRule: rule => changeRules(folders.config, rules => [...rules, rule]),
		removeRule: rule =>
			changeRules(folders.config, rules => rules.filter(one => !isDeepStrictEqual(one, rule))),
	};
}
