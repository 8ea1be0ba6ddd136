import type {HostId} from '../events/ids.ts';

/**
 * The files of one machine, local or remote. An error of the file system is thrown with the
 * system's `code` (`ENOENT`), as in node:fs; a failure of the connection is thrown as an error with
 * a `failure`.
 */
export type Files = {
	readonly host: HostId;
	/** The home folder. */
	readonly home: string;
	readonly stat: (path: string, options?: FileOptions) => Promise<FileFacts>;
	/** Returns facts about a link itself, not about its target. */
	readonly lstat: (path: string, options?: FileOptions) => Promise<FileFacts>;
	/**
	 * Resolves links and `..`. If the path does not exist, resolves its existing part and keeps the
	 * rest.
	 */
	readonly realpath: (path: string, options?: FileOptions) => Promise<string>;
	/** The order is not defined. */
	readonly readdir: (path: string, options?: FileOptions) => Promise<readonly FileEntry[]>;
	readonly read: (path: string, options: ReadOptions) => Promise<ReadAnswer>;
	/**
	 * Replaces the file in one step: readers see the old one or the new one, never a part. Keeps the
	 * file's rights, and creates missing folders. The path must be resolved; if it leads elsewhere by
	 * now, nothing is written.
	 */
	readonly replace: (path: string, bytes: Uint8Array, options?: FileOptions) => Promise<void>;
	readonly remove: (path: string, options?: FileOptions) => Promise<void>;
	readonly makeFolder: (path: string, options?: FileOptions) => Promise<void>;
	readonly exists: (path: string, options?: FileOptions) => Promise<boolean>;
	/** Runs a program. Resolves to null if the machine has no such program. */
	readonly run: (
		argv: readonly [string, ...string[]],
		options: RunOptions,
	) => Promise<ProgramEnd | null>;
};

export type FileOptions = {readonly signal?: AbortSignal | undefined};

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export type FileFacts = {
	readonly kind: FileKind;
	readonly size: number;
	/** The permission bits, without the file's type. */
	readonly mode: number;
	readonly modifiedAt: number;
};

export type FileEntry = {readonly name: string; readonly kind: FileKind};

export type ReadOptions = FileOptions & {
	/** A larger file is not read, unless a range is given. */
	readonly bytesMax: number;
	readonly range?: {readonly from: number; readonly length: number};
};

export type ReadAnswer =
	| {readonly type: 'bytes'; readonly bytes: Buffer; readonly size: number}
	| {readonly type: 'folder' | 'device'}
	| {readonly type: 'too-large'; readonly size: number};

export type RunOptions = FileOptions & {readonly onLine: (line: string) => void};

export type ProgramEnd = {
	readonly exitCode: number | null;
	readonly signal: string | null;
	/** The end of the program's stderr. */
	readonly lastWords: string;
};

export const modeBits = 0o7777;
export const newFileMode = 0o666;
