import {rmSync} from 'node:fs';
import {join} from 'node:path';
import {isJsonObject} from '../../events/json.ts';
import type {Settings} from '../../events/settings.ts';
import {codeOf, readTextFile, writeFileAtomic} from '../../platform/atomic-file.ts';
import type {Environment} from '../../platform/folders.ts';
import {foldersOf} from '../../platform/folders.ts';
import {byteOrderMark, placeWords, readJsonText} from '../../platform/json-text.ts';
import {parseJson} from '../translate/request-reading.ts';
import {settingsFrom} from './settings-in.ts';

/** What a proxy reads when it runs alone, and where every proxy says that it is. */
export type Home = {
	readonly settingsFile: string;
	readonly runFile: string;
	/** What providers were found to refuse. */
	readonly capsFile: string;
	/** Limits that were raised for slow providers. */
	readonly limitsFile: string;
};

export type RunFile = {
	readonly pid: number;
	readonly port: number;
	readonly url: string;
	readonly token: string;
	/** As its `/health` says it: another process on the port says another. */
	readonly nonce: string;
	readonly startedAt: number;
};

export function homeOf(env: Environment, platform: NodeJS.Platform): Home {
	const {config, state, cache} = foldersOf(env, platform);
	return {
		settingsFile: join(config, 'config.json'),
		runFile: join(state, 'run', 'proxy.json'),
		capsFile: join(cache, 'provider-caps.json'),
		limitsFile: join(cache, 'provider-limits.json'),
	};
}

/** The settings file, read and never written. Null where it can't be read whole, with the reason. */
export function readSettingsFile(path: string): {
	readonly settings: Settings | null;
	readonly warnings: readonly string[];
} {
	try {
		const text = (readTextFile(path) ?? '').replace(byteOrderMark, '');
		const read = readJsonText(text.trim() === '' ? '{}' : text);
		return read.status === 'read'
			? settingsFrom(read.value)
			: {settings: null, warnings: [`${path}, ${placeWords(read.place)}: ${read.why}.`]};
	} catch (error) {
		return {settings: null, warnings: [`${path} can't be read (${codeOf(error)}).`]};
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
