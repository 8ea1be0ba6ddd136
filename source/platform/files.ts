import type {HostId} from '../events/ids.ts';

/**
 * The files of one machine, this one or another. What the system refuses is thrown as an error
 * with the system's `code` (`ENOENT`), as node:fs does; what went wrong on the way there as an
 * error that carries a `failure`.
 */
export type Files = {
	readonly host: HostId;
	/** Where `~` leads. */
	readonly home: string;
	readonly stat: (path: string, options?: FileOptions) => Promise<FileFacts>;
	/** Of a link itself. */
	readonly lstat: (path: string, options?: FileOptions) => Promise<FileFacts>;
	/** Links and `..` resolved there; what does not exist stands as written behind what does. */
	readonly realpath: (path: string, options?: FileOptions) => Promise<string>;
	/** In no order. */
	readonly readdir: (path: string, options?: FileOptions) => Promise<readonly FileEntry[]>;
	readonly read: (path: string, options: ReadOptions) => Promise<ReadAnswer>;
	/** Readers see the old file or the new one, never a part; its rights stay, its folders are made. */
	readonly replace: (path: string, bytes: Uint8Array, options?: FileOptions) => Promise<void>;
	readonly remove: (path: string, options?: FileOptions) => Promise<void>;
	readonly makeFolder: (path: string, options?: FileOptions) => Promise<void>;
	readonly exists: (path: string, options?: FileOptions) => Promise<boolean>;
	/** Null: there is no such program there. */
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
	/** The bits of rights alone. */
	readonly mode: number;
	readonly modifiedAt: number;
};

export type FileEntry = {readonly name: string; readonly kind: FileKind};

export type ReadOptions = FileOptions & {
	/** A file with more than this is not read, unless a range is asked for. */
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
	/** The last of its error output. */
	readonly lastWords: string;
};

export const modeBits = 0o7777;
export const newFileMode = 0o666;
