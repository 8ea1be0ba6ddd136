import {rmSync} from 'node:fs';
import {homedir} from 'node:os';
import {isAbsolute, join, resolve} from 'node:path';
import {isJsonObject} from '../../events/json.ts';
import type {Settings} from '../../events/settings.ts';
import {readTextFile, writeFileAtomic} from '../../platform/atomic-file.ts';
import type {Environment} from '../route/detect.ts';
import {parseJson} from '../translate/read.ts';
import {settingsFrom} from './settings-in.ts';

/** The two files of a proxy that runs alone. */
export type Home = {readonly settingsFile: string; readonly runFile: string};

export type RunFile = {
	readonly pid: number;
	readonly port: number;
	readonly url: string;
	readonly token: string;
	readonly startedAt: number;
};

/** The same folders as the program's own: a test compares them. */
export function homeOf(env: Environment, platform: NodeJS.Platform): Home {
	const {config, state} = foldersOf(env, platform);
	return {settingsFile: join(config, 'config.json'), runFile: join(state, 'run', 'proxy.json')};
}

/** The settings file, read and never written. */
export function readSettingsFile(path: string): {
	readonly settings: Settings;
	readonly warnings: readonly string[];
} {
	const unusable = (why: string) => ({
		settings: settingsFrom({}).settings,
		warnings: [`${path} can't be used (${why}); the defaults apply.`],
	});
	try {
		const text = readTextFile(path);
		return text === null || text.trim() === '' ? settingsFrom({}) : settingsFrom(JSON.parse(text));
	} catch (error) {
		return unusable(error instanceof Error ? error.message : String(error));
	}
}

/** Tells other programs of this user where the proxy is; null, or why it could not be told. */
export function writeRunFile(path: string, running: RunFile): string | null {
	try {
		writeFileAtomic(path, `${JSON.stringify(running)}\n`);
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** A proxy that was started later has written its own file: that one stays. */
export function removeRunFile(path: string, pid: number): void {
	try {
		const running = parseJson(readTextFile(path) ?? '');
		if (isJsonObject(running) && running['pid'] === pid) {
			rmSync(path, {force: true});
		}
	} catch {
		// A folder that can't be written to any more keeps its file; its pid tells that it is old.
	}
}

type Folders = {readonly config: string; readonly state: string};

function foldersOf(env: Environment, platform: NodeJS.Platform): Folders {
	const own = env['AGENT_TUI_HOME'] && resolve(env['AGENT_TUI_HOME']);
	if (own) {
		return {config: own, state: own};
	}
	const home = (platform === 'win32' ? env['USERPROFILE'] : env['HOME']) || homedir();
	switch (platform) {
		case 'darwin':
			return {
				config: join(home, 'Library', 'Preferences', name),
				state: join(home, 'Library', 'Application Support', name),
			};
		case 'win32':
			return {
				config: join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), name, 'Config'),
				state: join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), name, 'Data'),
			};
		default:
			return {
				config: join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), name),
				state: join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), name),
			};
	}
}

/** The XDG specification says that a relative path is to be ignored. */
function absolute(path: string | undefined): string | null {
	return path && isAbsolute(path) ? path : null;
}

const name = 'agent-tui';
