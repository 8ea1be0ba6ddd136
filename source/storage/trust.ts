import {join} from 'node:path';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import {writeFileAtomic} from '../platform/atomic-file.ts';
import {readJsonBook} from '../platform/json-book.ts';
import {withLock} from '../platform/with-lock.ts';

/**
 * Which instruction files the person trusts. Anyone who can put a repository on this machine can
 * write files in it that instruct the model. Such files count only after the person has trusted the
 * folder with exactly this content; if a file changes or is added, the person is asked again.
 */
export type TrustBook = {
	/** Returns the person's answer for the folder: `never`, or the digests of the trusted files. */
	readonly of: (folder: string) => TrustRecord;
	/** Adds these files, with these digests, to the trusted files of the folder. */
	readonly trust: (folder: string, files: Readonly<Record<string, string>>) => void;
	readonly refuse: (folder: string) => void;
};

export type TrustRecord = {
	readonly isRefused: boolean;
	/** File names with the digest of the content that was trusted. */
	readonly files: Readonly<Record<string, string>>;
};

const nothingTrusted: TrustRecord = {isRefused: false, files: {}};

export function openTrustBook(stateFolder: string): TrustBook {
	const path = join(stateFolder, 'trust.json');
	const change = (folder: string, next: (now: TrustRecord) => TrustRecord) =>
		withLock(path, () => {
			const book = readJsonBook(path);
			const {isRefused, files} = next(recordIn(book, folder));
			const record = {never: isRefused, files};
			writeFileAtomic(path, `${JSON.stringify({...book, [folder]: record}, null, '\t')}\n`);
		});
	return {
		of: folder => recordIn(readJsonBook(path), folder),
		trust(folder, files) {
			change(folder, now => ({isRefused: false, files: {...now.files, ...files}}));
		},
		refuse(folder) {
			change(folder, now => ({...now, isRefused: true}));
		},
	};
}

function recordIn(book: JsonObject, folder: string): TrustRecord {
	const record = Object.hasOwn(book, folder) ? book[folder] : undefined;
	const files = isJsonObject(record) ? record['files'] : undefined;
	if (!isJsonObject(record) || !isJsonObject(files)) {
		return nothingTrusted;
	}
	const texts = Object.entries(files).filter((entry): entry is [string, string] => {
		return typeof entry[1] === 'string';
	});
	return {isRefused: record['never'] === true, files: Object.fromEntries(texts)};
}
