import {createHash} from 'node:crypto';
import {existsSync, readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {writeFileAtomic} from '../platform/atomic-file.ts';

/** Stores the images of a session in files that only this user can read. */
export type ImageStore = {
	/** Stores an image and returns its name; null if providers don't accept it or it is too large. */
	readonly keep: (base64: string) => string | null;
	/** Returns the image as a `data:` URL; null if it no longer exists. */
	readonly read: (name: string) => string | null;
};

/** Providers accept 5 MB of base64, which is this many bytes. */
const bytesMax = 3_900_000;
/** The most bytes that all images of a session may take on disk. */
const folderBytesMax = 200 * 1_048_576;

/**
 * An image's kind is found by its first bytes: if it were wrong, providers would refuse every later
 * request.
 */
const kinds = [
	{ending: 'png', mimeType: 'image/png', begins: /^\x89PNG\r\n\x1A\n/},
	{ending: 'jpg', mimeType: 'image/jpeg', begins: /^\xFF\xD8\xFF/},
	{ending: 'gif', mimeType: 'image/gif', begins: /^GIF8[79]a/},
	{ending: 'webp', mimeType: 'image/webp', begins: /^RIFF[\s\S]{4}WEBP/},
] as const;

export function openImageStore(
	folder: string,
	{allBytesMax = folderBytesMax}: {readonly allBytesMax?: number} = {},
): ImageStore {
	// Counted with the first image: most sessions keep none.
	let keptBytes: number | null = null;
	return {
		keep(base64) {
			const bytes = Buffer.from(base64, 'base64');
			const head = bytes.subarray(0, 16).toString('latin1');
			const kind = kinds.find(({begins}) => begins.test(head));
			if (!kind || bytes.length > bytesMax) {
				return null;
			}
			const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
			const name = `${digest}.${kind.ending}`;
			try {
				if (statSync(join(folder, name), {throwIfNoEntry: false}) !== undefined) {
					return name;
				}
				keptBytes ??= bytesIn(folder);
				if (keptBytes + bytes.length > allBytesMax) {
					return null;
				}
				writeFileAtomic(join(folder, name), bytes);
				keptBytes += bytes.length;
				return name;
			} catch {
				// If the disk is full, only the image is lost; the call's result is kept.
				return null;
			}
		},
		read(name) {
			const [, ending] = /^[0-9a-f]{32}\.([a-z]+)$/.exec(name) ?? [];
			const kind = kinds.find(one => one.ending === ending);
			try {
				return kind === undefined
					? null
					: `data:${kind.mimeType};base64,${readFileSync(join(folder, name), 'base64')}`;
			} catch {
				return null;
			}
		},
	};
}

/** What earlier processes of the session have kept counts too. */
function bytesIn(folder: string): number {
	const names = existsSync(folder) ? readdirSync(folder) : [];
	const sizes = names.map(name => statSync(join(folder, name), {throwIfNoEntry: false})?.size ?? 0);
	return sizes.reduce((sum, size) => sum + size, 0);
}
