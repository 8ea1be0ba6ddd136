import type {FileEntry, FileFacts, ReadAnswer, ReadOptions} from '../platform/files.ts';

/** What is done to files on the far side, in whichever way it is done there. */
export type FileActions = {
	readonly stat: (path: string, guard: Guard) => Promise<FileFacts>;
	readonly lstat: (path: string, guard: Guard) => Promise<FileFacts>;
	/** Of a path that exists. */
	readonly realpath: (path: string, guard: Guard) => Promise<string>;
	readonly readdir: (path: string, guard: Guard) => Promise<readonly FileEntry[]>;
	readonly read: (path: string, options: ReadOptions, guard: Guard) => Promise<ReadAnswer>;
	readonly replace: (path: string, bytes: Uint8Array, guard: Guard) => Promise<void>;
	readonly remove: (path: string, guard: Guard) => Promise<void>;
	readonly makeFolder: (path: string, guard: Guard) => Promise<void>;
};

/** Ends what waits for the far side when it is not worth waiting any more. */
export type Guard = {
	/** Rejects when the link is lost, nothing has moved for too long, or somebody interrupts. */
	readonly wait: <Value>(answer: Promise<Value>) => Promise<Value>;
	/** Something has moved. */
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
