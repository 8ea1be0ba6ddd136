import type {FileEntry, FileFacts, ReadAnswer, ReadOptions} from '../platform/files.ts';

/** The file operations on the remote host, over sftp or over a shell. */
export type FileActions = {
	readonly stat: (path: string, guard: FileGuard) => Promise<FileFacts>;
	readonly lstat: (path: string, guard: FileGuard) => Promise<FileFacts>;
	/** The path must exist. */
	readonly realpath: (path: string, guard: FileGuard) => Promise<string>;
	readonly readdir: (path: string, guard: FileGuard) => Promise<readonly FileEntry[]>;
	readonly read: (path: string, options: ReadOptions, guard: FileGuard) => Promise<ReadAnswer>;
	readonly replace: (path: string, bytes: Uint8Array, guard: FileGuard) => Promise<void>;
	readonly remove: (path: string, guard: FileGuard) => Promise<void>;
	readonly makeFolder: (path: string, guard: FileGuard) => Promise<void>;
};

/** Ends the waiting for the remote host when no answer is expected any more. */
export type FileGuard = {
	/** Rejects if the link is lost, nothing has arrived for too long, or the caller aborts. */
	readonly wait: <Value>(answer: Promise<Value>) => Promise<Value>;
	/**
	 * For a request that changes a file for good. Its answer is awaited even after an abort. If none
	 * comes, the error has `silentMs`, because it is unknown whether the file was changed.
	 */
	readonly commit: <Value>(answer: Promise<Value>) => Promise<Value>;
	/** Call this whenever data has arrived or was accepted. */
	readonly moved: () => void;
	readonly signal: AbortSignal;
};

export function kindOfMode(mode: number): FileFacts['kind'] {
	switch (mode & typeBits) {
		case 0o100000:
			return 'file';
		case 0o040000:
			return 'folder';
		case 0o120000:
			return 'link';
		default:
			return 'other';
	}
}

const typeBits = 0o170000;
