import {createHash} from 'node:crypto';
import {existsSync, statSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {isJsonObject, parseJson} from '../events/json.ts';
import {readServerEntries, type ServerEntry} from '../mcp-client/server-entry.ts';
import {readTextFile} from '../platform/atomic-file.ts';
import type {TrustBook} from '../storage/trust.ts';

/**
 * The `.mcp.json` of a folder: MCP servers that a repository brings. Starting one runs a program
 * that strangers chose, so no server starts before the person has trusted the file with exactly
 * this content.
 */
export type FolderServers = {
	readonly path: string;
	readonly text: string;
	readonly isTrusted: boolean;
	/** If the file is not trusted, each entry's `place` is null, so that no server can be started. */
	readonly entries: readonly ServerEntry[];
};

const fileName = '.mcp.json';
const fileBytesMax = 262_144;

/** Returns null if the folder, up to the root of its repository, has no such file. */
export function readFolderServers(cwd: string, trustBook: TrustBook): FolderServers | null {
	const path = findFile(cwd);
	const text = path === null ? null : textOf(path);
	if (path === null || text === null) {
		return null;
	}
	const isTrusted = trustBook.of(keyOf(path)).files[fileName] === digestOf(text);
	const value = parseJson(text);
	const servers = isJsonObject(value) ? (value['mcpServers'] ?? value['servers']) : null;
	const entries = readServerEntries(isJsonObject(servers) ? servers : {}, 'folder')
		.map(named)
		.map(entry => startedIn(dirname(path), entry));
	return {path, text, isTrusted, entries: isTrusted ? entries : entries.map(untrusted)};
}

/** Stores that the person trusts the file with exactly this content. */
export function trustFolderServers({path, text}: FolderServers, trustBook: TrustBook): void {
	trustBook.trust(keyOf(path), {[fileName]: digestOf(text)});
}

/** The prefix keeps this answer apart from the answer about the same folder's instructions. */
function keyOf(path: string): string {
	return `mcp:${dirname(path)}`;
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/**
 * Adds `@folder` to the name, so that a rule for a server of the user's own settings never covers a
 * server of the folder. A name that is not plain becomes a hash: the model reads the names even
 * before the person has trusted the file, and a name could hold a sentence that instructs it.
 */
function named(entry: ServerEntry): ServerEntry {
	const isPlain = plainName.test(entry.name);
	const name = isPlain ? entry.name : digestOf(entry.name).slice(0, hashLength);
	const problem = 'its name in the file may have letters, digits, _, . and - only, 40 at most';
	return {...entry, name: `${name}@folder`, ...(!isPlain && {place: null, problem})};
}

/**
 * Starts the program in the file's folder, or relative to it, so that the same program starts
 * whichever folder below the file the session works in.
 */
function startedIn(folder: string, entry: ServerEntry): ServerEntry {
	const {place} = entry;
	if (place?.type !== 'stdio' || place.cwd?.startsWith('${')) {
		return entry;
	}
	return {...entry, place: {...place, cwd: resolve(folder, place.cwd ?? '')}};
}

const plainName = /^[A-Za-z0-9_.-]{1,40}$/;
const hashLength = 12;

function untrusted(entry: ServerEntry): ServerEntry {
	const problem =
		'agent-tui mcp trust shows it and asks: this folder brings it, and you have not trusted that';
	return {...entry, place: null, problem};
}

const foldersMax = 40;

function findFile(cwd: string): string | null {
	const found: string[] = [];
	let folder = cwd;
	for (let count = 0; count < foldersMax; count += 1) {
		found.push(join(folder, fileName));
		if (existsSync(join(folder, '.git'))) {
			return found.find(isPlainFile) ?? null;
		}
		folder = dirname(folder);
	}
	// Outside of a repository only `cwd` itself counts: the folders above it may belong to anybody.
	return [join(cwd, fileName)].find(isPlainFile) ?? null;
}

function isPlainFile(path: string): boolean {
	try {
		const found = statSync(path);
		return found.isFile() && found.size <= fileBytesMax;
	} catch {
		return false;
	}
}

function textOf(path: string): string | null {
	try {
		return readTextFile(path);
	} catch {
		return null;
	}
}
