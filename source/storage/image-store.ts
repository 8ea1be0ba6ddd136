import {createHash} from 'node:crypto';
import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {writeFileAtomic} from '../platform/atomic-file.ts';

/** The images of a session, in files for this user alone. */
export type ImageStore = {
	/** Returns the image's name; null if it is none that providers take, or too large. */
	readonly keep: (base64: string) => string | null;
	/** Returns the image as a `data:` URL; null if it is there no more. */
	readonly read: (name: string) => string | null;
};

/** Providers take 5 MB as base64. */
const bytesMax = 3_900_000;
/** What all images of a session may take on disk. */
const folderBytesMax = 200 * 1_048_576;

/** By the first bytes: a wrong kind would have every later request refused. */
const kinds = [
	{ending: 'png', mimeType: 'image/png', begins: /^\x89PNG\r\n\x1A\n/},
	{ending: 'jpg', mimeType: 'image/jpeg', begins: /^\xFF\xD8\xFF/},
	{ending: 'gif', mimeType: 'image/gif', begins: /^GIF8[79]a/},
	{ending: 'webp', mimeType: 'image/webp', begins: /^RIFF[\s\S]{4}WEBP/},
] as const;

export function openImageStore(folder: string): ImageStore {
	let keptBytes = 0;
	return {
		keep(base64) {
			const bytes = Buffer.from(base64, 'base64');
			const head = bytes.subarray(0, 16).toString('latin1');
			const kind = kinds.find(({begins}) => begins.test(head));
			if (!kind || bytes.length > bytesMax || keptBytes + bytes.length > folderBytesMax) {
				return null;
			}
			const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
			const name = `${digest}.${kind.ending}`;
			try {
				if (statSync(join(folder, name), {throwIfNoEntry: false}) === undefined) {
					writeFileAtomic(join(folder, name), bytes);
					keptBytes += bytes.length;
				}
				return name;
			} catch {
				// A full disk costs the image, and not the result.
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
