import {createHash} from 'node:crypto';
import {lstatSync, readdirSync, readFileSync, realpathSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {codeOf, readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import {withLock} from '../platform/with-lock.ts';

/**
 * A workspace may bring settings, commands and rules in `.agent-tui/`, and anyone who can put a
 * repository on this machine can write these. They take effect only after the user has trusted this
 * folder with this exact content; a change of one byte asks again.
 */
export type WorkspaceConfig = {
	readonly folder: string;
	readonly files: readonly string[];
	/** Null if some file could not be read and hashed; such a folder is never trusted. */
	readonly hash: string | null;
};

const filesMax = 500;
const fileBytesMax = 1_048_576;

/** What the workspace brings; null if it brings nothing. */
export function readWorkspaceConfig(workspace: string): WorkspaceConfig | null {
	const folder = join(realPath(workspace), '.agent-tui');
	const files = filesBelow(folder, '');
	return files.length === 0 ? null : {folder, files, hash: hashOf(folder, files)};
}

export function isTrusted(stateFolder: string, {folder, hash}: WorkspaceConfig): boolean {
	return hash !== null && readTrust(stateFolder)[folder] === hash;
}

export function trust(stateFolder: string, {folder, hash}: WorkspaceConfig): void {
	if (hash === null) {
		return;
	}
	const path = trustPath(stateFolder);
	withLock(path, () => {
		const trusted = {...readTrust(stateFolder), [folder]: hash};
		writeFileAtomic(path, `${JSON.stringify(trusted, null, '\t')}\n`);
	});
}

/** Names and lengths are hashed too, so moving text between files is a change. */
function hashOf(folder: string, files: readonly string[]): string | null {
	if (files.length > filesMax) {
		return null;
	}
	const hash = createHash('sha256');
	for (const file of files) {
		const path = join(folder, file);
		const stat = lstatSync(path);
		// The content behind a link or a pipe may change later without changing the hash.
		if (!stat.isFile() || stat.size > fileBytesMax) {
			return null;
		}
		const bytes = readFileSync(path);
		hash.update(`${file}\0${bytes.length}\0`).update(bytes);
	}
	return hash.digest('hex');
}

function trustPath(stateFolder: string): string {
	return join(stateFolder, 'trust.json');
}

/** If the file can't be read, nothing is trusted. */
function readTrust(stateFolder: string): JsonObject {
	try {
		const value: unknown = JSON.parse(readTextFile(trustPath(stateFolder)) ?? '{}');
		return isJsonObject(value) ? value : {};
	} catch {
		return {};
	}
}

function realPath(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return resolve(path);
	}
}

function filesBelow(folder: string, below: string): readonly string[] {
	try {
		return readdirSync(join(folder, below), {withFileTypes: true})
			.sort((left, right) => (left.name < right.name ? -1 : 1))
			.flatMap(entry => {
				const path = below === '' ? entry.name : `${below}/${entry.name}`;
				return entry.isDirectory() ? filesBelow(folder, path) : [path];
			});
	} catch (error) {
		if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') {
			return [];
		}
		throw error;
	}
}
