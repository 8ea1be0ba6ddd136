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

/**
 * The files that a proxy reads when it runs alone, and the file in which every proxy says where it
 * is.
 */
export type Home = {
	readonly settingsFile: string;
	readonly runFile: string;
	/** What providers were found to refuse, so that it is not sent again. */
	readonly capsFile: string;
	/** Time limits that were raised for slow providers. */
	readonly limitsFile: string;
};

export type RunFile = {
	readonly pid: number;
	readonly port: number;
	readonly url: string;
	readonly token: string;
	/** Also in the answer of `/health`, so that another process on the port is recognised. */
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

/**
 * Reads the settings file, without ever writing it. If it can't be read completely, `settings` is
 * null and `warnings` say why.
 */
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

/** Tells other programs of this user where the proxy is. Returns null, or why that failed. */
export function writeRunFile(path: string, running: RunFile): string | null {
	try {
		writeFileAtomic(path, `${JSON.stringify(running)}\n`);
		return null;
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Removes the run file, but only if this process has written it: a later proxy's file stays. */
export function removeRunFile(path: string, pid: number): void {
	try {
		const running = parseJson(readTextFile(path) ?? '');
		if (isJsonObject(running) && running['pid'] === pid) {
			rmSync(path, {force: true});
		}
	} catch {
		// If the folder can't be written to any more, the file stays. Its process id shows that it is
		// old.
	}
}
